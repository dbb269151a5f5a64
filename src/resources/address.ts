import { isSessionId } from '../core/session.ts';
import { LENSES_URI, SESSIONS_URI } from './list.ts';

/** What a session can be read as: its whole record, a document for people, a drawing. */
export type Part = 'record' | 'report' | 'graph';

/** What the URI of a resource points to; whether it is there is another question. */
export type Address =
  | { readonly kind: 'sessions' }
  | { readonly kind: 'session'; readonly id: string; readonly part: Part }
  | { readonly kind: 'lenses' }
  | { readonly kind: 'lens'; readonly name: string };

const SCHEME = /^deep-think:\/\//i;
const PARTS: ReadonlyMap<string | undefined, Part> = new Map([
  [undefined, 'record'],
  ['report', 'report'],
  ['graph', 'graph'],
]);

/** The URI of a session. Ids need no escaping. */
export function sessionUri(id: string): string {
  return `${SESSIONS_URI}/${id}`;
}

/** The URI of a lens; its name is that of a file and may hold anything. */
export function lensUri(name: string): string {
  return `${LENSES_URI}/${encodeURIComponent(name)}`;
}

/** The path of the URI, decoded part by part, so that an escaped slash stays inside its part; null for none. */
function segmentsOf(uri: string): string[] | null {
  if (!SCHEME.test(uri) || /[?#]/.test(uri)) return null;
  try {
    return uri.replace(SCHEME, '').split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Reads a URI; null when it can be none of ours. */
export function addressOf(uri: string): Address | null {
  const [kind, name, part, ...rest] = segmentsOf(uri) ?? [];
  if (rest.length > 0) return null;
  if (name === undefined) return kind === 'sessions' || kind === 'lenses' ? { kind } : null;
  if (kind === 'lenses') return part === undefined && name !== '' ? { kind: 'lens', name } : null;
  const found = PARTS.get(part);
  return kind === 'sessions' && found !== undefined && isSessionId(name)
    ? { kind: 'session', id: name, part: found }
    : null;
}

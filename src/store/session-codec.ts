import { SCHEMA_VERSION, SessionDocument } from '../core/session.ts';
import { decodeText } from './atomic-file.ts';
import { StoreFault } from './ports.ts';

/** The text of a session file. */
export const encodeSession = (session: SessionDocument) => `${JSON.stringify(session, null, 2)}\n`;

function parseJson(bytes: Uint8Array): { value: unknown } | { problem: string } {
  const text = decodeText(bytes);
  if (text === null) return { problem: 'is not UTF-8' };
  if (text.trim() === '') return { problem: 'is empty' };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'is not JSON' };
  }
}

function isNewer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('schema_version' in value)) return false;
  return typeof value.schema_version === 'number' && value.schema_version > SCHEMA_VERSION;
}

/** The fault of a file written by a later version. */
export const newerFault = (path: string) =>
  new StoreFault('session_newer', `${path} was written by a newer version of this program`);

/**
 * The session in the bytes of its file. Faults: `session_corrupt` when they hold no session or one with
 * another id, `session_newer` when a later version wrote something this one cannot read.
 */
export function decodeSession(bytes: Uint8Array, id: string, path: string): SessionDocument {
  const corrupt = (problem: string) => new StoreFault('session_corrupt', `${path} ${problem}`);
  const json = parseJson(bytes);
  if ('problem' in json) throw corrupt(json.problem);
  const parsed = SessionDocument.safeParse(json.value);
  if (!parsed.success) {
    if (isNewer(json.value)) throw newerFault(path);
    const issue = parsed.error.issues[0];
    throw corrupt(`is no session: ${issue?.path.join('.') || 'content'}: ${issue?.message}`);
  }
  if (parsed.data.id !== id) throw corrupt(`holds the session ${parsed.data.id}, not ${id}`);
  return parsed.data;
}

/** Whether the session may only be read, because a later version wrote it. */
export const isReadOnly = (session: SessionDocument) => session.schema_version > SCHEMA_VERSION;

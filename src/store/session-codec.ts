import * as z from 'zod';
import { SCHEMA_VERSION, SessionDocument } from '../core/session.ts';
import { stagedSession } from '../core/staged.ts';
import { decodeText } from './atomic-file.ts';
import { StoreFault } from './ports.ts';
import { isOutdated, upgrade } from './schema-upgrades.ts';
import { DamagedLine, replay } from './session-change.ts';

// A session holds thousands of like parts: for these a compiled reader is worth its making.
z.config({ jitless: false });

/** The text of a session file. */
export const encodeSession = (session: SessionDocument) => `${JSON.stringify(session, null, 2)}\n`;

/** A file that holds no session of the id it is named after. */
export class CorruptSession extends StoreFault {
  readonly bytes: Uint8Array;
  /** Whether the bytes are not even JSON, as after a torn write. */
  readonly isTorn: boolean;
  constructor(detail: string, bytes: Uint8Array, isTorn: boolean) {
    super('session_corrupt', detail);
    this.bytes = bytes;
    this.isTorn = isTorn;
  }
}

/** A session as its file holds it. */
export interface Decoded {
  readonly session: SessionDocument;
  /** Whether the file still has an earlier layout. */
  readonly outdated: boolean;
}

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

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isNewer(value: unknown): boolean {
  if (!isTable(value)) return false;
  return typeof value.schema_version === 'number' && value.schema_version > SCHEMA_VERSION;
}

/** The fault of a file written by a later version. */
export const newerFault = (path: string) =>
  new StoreFault('session_newer', `${path} was written by a newer version of this program`);

/** Where the stages or thoughts of a session are damaged; null when they are whole or it has none. */
function stagesDamage(session: SessionDocument): string | null {
  if (session.protocol !== null && session.expected_stages === undefined) return null;
  try {
    stagedSession.read(session);
    return null;
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    return `${issue?.path.join('.')}: wrong or missing`;
  }
}

/**
 * The session in the bytes of its file, in the layout of today. Faults: `session_corrupt` when they hold no
 * session or one with another id, `session_newer` when a later version wrote something unreadable here.
 */
export function decodeSession(bytes: Uint8Array, id: string, path: string): Decoded {
  const corrupt = (problem: string, isTorn = false) =>
    new CorruptSession(`${path} ${problem}`, bytes, isTorn);
  const json = parseJson(bytes);
  if ('problem' in json) throw corrupt(json.problem, true);
  const document = isTable(json.value) ? upgrade(json.value) : json.value;
  const parsed = SessionDocument.safeParse(document);
  if (!parsed.success) {
    if (isNewer(json.value)) throw newerFault(path);
    const issue = parsed.error.issues[0];
    throw corrupt(`is no session: ${issue?.path.join('.') || 'content'}: wrong or missing`);
  }
  if (parsed.data.id !== id) throw corrupt(`holds the session ${parsed.data.id}, not ${id}`);
  const damage = stagesDamage(parsed.data);
  if (damage !== null) throw corrupt(`is no session: ${damage}`);
  return { session: parsed.data, outdated: isTable(json.value) && isOutdated(json.value) };
}

/** Whether the bytes of the file at `path` hold a session that was moved there, whatever its id. */
export function wasMovedTo(bytes: Uint8Array, path: string): boolean {
  const json = parseJson(bytes);
  if ('problem' in json || !isTable(json.value)) return false;
  const parsed = SessionDocument.safeParse(upgrade(json.value));
  return parsed.success && parsed.data.move_history.at(-1)?.to_path === path;
}

/**
 * The session after the changes in its tail, and how many bytes of that are whole lines. `session` is changed in
 * place. Fault: `session_corrupt` when a line is damaged that was once acknowledged.
 */
export function withTail(
  session: SessionDocument,
  tail: Uint8Array,
  path: string,
): { session: SessionDocument; length: number } {
  const corrupt = (problem: string) => new CorruptSession(`${path} ${problem}`, tail, false);
  try {
    const { document, length } = replay(session, tail);
    const parsed = SessionDocument.safeParse(document);
    if (!parsed.success || parsed.data.id !== session.id) throw corrupt('makes no session');
    return { session: parsed.data, length };
  } catch (error) {
    throw error instanceof DamagedLine ? corrupt(error.message) : error;
  }
}

/** Whether the session may only be read, because a later version wrote it. */
export const isReadOnly = (session: SessionDocument) => session.schema_version > SCHEMA_VERSION;

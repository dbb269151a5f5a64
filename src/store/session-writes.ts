import { SessionDocument } from '../core/session.ts';
import { writeAtomic, writeExclusive } from './atomic-file.ts';
import { guarded } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { entryOf, sameEntry } from './index-entry.ts';
import type { OwnMark } from './index-marks.ts';
import { type Decision, type Stored, StoreFault } from './ports.ts';
import type { SessionAccess } from './session-access.ts';
import { encodeSession } from './session-codec.ts';
import { backupOf, type SessionFolder } from './session-folder.ts';
import type { SessionIndex } from './session-index.ts';
import type { OpenSession } from './session-lookup.ts';
import { dropBackup, keepTorn } from './session-trash.ts';

/** What writing needs of a data root. */
export interface WriteParts {
  readonly fs: FsLayer;
  readonly folder: SessionFolder;
  readonly index: SessionIndex;
  readonly access: SessionAccess;
}

/** The reply of a transaction, and the mark of an index entry that is still to be written. */
export interface Outcome<T> {
  readonly reply: T;
  readonly mark: OwnMark | null;
}

/** When a change happens, and how many bytes its session may take. */
export interface WriteTerms {
  readonly now: string;
  readonly limit: number;
}

const MIB = 1024 * 1024;

function checkSize(text: string, limit: number, what: string): void {
  const size = Buffer.byteLength(text);
  if (size <= limit) return;
  const [grown, most] = [size, limit].map((bytes) => `${(bytes / MIB).toFixed(2)} MiB (${bytes} bytes)`);
  throw new StoreFault('session_too_large', `${what} would grow to ${grown}; the limit is ${most}`);
}

/** Writes the changed session, under a mark when its index entry changes with it. */
function save(parts: WriteParts, stored: OpenSession, changed: SessionDocument, { now, limit }: WriteTerms) {
  const { path } = stored;
  const text = encodeSession(changed);
  checkSize(text, limit, path);
  const isSame = sameEntry(entryOf(stored.session, path), entryOf(changed, path));
  keepTorn(parts.fs, parts.folder, stored, now);
  const mark = isSame ? null : parts.index.announce(changed.id);
  try {
    guarded(`writing ${path}`, () => writeAtomic(parts.fs, path, text, stored.bytes ?? undefined));
    dropBackup(parts.fs, parts.folder, stored);
  } catch (error) {
    mark?.clear();
    throw error;
  }
  return mark;
}

/** Read, decide, write; to be run under the session's lock. Null when no session has that id. */
export function changeSession<T>(
  parts: WriteParts,
  id: string,
  terms: WriteTerms,
  decide: (stored: Stored) => Decision<T>,
): Outcome<T> | null {
  const stored = parts.access.openToWrite(id, terms.now);
  if (stored === null) return null;
  const revision = stored.session.revision + 1;
  const { reply, session } = decide({ session: stored.session, path: stored.path });
  if (session === undefined) return { reply, mark: null };
  return { reply, mark: save(parts, stored, { ...session, id, revision, updated_at: terms.now }, terms) };
}

/** Creates the file of a new session; null when the id is taken. */
export function createSession(
  { fs, folder }: WriteParts,
  id: string,
  draft: Omit<SessionDocument, 'id'>,
  limit: number,
): Stored | null {
  const session = SessionDocument.parse({ ...draft, id });
  const text = encodeSession(session);
  checkSize(text, limit, 'the session');
  const path = folder.own(id);
  return guarded(`creating ${path}`, () => {
    fs.mkdir(folder.path);
    // What a move or the original server left under this id is as much in use as a file.
    const others = [folder.pointer(id), backupOf(path)];
    if (others.some((other) => folder.readAt(other) !== null)) return null;
    return writeExclusive(fs, path, text) ? { session, path } : null;
  });
}

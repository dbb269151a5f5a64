import { stamped } from '../core/document.ts';
import { SessionDocument } from '../core/session.ts';
import { writeExclusive } from './atomic-file.ts';
import { guarded } from './fs-faults.ts';
import type { OwnMark } from './index-marks.ts';
import type { Decision, Stored } from './ports.ts';
import { encodeSession } from './session-codec.ts';
import { backupOf } from './session-folder.ts';
import { checkSize, save, type WriteParts, type WriteTerms } from './session-save.ts';

/** The reply of a transaction, and the mark of an index entry that is still to be written. */
export interface Outcome<T> {
  readonly reply: T;
  readonly mark: OwnMark | null;
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
  const stamp = { id, revision: stored.session.revision + 1, updated_at: terms.now };
  const { reply, session } = decide({ session: stored.session, path: stored.path });
  if (session === undefined) return { reply, mark: null };
  return { reply, mark: save(parts, stored, stamped(session, stamp), terms) };
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
    const others = [folder.pointer(id), backupOf(path), folder.tailOf(path)];
    if (others.some((other) => other !== null && folder.readAt(other) !== null)) return null;
    return writeExclusive(fs, path, text) ? { session, path } : null;
  });
}

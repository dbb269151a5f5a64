import type { IndexEntry } from './index-entry.ts';
import { type OpenSession, type Seen, sameSeen } from './open-session.ts';
import { CorruptSession, type Decoded, decodeSession, withTail } from './session-codec.ts';
import { backupOf, missingFault, type SessionFolder } from './session-folder.ts';

/** What the index knows of the session; asked only when the folder cannot tell. */
type AskIndex = () => IndexEntry | null;

/** The session in the original's backup of a file; null when there is none or it holds something else. */
export function decodeBackup(folder: SessionFolder, id: string, path: string): Decoded | null {
  const bytes = folder.readAt(backupOf(path));
  if (bytes === null) return null;
  try {
    return decodeSession(bytes, id, path);
  } catch (error) {
    if (error instanceof CorruptSession) return null;
    throw error;
  }
}

/** A session file and its tail as they were together at one moment. */
interface Files {
  readonly bytes: Uint8Array | null;
  readonly tail: Uint8Array | null;
  readonly seen: Seen | null;
}

/** Reads until no other process has replaced the file meanwhile: its tail may have gone into the new one. */
function readFiles(folder: SessionFolder, path: string): Files {
  const tailPath = folder.tailOf(path);
  for (let before = folder.look(path); ; ) {
    const bytes = folder.readAt(path);
    const tail = tailPath === null ? null : folder.readAt(tailPath);
    const after = folder.look(path);
    const isWhole = sameSeen(before, after);
    if (isWhole || before.file?.stamp === after.file?.stamp)
      return { bytes, tail, seen: isWhole ? after : null };
    before = after;
  }
}

/** The session in the file at `path` or in its backup; null when there is neither. */
export function openAt(folder: SessionFolder, id: string, path: string): OpenSession | null {
  const kept = folder.cache.find(path);
  if (kept !== null) return kept;
  const { bytes, tail, seen } = readFiles(folder, path);
  try {
    if (bytes !== null) return { ...decodeFiles(folder, id, path, bytes, tail), path, bytes, seen };
  } catch (error) {
    if (!(error instanceof CorruptSession) || !error.isTorn || tail !== null) throw error;
    const backup = decodeBackup(folder, id, path);
    if (backup === null) throw error;
    return { ...backup, path, bytes, recovered: true, seen, tail: null };
  }
  // Only this server keeps tails, and it keeps no backup.
  const backup = tail === null ? decodeBackup(folder, id, path) : null;
  return backup && { ...backup, path, bytes, recovered: true, seen, tail: null };
}

function decodeFiles(
  folder: SessionFolder,
  id: string,
  path: string,
  bytes: Uint8Array,
  tail: Uint8Array | null,
) {
  const decoded = { ...decodeSession(bytes, id, path), recovered: false };
  if (tail === null) return { ...decoded, tail: null };
  const { session, length } = withTail(decoded.session, tail, folder.tailOf(path) ?? path);
  return { ...decoded, session, tail: { length, size: tail.length } };
}

/** Whether a session's own history says that it was moved to `path`. */
const saysMoved = ({ session }: OpenSession, path: string) => session.move_history.at(-1)?.to_path === path;

/** The session at `path` if its own history says that it was moved there. */
function movedTo(folder: SessionFolder, id: string, path: string): OpenSession | null {
  try {
    const found = openAt(folder, id, path);
    return found !== null && saysMoved(found, path) ? found : null;
  } catch (error) {
    if (error instanceof CorruptSession) return null;
    throw error;
  }
}

/** A session, or the path of the file that should hold it; null when nobody knows the id. */
type Look = OpenSession | string | null;

function lookFrom(folder: SessionFolder, id: string, target: string | null, askIndex: AskIndex): Look {
  if (target !== null) return openAt(folder, id, target) ?? target;
  const ownPath = folder.own(id);
  const own = openAt(folder, id, ownPath);
  if (own !== null && !own.outdated) return own;
  const known = askIndex();
  if (known === null) return own;
  if (known.path === ownPath) return own ?? ownPath;
  // The original may have left the old file behind when it moved this one.
  if (own !== null) return movedTo(folder, id, known.path) ?? own;
  const there = openAt(folder, id, known.path);
  if (there === null) return known.path;
  // An index that was copied along with its folder names files of the folder that it was copied from.
  return saysMoved(there, known.path) ? there : null;
}

/**
 * Finds and reads a session: where its pointer says, else in its own file, else where the index knows it, as
 * the original server does for moved ones. Null when nobody knows the id. Faults: `session_file_missing`,
 * `session_corrupt`, `session_newer`.
 */
export function lookUp(folder: SessionFolder, id: string, askIndex: AskIndex): OpenSession | null {
  for (let target = folder.target(id); ; ) {
    const look = lookFrom(folder, id, target, askIndex);
    if (look !== null && typeof look !== 'string') return look;
    // Another process may have moved the session after the look at its pointer.
    const now = folder.target(id);
    if (now === target) {
      if (look === null) return null;
      throw missingFault(look);
    }
    target = now;
  }
}

import type { IndexEntry } from './index-entry.ts';
import type { Stored } from './ports.ts';
import { CorruptSession, type Decoded, decodeSession } from './session-codec.ts';
import { backupOf, missingFault, type SessionFolder } from './session-folder.ts';

/** A session with the bytes of the file it belongs to. */
export interface OpenSession extends Stored {
  /** Null when the file is missing and only its backup is there. */
  readonly bytes: Uint8Array | null;
  /** Whether the file has an earlier layout. */
  readonly outdated: boolean;
  /** Whether the content comes from the backup, because the file is missing or torn. */
  readonly recovered: boolean;
}

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

/** The session in the file at `path` or in its backup; null when there is neither. */
export function openAt(folder: SessionFolder, id: string, path: string): OpenSession | null {
  const bytes = folder.readAt(path);
  try {
    if (bytes !== null) return { ...decodeSession(bytes, id, path), path, bytes, recovered: false };
  } catch (error) {
    if (!(error instanceof CorruptSession) || !error.isTorn) throw error;
    const backup = decodeBackup(folder, id, path);
    if (backup === null) throw error;
    return { ...backup, path, bytes, recovered: true };
  }
  const backup = decodeBackup(folder, id, path);
  return backup && { ...backup, path, bytes, recovered: true };
}

/** The session at `path` if its own history says that it was moved there. */
function movedTo(folder: SessionFolder, id: string, path: string): OpenSession | null {
  try {
    const found = openAt(folder, id, path);
    return found?.session.move_history.at(-1)?.to_path === path ? found : null;
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
  return openAt(folder, id, known.path) ?? known.path;
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

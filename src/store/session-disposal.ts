import { guarded } from './fs-faults.ts';
import type { OwnMark } from './index-marks.ts';
import { StoreFault } from './ports.ts';
import { decodeSession } from './session-codec.ts';
import { backupOf } from './session-folder.ts';
import { lookUp } from './session-lookup.ts';
import { fold, type WriteParts } from './session-save.ts';
import { moveToTrash } from './session-trash.ts';

/** Where a discarded session's file went, or null when there was none to move; and the mark to settle. */
export interface Disposal {
  readonly trashedPath: string | null;
  readonly mark: OwnMark;
}

/** What may stand in the way of reading a session that is to be thrown away. */
const UNREADABLE = new Set([
  'session_corrupt',
  'session_file_missing',
  'session_newer',
  'storage_unavailable',
]);

function orNullIfUnreadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof StoreFault && UNREADABLE.has(error.code)) return null;
    throw error;
  }
}

/**
 * Takes sessions out of the folder, readable or not. A file outside it moves only while it holds that very
 * session, because it may have become somebody else's.
 */
export function createDisposal(parts: WriteParts, root: string) {
  const { fs, folder, index, access } = parts;

  /** So that one file is the whole session; when that cannot be done, its tail goes into the trash as well. */
  function foldIfPossible(id: string, now: string): void {
    try {
      const stored = access.openToWrite(id, now);
      if (stored !== null) fold(parts, stored);
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
    }
    parts.tails.delete(id);
  }

  function holds(id: string, path: string): boolean {
    const bytes = folder.readAt(path);
    return bytes !== null && orNullIfUnreadable(() => decodeSession(bytes, id, path)) !== null;
  }

  /** Every file of the session; the one that counts comes first. */
  function files(id: string): { all: string[]; pointer: string | null; known: boolean } {
    const known = index.peek(id);
    const pointer = folder.readAt(folder.pointer(id)) && folder.pointer(id);
    const own = folder.own(id);
    const lies = orNullIfUnreadable(() => lookUp(folder, id, () => known))?.path ?? own;
    const outside = lies === own ? [] : [lies, backupOf(lies)].filter((path) => holds(id, path));
    const beside = [own, backupOf(own), folder.tailOf(own)].filter((path) => path !== null);
    const inside = beside.filter((path) => folder.look(path).file !== null);
    return { all: [...outside, ...inside], pointer, known: known !== null };
  }

  return (id: string, now: string): Disposal | null => {
    foldIfPossible(id, now);
    const { all, pointer, known } = files(id);
    if (all.length === 0 && pointer === null && !known) return null;
    const mark = index.announce(id);
    try {
      const [trashedPath = null] = all.map((path) => moveToTrash(fs, root, path, id, now));
      // The pointer goes last: without it an old file that a move left behind would count.
      if (pointer !== null) guarded(`removing ${pointer}`, () => fs.unlink(pointer));
      return { trashedPath, mark };
    } catch (error) {
      mark.clear();
      throw error;
    }
  };
}

import { guarded } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import type { OwnMark } from './index-marks.ts';
import { StoreFault } from './ports.ts';
import { decodeSession } from './session-codec.ts';
import type { SessionFolder } from './session-folder.ts';
import type { SessionIndex } from './session-index.ts';
import { moveToTrash } from './session-trash.ts';

/** Where a discarded session's file went, or null when there was none to move; and the mark to settle. */
export interface Disposal {
  readonly trashedPath: string | null;
  readonly mark: OwnMark;
}

function orNullIfCorrupt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof StoreFault && error.code === 'session_corrupt') return null;
    throw error;
  }
}

/**
 * Takes sessions out of the folder, readable or not. A file outside it moves only while it holds that very
 * session, because it may have become somebody else's.
 */
export function createDisposal(fs: FsLayer, root: string, folder: SessionFolder, index: SessionIndex) {
  function holds(id: string, path: string): boolean {
    const found = folder.readAt(path);
    return found !== null && orNullIfCorrupt(() => decodeSession(found.bytes, id, path)) !== null;
  }

  function files(id: string): { file: string | null; pointer: string | null; known: boolean } {
    const known = index.peek(id);
    const pointer = folder.readAt(folder.pointer(id))?.path ?? null;
    const own = folder.readAt(folder.own(id))?.path ?? null;
    const moved = orNullIfCorrupt(() => folder.target(id)) ?? known?.path ?? null;
    const file = own ?? (moved !== null && holds(id, moved) ? moved : null);
    return { file, pointer, known: known !== null };
  }

  return (id: string, now: string): Disposal | null => {
    const { file, pointer, known } = files(id);
    if (file === null && pointer === null && !known) return null;
    const mark = index.announce(id);
    try {
      const trashedPath = file && moveToTrash(fs, root, file, id, now);
      if (pointer !== null) guarded(`removing ${pointer}`, () => fs.unlink(pointer));
      return { trashedPath, mark };
    } catch (error) {
      mark.clear();
      throw error;
    }
  };
}

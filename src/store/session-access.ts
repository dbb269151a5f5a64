import type { FsLayer } from './fs-layer.ts';
import { StoreFault } from './ports.ts';
import { CorruptSession, isReadOnly, newerFault } from './session-codec.ts';
import type { SessionFolder } from './session-folder.ts';
import type { SessionIndex } from './session-index.ts';
import { lookUp, type OpenSession } from './session-lookup.ts';
import { setAside } from './session-trash.ts';

/** Finding and opening sessions by id; null when nobody knows the id. */
export interface SessionAccess {
  open(id: string): OpenSession | null;
  /** Refuses a session of a later version; of an unreadable one it keeps a copy, which the fault names. */
  openToWrite(id: string, now: string): OpenSession | null;
}

export function createSessionAccess(fs: FsLayer, folder: SessionFolder, index: SessionIndex): SessionAccess {
  const open = (id: string) => lookUp(folder, id, () => index.peek(id));
  function openOrKeep(id: string, now: string): OpenSession | null {
    try {
      return open(id);
    } catch (error) {
      if (!(error instanceof CorruptSession)) throw error;
      const copy = setAside(fs, folder.own(id), error.bytes, now);
      throw new StoreFault('session_corrupt', `${error.message}; a copy is kept as ${copy}`);
    }
  }
  return {
    open,
    openToWrite: (id, now) => {
      const found = openOrKeep(id, now);
      if (found === null) return null;
      if (isReadOnly(found.session)) throw newerFault(found.path);
      return found;
    },
  };
}

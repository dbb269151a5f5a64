import type { SessionDocument } from '../core/session.ts';
import type { FsLayer } from './fs-layer.ts';
import { type Stored, StoreFault } from './ports.ts';
import { decodeSession, isReadOnly, newerFault } from './session-codec.ts';
import { type FoundFile, missingFault, type SessionFolder } from './session-folder.ts';
import type { SessionIndex } from './session-index.ts';
import { setAside } from './session-trash.ts';

/** A session with the bytes it was read from. */
export interface OpenSession extends Stored {
  readonly bytes: Uint8Array;
}

/** Finding and opening sessions by id; null when nobody knows the id. */
export interface SessionAccess {
  open(id: string): OpenSession | null;
  /** Refuses a session of a later version; of an unreadable one it keeps a copy, which the fault names. */
  openToWrite(id: string, now: string): OpenSession | null;
}

export function createSessionAccess(fs: FsLayer, folder: SessionFolder, index: SessionIndex): SessionAccess {
  function find(id: string): FoundFile | null {
    const found = folder.find(id);
    if (found !== null) return found;
    const known = index.peek(id);
    if (known === null) return null;
    const elsewhere = known.path === folder.own(id) ? null : folder.readAt(known.path);
    if (elsewhere === null) throw missingFault(known.path);
    return elsewhere;
  }

  function decodeOrKeep(found: FoundFile, id: string, now: string): SessionDocument {
    try {
      return decodeSession(found.bytes, id, found.path);
    } catch (error) {
      if (!(error instanceof StoreFault) || error.code !== 'session_corrupt') throw error;
      const copy = setAside(fs, folder.own(id), found.bytes, now);
      throw new StoreFault('session_corrupt', `${error.message}; a copy is kept as ${copy}`);
    }
  }

  return {
    open: (id) => {
      const found = find(id);
      return found && { ...found, session: decodeSession(found.bytes, id, found.path) };
    },
    openToWrite: (id, now) => {
      const found = find(id);
      if (found === null) return null;
      const session = decodeOrKeep(found, id, now);
      if (isReadOnly(session)) throw newerFault(found.path);
      return { ...found, session };
    },
  };
}

import { SETTLED_MS } from './changing-file.ts';
import { type OpenSession, type Seen, sameSeen } from './open-session.ts';

/** Sessions that are at work at the same time. */
const MOST_SESSIONS = 8;
/** What their files may take together, in bytes; the newest one is kept whatever it takes. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The sessions last used, so that a call on one neither reads nor parses what this process knows. */
export interface SessionCache {
  /** The session whose file is at `path`, if that and its tail are as they were; else null. */
  find(path: string): OpenSession | null;
  /** Remembers a session as it lies on disk; one that changed while it was read is not kept. */
  keep(found: OpenSession): void;
  drop(path: string): void;
}

/** How the cache looks at session files. */
interface Disk {
  look(path: string): Seen;
  readAt(path: string): Uint8Array | null;
}

const bytesOf = ({ seen }: OpenSession) => (seen?.file?.size ?? 0) + (seen?.tail?.size ?? 0);

/**
 * The session of the entry as it may be kept on, or null. A file written a moment ago may have been written
 * again under the same stamp, so until its time has passed its bytes are compared; a tail only grows.
 */
function confirmed(disk: Disk, kept: OpenSession, now: Seen): OpenSession | null {
  const { bytes, path } = kept;
  if (bytes === null || now.file === null) return kept;
  const isSettled = Date.now() - now.file.mtimeMs > SETTLED_MS;
  const there = disk.readAt(path);
  if (there === null || !Buffer.from(bytes).equals(there)) return null;
  return isSettled ? { ...kept, bytes: null } : kept;
}

/** A cache of a few sessions of one data root. */
export function createSessionCache(disk: Disk): SessionCache {
  // In the order of their last use.
  const entries = new Map<string, OpenSession>();
  const shrink = () => {
    let bytes = 0;
    for (const found of entries.values()) bytes += bytesOf(found);
    for (const [path, found] of entries) {
      if (entries.size === 1 || (entries.size <= MOST_SESSIONS && bytes <= MOST_BYTES)) return;
      bytes -= bytesOf(found);
      entries.delete(path);
    }
  };
  const put = (found: OpenSession) => {
    entries.delete(found.path);
    entries.set(found.path, found);
  };
  return {
    find: (path) => {
      const kept = entries.get(path);
      if (kept?.seen == null) return null;
      const now = disk.look(path);
      const found = sameSeen(kept.seen, now) ? confirmed(disk, kept, now) : null;
      if (found === null) entries.delete(path);
      else put(found);
      return found;
    },
    keep: (found) => {
      if (found.seen === null || found.recovered || found.outdated) return;
      put(found);
      shrink();
    },
    drop: (path) => void entries.delete(path),
  };
}

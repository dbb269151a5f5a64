import type { FileStat, FsLayer } from './fs-layer.ts';

/** A file changed this recently may change again without a new time stamp, so it is read every time. */
export const SETTLED_MS = 100;

/** Reads files that others may change at any time. */
export interface FileReader<T> {
  /** What the file holds, read again only when its time, size or identity differs; null without a file. */
  read(path: string): T | null;
  /** Remembers what this process has just written there, while nobody else may write. */
  keep(path: string, value: T): void;
}

/** What tells two states of a file apart. */
export const stampOf = (stat: FileStat) => [stat.mtimeMs, stat.size, stat.ino].join(':');

/** A reader that turns a file into a value with `load`. */
export function createFileReader<T>(
  fs: FsLayer,
  load: (path: string, size: number, isFile: boolean) => T,
): FileReader<T> {
  const kept = new Map<string, { stamp: string; value: T }>();
  return {
    read: (path) => {
      const stat = fs.stat(path);
      if (stat === null) return null;
      const stamp = stampOf(stat);
      const known = kept.get(path);
      if (known?.stamp === stamp) return known.value;
      const isSettled = Date.now() - stat.mtimeMs > SETTLED_MS;
      const value = load(path, stat.size, stat.isFile);
      if (isSettled) kept.set(path, { stamp, value });
      return value;
    },
    keep: (path, value) => {
      try {
        const stat = fs.stat(path);
        if (stat !== null) {
          kept.set(path, { stamp: stampOf(stat), value });
          return;
        }
      } catch {
        // What cannot be looked at is read anew.
      }
      kept.delete(path);
    },
  };
}

import { unlessAbsent } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';

/** A file changed this recently may change again without a new time stamp, so it is read every time. */
const SETTLED_MS = 100;

/**
 * Reads files that a person may edit at any time: `read` runs again only when the file's time, size or
 * identity differs. Null when the file is not there.
 */
export function createFileReader<T>(fs: FsLayer, read: (path: string, size: number, isFile: boolean) => T) {
  const kept = new Map<string, { stamp: string; value: T }>();
  return (path: string): T | null => {
    const stat = unlessAbsent(() => fs.stat(path), null);
    if (stat === null) return null;
    const stamp = [stat.mtimeMs, stat.size, stat.ino].join(':');
    const known = kept.get(path);
    if (known?.stamp === stamp) return known.value;
    const isSettled = Date.now() - stat.mtimeMs > SETTLED_MS;
    const value = read(path, stat.size, stat.isFile);
    if (isSettled) kept.set(path, { stamp, value });
    return value;
  };
}

import { basename, dirname, join, sep } from 'node:path';
import { unlessAbsent } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';

/** Where the server keeps what is its own; `exports` holds copies, which anybody may replace. */
const KEPT = ['sessions', 'locks', 'index.dirty', 'trash', 'lenses', 'search'];

/** The path without symbolic links, as far as it exists. */
export function realPath(fs: FsLayer, path: string): string {
  const whole = unlessAbsent(() => fs.realpath(path), null);
  if (whole !== null) return whole;
  return join(
    unlessAbsent(() => fs.realpath(dirname(path)), dirname(path)),
    basename(path),
  );
}

/** Whether a path without links is the server's own: a file in the data root itself, or in a folder of it. */
export function isOwnPlace(fs: FsLayer, path: string, root: string): boolean {
  if (dirname(path) === realPath(fs, root)) return true;
  return KEPT.some((name) => `${path}${sep}`.startsWith(realPath(fs, join(root, name)) + sep));
}

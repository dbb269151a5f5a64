import { chmodSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeAtomic } from './atomic-file.ts';
import { guarded, unlessAbsent } from './fs-faults.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import { isOwnPlace, realPath } from './own-places.ts';
import { wasMovedTo } from './session-codec.ts';

/** Writes an export that is too long for a reply below the data root; the newest one of a name stands there. */
export function keepExport(root: string, name: string, text: string, fs: FsLayer = realFs): string {
  const path = join(root, 'exports', name);
  guarded(`writing ${path}`, () => {
    fs.mkdir(dirname(path));
    writeAtomic(fs, path, text);
  });
  return path;
}

/** Why a text was not written where a person wanted it. */
export type WriteRefusal = 'no_folder' | 'no_file' | 'own_place' | 'read_only' | 'moved_session';

/**
 * Writes a text where a person wants it, as a whole or not at all; a link and the mode of a file stay.
 * Nothing of the server's own below the data root is replaced, no read-only file, and no session that was moved away.
 * Returns why nothing was written, or null. Throws a StoreFault when the disk refuses.
 */
export function writeOut(
  root: string,
  target: string,
  text: string,
  fs: FsLayer = realFs,
): WriteRefusal | null {
  const asked = resolve(target);
  return guarded(`writing ${asked}`, () => {
    const refusal = refusalFor(fs, root, asked);
    if (refusal !== null) return refusal;
    const path = realPath(fs, asked);
    const mode = modeAt(path);
    writeAtomic(fs, path, text);
    if (mode !== null) chmodSync(path, mode);
    return null;
  });
}

/** The bits of a file's mode; null when nothing is there. */
function modeAt(path: string): number | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : stat.mode & 0o7777;
}

function refusalFor(fs: FsLayer, root: string, asked: string): WriteRefusal | null {
  if (unlessAbsent(() => fs.stat(dirname(asked)), null)?.isFolder !== true) return 'no_folder';
  const there = unlessAbsent(() => fs.stat(asked), null);
  if (there !== null && !there.isFile) return 'no_file';
  const path = realPath(fs, asked);
  if (isOwnPlace(fs, path, root)) return 'own_place';
  if (there === null) return null;
  // Replacing needs no right to the file itself, and root may write everything, so the mode counts.
  if (((modeAt(path) ?? 0o200) & 0o222) === 0) return 'read_only';
  return wasMovedTo(fs.readFile(path), path) ? 'moved_session' : null;
}

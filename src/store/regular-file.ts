import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The way to open a file for reading that waits for nobody; Windows has no such word and no such files. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** The way to open a file for appending that waits for nobody, and writes to no file that a link leads to. */
const APPEND =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOFOLLOW ?? 0);

/** How the store opens a file: to read, to append, or to write one that is not there yet. */
export type OpenMode = 'r' | 'a' | 'wx';

const FLAGS = { r: READ, a: APPEND, wx: 'wx' } as const;

/** Opens a file or folder; a pipe without a partner fails or gives nothing, in place of waiting for one. */
export function openUnblocked(path: string, how: OpenMode, mode: number): number {
  return openSync(path, FLAGS[how], mode);
}

/**
 * The whole content of a file.
 * Throws EINVAL for a pipe, a terminal or a device: reading one of these may never end.
 */
export function readRegularFile(path: string): Buffer {
  const fd = openUnblocked(path, 'r', 0);
  try {
    const stat = fstatSync(fd);
    if (stat.isFile() || stat.isDirectory()) return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
  throw Object.assign(new Error(`EINVAL: no regular file, open '${path}'`), { code: 'EINVAL' });
}

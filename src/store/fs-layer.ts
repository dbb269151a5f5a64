import {
  accessSync,
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  utimesSync,
  watch,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type OpenMode, openUnblocked, readRegularFile } from './regular-file.ts';

/** What the store needs to know of a file: `mtimeMs` in ms since 1970, `size` in bytes. */
export interface FileStat {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino: number;
  readonly dev: number;
  readonly isFile: boolean;
  readonly isFolder: boolean;
}

/** Every call of the store to the file system, so that a test can make each one fail in turn. */
export interface FsLayer {
  open(path: string, how: OpenMode, mode: number): number;
  /** Writes from `offset` on and returns how many bytes went out, which may be fewer than asked. */
  write(fd: number, bytes: Uint8Array, offset: number): number;
  /** Reads into all of `bytes` from a position in the file on; returns how many came. */
  read(fd: number, bytes: Uint8Array, position: number): number;
  fsync(fd: number): void;
  /** Flushes the content and what is needed to read it back. */
  fdatasync(fd: number): void;
  /** Cuts the file off after so many bytes. */
  truncate(fd: number, bytes: number): void;
  close(fd: number): void;
  rename(from: string, to: string): void;
  link(from: string, to: string): void;
  unlink(path: string): void;
  /** Makes the folder with its parents, private to the user; no error when it is there. */
  mkdir(path: string): void;
  readdir(path: string): string[];
  /** Null when nothing is there, because most looks are for a file that may be absent. */
  stat(path: string): FileStat | null;
  /** What an open file is, and how many names it has: none when somebody removed it. */
  fstat(fd: number): FileStat & { readonly names: number };
  /** Fails for what is no regular file. */
  readFile(path: string): Uint8Array;
  /** Sets the file's time to now; forgives a failure. */
  touch(path: string): void;
  /** The path without symbolic links; it must exist. */
  realpath(path: string): string;
  /** Throws unless this user may make files in the folder. */
  checkWritable(folder: string): void;
  /** Tells the name of each thing in the folder that changes, null where the system does not say; returns its end. */
  watch(folder: string, onEvent: (name: string | null) => void): () => void;
  /** Blocks the thread for some milliseconds; only between two tries of a refused call. */
  sleep(ms: number): void;
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);

/** Node's own way with parents never ends where the system denies a folder that could be made, as below /proc. */
function makeFolders(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (isThere === true) return;
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || statSync(parent, { throwIfNoEntry: false }) !== undefined) throw error;
    makeFolders(parent);
    makeFolders(path);
  }
}

const fileStatOf = (stat: Stats): FileStat => ({
  mtimeMs: stat.mtimeMs,
  size: stat.size,
  ino: stat.ino,
  dev: stat.dev,
  isFile: stat.isFile(),
  isFolder: stat.isDirectory(),
});

/** The synchronous calls of node:fs. */
export const realFs: FsLayer = {
  open: openUnblocked,
  write: (fd, bytes, offset) => writeSync(fd, bytes, offset, bytes.length - offset),
  read: (fd, bytes, position) => readSync(fd, bytes, 0, bytes.length, position),
  fsync: (fd) => fsyncSync(fd),
  fdatasync: (fd) => fdatasyncSync(fd),
  truncate: (fd, bytes) => ftruncateSync(fd, bytes),
  close: (fd) => closeSync(fd),
  rename: (from, to) => renameSync(from, to),
  link: (from, to) => linkSync(from, to),
  unlink: (path) => unlinkSync(path),
  mkdir: makeFolders,
  readdir: (path) => readdirSync(path),
  stat: (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? null : fileStatOf(stat);
  },
  fstat: (fd) => {
    const stat = fstatSync(fd);
    return { ...fileStatOf(stat), names: stat.nlink };
  },
  readFile: readRegularFile,
  touch: (path) => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // A lease that cannot be renewed is at worst taken over by another host.
    }
  },
  realpath: (path) => realpathSync(path),
  checkWritable: (folder) => accessSync(folder, constants.W_OK | constants.X_OK),
  watch: (folder, onEvent) => {
    // It keeps no process alive.
    const watcher = watch(folder, { persistent: false }, (_, name) => onEvent(name));
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  },
  sleep: (ms) => {
    Atomics.wait(sleeper, 0, 0, ms);
  },
};

import { isUtf8 } from 'node:buffer';
import { dirname } from 'node:path';
import { randomHex } from './chance.ts';
import { errorCode, unlessAbsent } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';

/** Names of temporary files; the first group is the process that made it. */
export const TEMP_NAME = /\.(\d+)-\d+-[0-9a-f]{8}\.tmp$/;

/** What a scanner that holds a file for a moment makes of a rename, on Windows above all. */
const REFUSED = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Pauses between two tries of a refused rename, in ms; about two seconds in all. */
const PAUSES = [1, 2, 5, 10, 20, 50, 100, 200, 400, 600, 600];
/** How file systems without hard links refuse one. */
const LINKLESS = new Set(['EPERM', 'EACCES', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'EINVAL']);
/** How platforms that cannot flush a folder say so. */
const UNFLUSHABLE = new Set(['EINVAL', 'EPERM', 'EISDIR', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP']);

/** Tells the names of this process from those of one with the same number elsewhere. */
const MAKER = randomHex(8);
let made = 0;

/** A fresh name beside `path`, unlike any that another process or call makes. */
export function tempName(path: string): string {
  made += 1;
  return `${path}.${process.pid}-${made}-${MAKER}.tmp`;
}

/** Removes a file and forgives a failure, after a second try. */
export function removeQuietly(fs: FsLayer, path: string): void {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      fs.unlink(path);
      return;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
    }
  }
}

/** Writes the bytes to the open file, in as many pieces as the system takes. */
export function writeAll(fs: FsLayer, fd: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += fs.write(fd, bytes, offset);
}

function fill(fs: FsLayer, path: string, bytes: Uint8Array, durable: boolean): void {
  const fd = fs.open(path, 'wx', 0o600);
  try {
    try {
      writeAll(fs, fd, bytes);
      if (durable) fs.fsync(fd);
    } finally {
      fs.close(fd);
    }
  } catch (error) {
    removeQuietly(fs, path);
    throw error;
  }
}

function writeTemp(fs: FsLayer, path: string, bytes: Uint8Array, durable: boolean): string {
  const temp = tempName(path);
  fill(fs, temp, bytes, durable);
  return temp;
}

/** Runs `work` on the open folder; null stands for one that the platform can neither open nor flush. */
function withFolder<T>(fs: FsLayer, folder: string, work: (fd: number | null) => T): T {
  const fd = unlessUnflushable(() => fs.open(folder, 'r', 0));
  try {
    return work(fd);
  } finally {
    if (fd !== null) closeQuietly(fs, fd);
  }
}

function closeQuietly(fs: FsLayer, fd: number): void {
  try {
    fs.close(fd);
  } catch {
    // Nothing was written through it, so its end decides nothing.
  }
}

function unlessUnflushable<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (UNFLUSHABLE.has(errorCode(error) ?? '')) return null;
    throw error;
  }
}

/** Makes a rename or an unlink in the folder survive a power loss, where the platform can. */
export function flushFolder(fs: FsLayer, folder: string): void {
  withFolder(fs, folder, (fd) => flush(fs, fd));
}

const flush = (fs: FsLayer, fd: number | null) => fd !== null && unlessUnflushable(() => fs.fsync(fd));

function renamePatiently(fs: FsLayer, from: string, to: string): void {
  for (const pause of PAUSES) {
    try {
      fs.rename(from, to);
      return;
    } catch (error) {
      if (!REFUSED.has(errorCode(error) ?? '')) throw error;
      fs.sleep(pause);
    }
  }
  fs.rename(from, to);
}

function replace(fs: FsLayer, path: string, bytes: Uint8Array): void {
  const temp = writeTemp(fs, path, bytes, true);
  try {
    renamePatiently(fs, temp, path);
  } catch (error) {
    removeQuietly(fs, temp);
    throw error;
  }
}

/**
 * Replaces the file as a whole, or leaves it as it was: after a crash or a power loss the old or the new
 * text is there. `previous` is put back when the folder cannot be flushed after the rename.
 */
export function writeAtomic(fs: FsLayer, path: string, text: string, previous?: Uint8Array): void {
  // Opened first, because where no file can be opened after the rename nothing could be put back either.
  withFolder(fs, dirname(path), (folder) => {
    replace(fs, path, Buffer.from(text));
    try {
      flush(fs, folder);
    } catch (error) {
      if (previous !== undefined) putBack(fs, path, previous);
      throw error;
    }
  });
}

/** Replaces the file of a cache: one try, and no wait for anybody. Throws what the system says. */
export function replaceOnce(fs: FsLayer, path: string, bytes: Uint8Array): void {
  const temp = writeTemp(fs, path, bytes, true);
  try {
    fs.rename(temp, path);
  } catch (error) {
    removeQuietly(fs, temp);
    throw error;
  }
}

/** Writes what a file held before a change that failed; forgives a failure. */
export function putBack(fs: FsLayer, path: string, previous: Uint8Array): void {
  try {
    replace(fs, path, previous);
  } catch {
    // The flush error that brought us here is the one worth telling.
  }
}

/**
 * Creates the file with its whole content at once; false when something of that name is there already.
 * `durable: false` leaves out the flushes, for files that mean nothing after a power loss.
 */
export function writeExclusive(
  fs: FsLayer,
  path: string,
  content: string | Uint8Array,
  { durable }: { durable: boolean } = { durable: true },
): boolean {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (!placeExclusive(fs, path, bytes, durable)) return false;
  if (!durable) return true;
  try {
    flushFolder(fs, dirname(path));
  } catch (error) {
    removeQuietly(fs, path);
    throw error;
  }
  return true;
}

function placeExclusive(fs: FsLayer, path: string, bytes: Uint8Array, durable: boolean): boolean {
  const temp = writeTemp(fs, path, bytes, durable);
  try {
    fs.link(temp, path);
    return true;
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!LINKLESS.has(code)) throw error;
    return fillUnlessThere(fs, path, bytes, durable);
  } finally {
    removeQuietly(fs, temp);
  }
}

function fillUnlessThere(fs: FsLayer, path: string, bytes: Uint8Array, durable: boolean): boolean {
  try {
    fill(fs, path, bytes, durable);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The bytes of a file, or null when it is not there. */
export function readIfThere(fs: FsLayer, path: string): Uint8Array | null {
  return unlessAbsent(() => fs.readFile(path), null);
}

/** UTF-8 text without its byte order mark; null when the bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | null {
  if (!isUtf8(bytes)) return null;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

import { dirname } from 'node:path';
import { flushFolder, removeQuietly, writeAll } from './atomic-file.ts';
import type { FsLayer } from './fs-layer.ts';

/** The tail file beside a session: the bytes that are whole lines, and all that the file has. */
export interface TailSize {
  readonly length: number;
  readonly size: number;
}

function write(fs: FsLayer, path: string, line: Uint8Array, tail: TailSize | null): void {
  const fd = fs.open(path, 'a', 0o600);
  try {
    if (tail !== null && tail.size > tail.length) fs.truncate(fd, tail.length);
    writeAll(fs, fd, line);
    fs.fdatasync(fd);
  } finally {
    fs.close(fd);
  }
}

/** Cuts off what a failed append may have left; forgives a failure. */
function undo(fs: FsLayer, path: string, tail: TailSize | null): void {
  if (tail === null) {
    removeQuietly(fs, path);
    return;
  }
  try {
    const fd = fs.open(path, 'a', 0o600);
    try {
      fs.truncate(fd, tail.length);
    } finally {
      fs.close(fd);
    }
  } catch {
    // The error that brought us here is the one worth telling.
  }
}

/**
 * Adds a line to a tail that has `tail`, or begins one, and returns when it is safe on disk; a torn end is cut
 * off before. When that fails the tail is as it was.
 */
export function appendLine(fs: FsLayer, path: string, line: Uint8Array, tail: TailSize | null): void {
  try {
    write(fs, path, line, tail);
    if (tail === null) flushFolder(fs, dirname(path));
  } catch (error) {
    undo(fs, path, tail);
    throw error;
  }
}

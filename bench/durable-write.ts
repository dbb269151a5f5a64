import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The least that keeps a file whole and current on disk. */
export function replaceDurably(folder: string, bytes: Uint8Array): void {
  const temp = join(folder, 'floor.tmp');
  const file = openSync(temp, 'wx', 0o600);
  writeSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
  renameSync(temp, join(folder, 'floor.json'));
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** The least that adds to a file so that it is on disk. */
export function appendDurably(folder: string, bytes: Uint8Array): void {
  const file = openSync(join(folder, 'floor.tail'), 'a', 0o600);
  writeSync(file, bytes);
  fdatasyncSync(file);
  closeSync(file);
}

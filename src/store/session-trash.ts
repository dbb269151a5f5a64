import { basename, dirname, join } from 'node:path';
import { flushFolder, removeQuietly, writeExclusive } from './atomic-file.ts';
import { errorCode, guarded } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import type { OpenSession } from './open-session.ts';
import { backupOf, type SessionFolder } from './session-folder.ts';
import { decodeBackup } from './session-lookup.ts';

/** A time as part of a file name, on every system. */
export const fileStamp = (now: string) => now.replaceAll(/[^0-9A-Za-z.+-]/g, '-');

/** Gives the file a second name, or a copy where the disk allows none; false when the name is taken. */
function secondName(fs: FsLayer, from: string, to: string): boolean {
  try {
    fs.link(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (errorCode(error) === 'ENOENT') throw error;
    return writeExclusive(fs, to, fs.readFile(from));
  }
}

/** Takes what lies at `from` away to `to`; false when something is there. What is in between is never lost. */
function takeAway(fs: FsLayer, from: string, to: string): boolean {
  // A folder can have no second name.
  if (fs.stat(from)?.isFolder === true) {
    if (fs.stat(to) !== null) return false;
    fs.rename(from, to);
    return true;
  }
  if (!secondName(fs, from, to)) return false;
  try {
    flushFolder(fs, dirname(to));
    fs.unlink(from);
  } catch (error) {
    removeQuietly(fs, to);
    throw error;
  }
  return true;
}

/** Moves a file into `<root>/trash/` without ever replacing one there; returns its new path. */
export function moveToTrash(fs: FsLayer, root: string, path: string, id: string, now: string): string {
  const folder = join(root, 'trash');
  return guarded(`moving ${path} into ${folder}`, () => {
    fs.mkdir(folder);
    const ending = path.endsWith('.tail.jsonl') ? '.tail.jsonl' : '.json';
    for (let copy = 1; ; copy += 1) {
      const to = join(folder, `${id}-${fileStamp(now)}${copy === 1 ? '' : `-${copy}`}${ending}`);
      if (takeAway(fs, path, to)) return to;
    }
  });
}

/** Keeps a copy of unreadable bytes beside the session file, once for the same bytes; returns its path. */
export function setAside(fs: FsLayer, own: string, bytes: Uint8Array, now: string): string {
  const stem = own.replace(/\.json$/, '.corrupt-');
  return guarded(`keeping a copy of ${own}`, () => {
    const copies = fs.readdir(dirname(own)).filter((name) => name.startsWith(basename(stem)));
    const same = copies.find((name) => Buffer.from(bytes).equals(fs.readFile(join(dirname(own), name))));
    if (same !== undefined) return join(dirname(own), same);
    for (let copy = 1; ; copy += 1) {
      const path = `${stem}${fileStamp(now)}${copy === 1 ? '' : `-${copy}`}`;
      if (writeExclusive(fs, path, bytes)) return path;
    }
  });
}

/** Keeps the torn bytes of a session that was read from its backup, before they are written over. */
export function keepTorn(fs: FsLayer, folder: SessionFolder, stored: OpenSession, now: string): void {
  const { bytes, recovered, session } = stored;
  if (recovered && bytes !== null && bytes.length > 0) setAside(fs, folder.own(session.id), bytes, now);
}

/** Removes the original's backup of a file that has just been written: later it would be a stale truth. */
export function dropBackup(fs: FsLayer, folder: SessionFolder, stored: OpenSession): void {
  const { recovered, outdated, session, path } = stored;
  if (!recovered && !outdated) return;
  try {
    if (decodeBackup(folder, session.id, path) !== null) removeQuietly(fs, backupOf(path));
  } catch {
    // What matters is written; a backup that cannot be read now cannot be taken for the session either.
  }
}

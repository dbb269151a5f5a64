import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { decodeText, readIfThere, removeQuietly, writeAtomic, writeExclusive } from '../store/atomic-file.ts';
import type { FsLayer } from '../store/fs-layer.ts';
import type { Scope } from './client.ts';

/** A client's file as it is on disk. */
export interface ConfigFile {
  /** The path that the client names. */
  readonly path: string;
  /** The same without symbolic links; a link stays a link. */
  readonly real: string;
  /** Null when the file is not there. */
  readonly bytes: Uint8Array | null;
  /** The text without the mark; null when it is not UTF-8. */
  readonly text: string | null;
  /** Whether the file begins with a byte-order mark. */
  readonly marked: boolean;
}

/** Why a file cannot be used at all. */
export type FileProblem = 'dangling_link' | 'read_only' | 'changed_meanwhile';

/** The file at the first of the paths where there is one, else at the first path. Throws what the system throws. */
export function readConfigFile(fs: FsLayer, paths: readonly string[]): ConfigFile | null {
  const path = paths.find((each) => fs.stat(each) !== null) ?? paths[0];
  if (path === undefined) return null;
  const bytes = readIfThere(fs, path);
  const real = bytes === null ? path : fs.realpath(path);
  const text = bytes === null ? '' : decodeText(bytes);
  return { path, real, bytes, text, marked: bytes !== null && isMarked(bytes) };
}

/** Whether the bytes begin with the byte-order mark of UTF-8. */
export function isMarked(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Why the file must not be written; null when it may be. Root may write everything, so the mode counts. */
export function writeProblem(fs: FsLayer, { path, real, bytes }: ConfigFile): FileProblem | null {
  if (bytes === null && isLink(path)) return 'dangling_link';
  if (bytes === null) return fs.stat(path) === null ? null : 'changed_meanwhile';
  if ((statSync(real).mode & 0o222) === 0) return 'read_only';
  const now = readIfThere(fs, real);
  return now !== null && Buffer.compare(now, bytes) === 0 ? null : 'changed_meanwhile';
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Replaces or makes the file as a whole; the mark, the mode and a link stay. */
export function writeConfigFile(fs: FsLayer, file: ConfigFile, text: string, scope: Scope): void {
  const mode = modeFor(file, scope);
  if (file.bytes === null) mkdirSync(dirname(file.path), { recursive: true });
  writeAtomic(fs, file.real, (file.marked ? '\uFEFF' : '') + text, file.bytes ?? undefined);
  // Until here the new file is private, so that nobody reads more than before.
  if (mode !== 0o600) chmodSync(file.real, mode);
}

/** A file of the user may hold tokens; one of a project is shared. */
function modeFor({ real, bytes }: ConfigFile, scope: Scope): number {
  if (bytes !== null) return statSync(real).mode & 0o7777;
  return scope === 'user' ? 0o600 : 0o644;
}

/** Deletes the file itself, or the link to it. */
export function deleteConfigFile(fs: FsLayer, { path }: ConfigFile): void {
  fs.unlink(path);
}

/** The names of the copies, in the order in which they are made. */
function* backupNames(real: string): Generator<string> {
  yield `${real}.deep-think-backup`;
  for (let count = 2; ; count += 1) yield `${real}.deep-think-backup-${count}`;
}

/** Keeps the bytes beside the file and returns the path of the copy; one that is there already serves again. */
export function backUp(fs: FsLayer, { real, bytes }: ConfigFile): string | null {
  if (bytes === null) return null;
  for (const name of backupNames(real)) {
    const there = readIfThere(fs, name);
    if (there !== null && Buffer.compare(there, bytes) === 0) return name;
    if (there === null && writeExclusive(fs, name, bytes)) return name;
  }
  return null;
}

/** The copies that are there, the newest first. */
export function backupsOf(
  fs: FsLayer,
  { real }: ConfigFile,
): readonly { readonly path: string; readonly bytes: Uint8Array }[] {
  const found: { path: string; bytes: Uint8Array }[] = [];
  for (const path of backupNames(real)) {
    const bytes = readIfThere(fs, path);
    if (bytes === null) return found.reverse();
    found.push({ path, bytes });
  }
  return found;
}

/** Deletes a copy that is no longer of use. */
export function dropBackup(fs: FsLayer, path: string): void {
  removeQuietly(fs, path);
}

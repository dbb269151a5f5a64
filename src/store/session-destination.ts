import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { errorCode, systemReason } from './fs-faults.ts';
import type { FileStat, FsLayer } from './fs-layer.ts';
import { isOwnPlace, realPath } from './own-places.ts';
import type { MoveOutcome, MoveRefusalCode } from './ports.ts';
import { decodeSession, isReadOnly } from './session-codec.ts';

export type Refusal = Extract<MoveOutcome, { kind: 'refused' }>;

/** Where a move writes, and the bytes that it replaces there; null when nothing is there. */
export interface Destination {
  readonly path: string;
  readonly replaced: Uint8Array | null;
}

/** What a destination is judged by. */
export interface MoveRequest {
  readonly id: string;
  readonly to: string;
  readonly force: boolean;
  /** The user's home folder. */
  readonly home: string;
  readonly root: string;
  /** The file where the session lies now. */
  readonly current: string;
  /** The session's own file in the data root, which need not be there. */
  readonly own: string;
}

/** No session file is larger, so a larger one need not be read. */
const LARGEST_BYTES = 1024 * 1024 * 1024;
/** How a system says that the user may not write in a folder, or not look into it. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS']);

export const refused = (code: MoveRefusalCode, path: string, detail = ''): Refusal => ({
  kind: 'refused',
  code,
  path,
  detail,
});

/** The refusal for a system error; anything else is thrown again. */
export function refusedBy(error: unknown, path: string): Refusal {
  const code = errorCode(error);
  if (code === null) throw error;
  const kind = UNWRITABLE.has(code) ? 'destination_not_writable' : 'destination_write_failed';
  return refused(kind, path, systemReason(error));
}

function statOf(fs: FsLayer, path: string): FileStat | null {
  try {
    return fs.stat(path);
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** An existing folder means "into it, under the same name". */
function fileIn(fs: FsLayer, path: string, current: string): string {
  return statOf(fs, path)?.isFolder ? join(path, basename(current)) : path;
}

function isSame(fs: FsLayer, path: string, there: FileStat | null, current: string): boolean {
  if (path === realPath(fs, current)) return true;
  const here = there && statOf(fs, current);
  return !!there && !!here && here.ino !== 0 && here.ino === there.ino && here.dev === there.dev;
}

/** The data root keeps its own names: of sessions, a file there may only be called by its id. */
function isReserved(fs: FsLayer, path: string, { root, own }: MoveRequest): boolean {
  return path !== realPath(fs, own) && isOwnPlace(fs, path, root);
}

function holdsSession(fs: FsLayer, path: string, there: FileStat, id: string): Uint8Array | null {
  if (!there.isFile || there.size > LARGEST_BYTES) return null;
  const bytes = fs.readFile(path);
  try {
    return isReadOnly(decodeSession(bytes, id, path).session) ? null : bytes;
  } catch {
    return null;
  }
}

function judge(fs: FsLayer, asked: string, request: MoveRequest): Destination | Refusal {
  const { id, force, current, own } = request;
  const file = fileIn(fs, asked, current);
  const parent = statOf(fs, dirname(file));
  if (parent === null) return refused('destination_parent_missing', file);
  if (!parent.isFolder) return refused('destination_parent_not_a_directory', file);
  const path = realPath(fs, file);
  const there = statOf(fs, path);
  if (isSame(fs, path, there, current)) return refused('destination_same_as_current', path);
  fs.checkWritable(dirname(path));
  if (isReserved(fs, path, request))
    return refused('destination_not_writable', path, 'the data folder keeps this place for itself');
  // A folder that does not exist must not become a file of that name.
  if (there === null && !path.toLowerCase().endsWith('.json'))
    return refused('destination_parent_missing', path);
  const exact = path === realPath(fs, own) ? own : path;
  if (there === null) return { path: exact, replaced: null };
  if (!force) return refused('destination_exists', path);
  const replaced = holdsSession(fs, path, there, id);
  return replaced === null ? refused('destination_not_a_session', path) : { path: exact, replaced };
}

/** Where the session would go, or why it may not; changes nothing. */
export function findDestination(fs: FsLayer, request: MoveRequest): Destination | Refusal {
  const { to, home } = request;
  const expanded = /^~(?:[\\/]|$)/.test(to) ? join(home, to.slice(1)) : to;
  if (!isAbsolute(expanded)) return refused('destination_not_absolute', to);
  const path = resolve(expanded);
  if (path.includes('\0'))
    return refused('destination_write_failed', path, 'the path holds a null character');
  try {
    return judge(fs, path, request);
  } catch (error) {
    return refusedBy(error, path);
  }
}

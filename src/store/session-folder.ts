import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { lateSchema } from '../core/late-schema.ts';
import { SESSION_ID } from '../core/session.ts';
import { decodeText, flushFolder, readIfThere, writeAtomic } from './atomic-file.ts';
import { stampOf } from './changing-file.ts';
import { errorCode, guarded, unlessAbsent } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import type { FileMark, Seen } from './open-session.ts';
import { StoreFault } from './ports.ts';
import { createSessionCache, type SessionCache } from './session-cache.ts';

/** What a move leaves behind in `sessions/`. */
const Pointer = lateSchema(() =>
  z.object({
    id: z.string(),
    path: z.string().refine((path) => isAbsolute(path) && !path.includes('\0')),
  }),
);
/** The longer endings first. The original server keeps a `.bak` while it writes. */
const SUFFIXES = ['.moved.json', '.json.bak', '.json'];

/** The copy that the original server keeps of a file while it writes there. */
export const backupOf = (path: string) => `${path}.bak`;

/** Where sessions lie below one data root. */
export interface SessionFolder {
  readonly path: string;
  own(id: string): string;
  pointer(id: string): string;
  /** The tail beside a session's own file; null for any other path, where sessions are always whole. */
  tailOf(path: string): string | null;
  /** The path that the pointer names, or null without a pointer. Throws `session_corrupt` on a bad one. */
  target(id: string): string | null;
  /** Makes the pointer name `path`, or removes it; the only truth about where a moved session lies. */
  point(id: string, path: string | null): void;
  /** The bytes of a file that may lie outside the root, or null when it is gone. */
  readAt(path: string): Uint8Array | null;
  /** The marks of a session file and its tail. */
  look(path: string): Seen;
  /** The sessions last used. */
  readonly cache: SessionCache;
  /** The names of all that lies in the folder. */
  names(): ReadonlySet<string>;
  /** Ids of all files and pointers; of those among `names`, where a caller has them. */
  ids(names?: Iterable<string>): Set<string>;
}

function idOf(name: string): string | null {
  const suffix = SUFFIXES.find((each) => name.endsWith(each));
  if (suffix === undefined) return null;
  const id = name.slice(0, -suffix.length);
  return SESSION_ID.test(id) ? id : null;
}

function parsePointer(bytes: Uint8Array): string | null {
  try {
    return Pointer.safeParse(JSON.parse(decodeText(bytes) ?? '')).data?.path ?? null;
  } catch {
    return null;
  }
}

/** The fault of a session whose file has vanished. */
export const missingFault = (path: string) =>
  new StoreFault('session_file_missing', `${path} is not there any more`);

function pointTo(fs: FsLayer, pointer: string, id: string, path: string | null): void {
  if (path !== null) writeAtomic(fs, pointer, `${JSON.stringify({ id, path })}\n`);
  else {
    fs.unlink(pointer);
    flushFolder(fs, dirname(pointer));
  }
}

/** The folder `sessions/` of a data root. */
export function createSessionFolder(fs: FsLayer, root: string): SessionFolder {
  const path = join(root, 'sessions');
  const pointer = (id: string) => join(path, `${id}.moved.json`);
  const tailOf = (file: string) =>
    dirname(file) === path && file.endsWith('.json') ? `${file.slice(0, -'.json'.length)}.tail.jsonl` : null;
  const unlessGone = <T>(file: string, work: () => T): T | null =>
    guarded(`reading ${file}`, () => {
      try {
        return work();
      } catch (error) {
        // A moved file is also gone when its folder has become something else.
        if (errorCode(error) === 'ENOENT') return null;
        if (errorCode(error) === 'ENOTDIR' && dirname(file) !== path) return null;
        throw error;
      }
    });
  const mark = (file: string): FileMark | null => {
    const stat = unlessGone(file, () => fs.stat(file));
    return stat && { stamp: stampOf(stat), size: stat.size, mtimeMs: stat.mtimeMs };
  };
  const readAt = (file: string) => unlessGone(file, () => fs.readFile(file));
  const look = (file: string): Seen => {
    const tail = tailOf(file);
    return { file: mark(file), tail: tail === null ? null : mark(tail) };
  };
  const list = () => guarded(`listing ${path}`, () => unlessAbsent(() => fs.readdir(path), []));
  return {
    path,
    own: (id) => join(path, `${id}.json`),
    pointer,
    tailOf,
    target: (id) => {
      const bytes = guarded(`reading ${pointer(id)}`, () =>
        fs.stat(pointer(id)) === null ? null : readIfThere(fs, pointer(id)),
      );
      if (bytes === null) return null;
      const to = parsePointer(bytes);
      if (to === null) throw new StoreFault('session_corrupt', `${pointer(id)} names no path`);
      return to;
    },
    point: (id, to) => guarded(`writing ${pointer(id)}`, () => pointTo(fs, pointer(id), id, to)),
    readAt,
    look,
    cache: createSessionCache({ look, readAt }),
    names: () => new Set(list()),
    ids: (names = list()) => new Set([...names].map(idOf).filter((id) => id !== null)),
  };
}

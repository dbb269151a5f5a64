import { join } from 'node:path';
import * as z from 'zod';
import { SESSION_ID } from '../core/session.ts';
import { decodeText, readIfThere } from './atomic-file.ts';
import { errorCode, guarded, unlessAbsent } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { StoreFault } from './ports.ts';

/** What a move leaves behind in `sessions/`. */
const Pointer = z.object({ id: z.string(), path: z.string().min(1) });
const POINTER_SUFFIX = '.moved.json';
const SUFFIX = '.json';

/** A session's bytes and the absolute path of the file they came from. */
export interface FoundFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Where sessions lie below one data root. */
export interface SessionFolder {
  readonly path: string;
  own(id: string): string;
  pointer(id: string): string;
  /** The path that the pointer names, or null without a pointer. Throws `session_corrupt` on a bad one. */
  target(id: string): string | null;
  /** The bytes of a session: its own file, else the one a pointer names. Null when there is neither. */
  find(id: string): FoundFile | null;
  /** The bytes of a file that may lie outside the root, or null when it is gone. */
  readAt(path: string): FoundFile | null;
  /** Ids of all files and pointers. */
  ids(): Set<string>;
}

function idOf(name: string): string | null {
  const suffix = name.endsWith(POINTER_SUFFIX) ? POINTER_SUFFIX : SUFFIX;
  if (!name.endsWith(suffix)) return null;
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

/** The folder `sessions/` of a data root. */
export function createSessionFolder(fs: FsLayer, root: string): SessionFolder {
  const path = join(root, 'sessions');
  const own = (id: string) => join(path, `${id}${SUFFIX}`);
  const pointer = (id: string) => join(path, `${id}${POINTER_SUFFIX}`);
  const target = (id: string) => {
    const bytes = guarded(`reading ${pointer(id)}`, () => readIfThere(fs, pointer(id)));
    if (bytes === null) return null;
    const to = parsePointer(bytes);
    if (to === null) throw new StoreFault('session_corrupt', `${pointer(id)} names no path`);
    return to;
  };
  const readAt = (file: string): FoundFile | null =>
    guarded(`reading ${file}`, () => {
      try {
        return { path: file, bytes: fs.readFile(file) };
      } catch (error) {
        // A moved file is also gone when its folder has become something else.
        if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return null;
        throw error;
      }
    });
  return {
    path,
    own,
    pointer,
    target,
    readAt,
    find: (id) => {
      const bytes = guarded(`reading ${own(id)}`, () => readIfThere(fs, own(id)));
      if (bytes !== null) return { path: own(id), bytes };
      const to = target(id);
      if (to === null) return null;
      const found = readAt(to);
      if (found === null) throw missingFault(to);
      return found;
    },
    ids: () => {
      const names = guarded(`listing ${path}`, () => unlessAbsent(() => fs.readdir(path), []));
      return new Set(names.map(idOf).filter((id) => id !== null));
    },
  };
}

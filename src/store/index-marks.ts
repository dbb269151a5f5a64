import { hostname } from 'node:os';
import { join } from 'node:path';
import { decodeText, readIfThere, removeQuietly, writeExclusive } from './atomic-file.ts';
import { unlessAbsent } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { claim, type Owner, parseOwner, release, standing } from './owner.ts';

/** A mark of a maker on another host, or without one, counts as left over after this time. */
const UNSIGNED_MS = 30_000;

/** A session whose index entry is about to change, or was when its process died. */
export interface IndexMark {
  readonly id: string;
  /** True when nobody is left who would write the entry. */
  readonly abandoned: boolean;
  remove(): void;
}

/** A mark of this process; exactly one of the two ends it. */
export interface OwnMark {
  /** The entry is written. */
  clear(): void;
  /** The entry could not be written: the mark stays for whoever reads the index next. */
  leave(): void;
}

/** One file per change under way in `index.dirty/`, so that a crash before the index write is seen later. */
export interface IndexMarks {
  /** Best effort: without a mark only the healing after a crash is lost. */
  set(id: string): OwnMark;
  all(): IndexMark[];
}

/** The marks of one data root. */
export function createIndexMarks(fs: FsLayer, root: string, host: string = hostname()): IndexMarks {
  const folder = join(root, 'index.dirty');
  const isAbandoned = (file: string): boolean => {
    const bytes = fs.stat(file)?.isFile === true ? readIfThere(fs, file) : null;
    const owner = bytes && parseOwner(decodeText(bytes) ?? '');
    const state = owner ? standing(owner, host) : 'elsewhere';
    if (state !== 'elsewhere') return state === 'gone';
    return Math.abs(Date.now() - (fs.stat(file)?.mtimeMs ?? 0)) > UNSIGNED_MS;
  };
  const write = (id: string, owner: Owner): string | null => {
    const file = join(folder, `${id}.${owner.token}`);
    try {
      fs.mkdir(folder);
      writeExclusive(fs, file, JSON.stringify(owner));
      return file;
    } catch {
      return null;
    }
  };
  return {
    set: (id) => {
      const owner = claim(host);
      const file = write(id, owner);
      return {
        clear: () => {
          release(owner);
          if (file !== null) removeQuietly(fs, file);
        },
        leave: () => release(owner),
      };
    },
    all: () => {
      if (fs.stat(folder)?.isFolder !== true) return [];
      const names = unlessAbsent(() => fs.readdir(folder), []).filter((name) => !name.endsWith('.tmp'));
      return names.map((name) => {
        const file = join(folder, name);
        const id = name.slice(0, name.lastIndexOf('.'));
        return { id, abandoned: isAbandoned(file), remove: () => removeQuietly(fs, file) };
      });
    },
  };
}

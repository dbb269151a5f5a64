import { errorCode, guarded } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { StoreFault } from './ports.ts';

/** How a system says that a folder is not there and cannot be made. */
const GONE = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG']);

/** Whether the error means that the data root is not there or cannot be. */
export const isGone = (error: unknown) => GONE.has(errorCode(error) ?? '');

/** Whether a folder stands at the path, as far as one may look. */
export function isFolder(fs: FsLayer, path: string): boolean {
  try {
    return fs.stat(path)?.isFolder ?? false;
  } catch (error) {
    return !isGone(error);
  }
}

/** Knows whether the data root is there, and whether this process has seen it. */
export interface HomeWatch {
  /** Notes that the root is there now, so that its absence later is no empty home. */
  seen(): void;
  /** False on a root that has never been there. Throws `home_missing` when it has vanished. */
  isThere(): boolean;
  /** Runs a call of the store; a failure because of a missing root becomes `home_missing`. */
  guard<T>(call: () => Promise<T>): Promise<T>;
}

/** The watch over one data root. */
export function createHomeWatch(fs: FsLayer, root: string): HomeWatch {
  let wasThere = false;
  return {
    seen: () => {
      wasThere = true;
    },
    isThere: () => {
      if (guarded(`looking for ${root}`, () => fs.stat(root)) !== null) return true;
      if (!wasThere) return false;
      throw new StoreFault('home_missing', `the data folder ${root} is not there any more`);
    },
    guard: async (call) => {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof StoreFault) || error.code !== 'storage_unavailable' || isFolder(fs, root))
          throw error;
        throw new StoreFault('home_missing', error.message);
      }
    },
  };
}

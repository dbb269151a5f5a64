import { hostname } from 'node:os';
import { join } from 'node:path';
import { SESSION_ID } from '../core/session.ts';
import { errorCode, guarded } from './fs-faults.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import { attempt, type Held, holderOf, inspect, isStale, letGo, type Seen } from './lock.ts';
import { isOwn } from './owner.ts';
import type { Lease, Leases } from './ports.ts';

interface LeaseOptions {
  readonly root: string;
  readonly fs?: FsLayer;
  readonly host?: string;
}

/** How often a lease is renewed, so that another host does not take it for left over. */
const RENEWAL_MS = 10_000;

/** The leases of one data root: locks that are never waited for and may be held for hours. */
export function createLeases({ root, fs = realFs, host = hostname() }: LeaseOptions): Leases {
  const folder = join(root, 'locks');
  const fileOf = (id: string) => join(folder, `job-${id}.lock`);
  const look = (file: string): ReturnType<typeof attempt> => {
    try {
      return attempt(fs, file, host);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      fs.mkdir(folder);
      return attempt(fs, file, host);
    }
  };
  return {
    take: (id) => {
      const file = fileOf(id);
      return guarded(`taking ${file}`, () => {
        let result = look(file);
        // A leftover that was removed leaves the place free for one more look.
        if (result === 'again') result = look(file);
        if (result !== 'again' && 'owner' in result) return leaseOf(fs, file, result);
        return { holder: holderOf(result === 'again' ? null : result.seen) };
      });
    },
    elsewhere: (id) => {
      const seen = SESSION_ID.test(id) ? seenOrNull(fs, fileOf(id)) : null;
      if (seen === null || isStale(seen, Date.now(), host)) return null;
      return seen.owner !== null && isOwn(seen.owner) ? null : holderOf(seen);
    },
  };
}

/** A folder that cannot be read stops no reading tool; a writing one meets the same fault at its lock. */
function seenOrNull(fs: FsLayer, file: string): Seen | null {
  try {
    return inspect(fs, file);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}

function leaseOf(fs: FsLayer, file: string, held: Held): Lease {
  const renewal = setInterval(() => fs.touch(file), RENEWAL_MS);
  renewal.unref();
  return {
    release: () => {
      clearInterval(renewal);
      letGo(fs, file, held);
    },
  };
}

/** The leases of a process without a data root: its store refuses every call before one is asked for. */
export const noLeases: Leases = {
  take: () => ({ holder: '' }),
  elsewhere: () => null,
};

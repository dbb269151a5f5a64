import { hostname } from 'node:os';
import { join } from 'node:path';
import { decodeText, readIfThere, removeQuietly, tempName, writeAll, writeExclusive } from './atomic-file.ts';
import { stampOf } from './changing-file.ts';
import { errorCode, guarded } from './fs-faults.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import { claim, type Owner, parseOwner, release, standing } from './owner.ts';
import { StoreFault } from './ports.ts';

/** A lock of another host counts as left over after this time; sections under a lock last milliseconds. */
const ELSEWHERE_MS = 30_000;
/** A lock without a readable owner counts as left over after this time. */
const UNSIGNED_MS = 2_000;
const LONGEST_PAUSE_MS = 25;

export interface LockOptions {
  readonly root: string;
  readonly fs?: FsLayer;
  readonly host?: string;
  /** How long a call waits for a living owner. */
  readonly waitMs?: number;
}

export interface WaitOptions {
  /** When the call arrived, on the clock of `performance.now()`; the wait counts from there. */
  readonly arrived?: number;
  readonly waitMs?: number;
}

/** Locks between processes on one data root, one file each under `locks/`. */
export interface Locks {
  /** Runs `work` while no other process is under the lock `name`, which must be a safe file name. */
  withLock<T>(name: string, work: () => T, wait?: WaitOptions): Promise<T>;
}

/** The name of the lock of one session. */
export const sessionLock = (id: string) => `session-${id}`;

/** A lock file as one look found it. */
export interface Seen {
  readonly text: string;
  readonly owner: Owner | null;
  readonly mtimeMs: number;
}

/** A lock that this process has: who it says it is, and the text of its file. */
export interface Held {
  readonly owner: Owner;
  readonly text: string;
  /** What the file looks like as long as nobody touches it. */
  readonly stamp: string;
}

/** The lock file at this moment, or null when there is none. */
export function inspect(fs: FsLayer, file: string): Seen | null {
  // Mostly there is none, and a look costs a tenth of an opening that fails.
  const bytes = fs.stat(file) === null ? null : readIfThere(fs, file);
  const stat = bytes && fs.stat(file);
  if (bytes === null || stat === null) return null;
  const text = decodeText(bytes) ?? '';
  return { text, owner: parseOwner(text), mtimeMs: stat.mtimeMs };
}

/** `nowMs` comes from two clocks in turn, ours and the disk's, so that one wrong clock breaks no lock. */
export function isStale(seen: Seen, nowMs: number, host: string): boolean {
  const age = Math.abs(nowMs - seen.mtimeMs);
  if (seen.owner === null) return age > UNSIGNED_MS;
  const state = standing(seen.owner, host);
  return state === 'gone' || (state === 'elsewhere' && age > ELSEWHERE_MS);
}

/** Removes a guard that its maker left behind; the rename keeps two removers from taking a fresh one. */
function sweepGuard(fs: FsLayer, guard: string, host: string): void {
  const seen = inspect(fs, guard);
  if (seen === null || !isStale(seen, Date.now(), host)) return;
  const aside = tempName(guard);
  try {
    fs.rename(guard, aside);
    if (inspect(fs, aside)?.text !== seen.text) fs.link(aside, guard);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
  }
  removeQuietly(fs, aside);
}

/** Removes a lock if it is still stale; true when it is out of the way. One process at a time gets here. */
function breakLock(fs: FsLayer, file: string, host: string): boolean {
  const guard = `${file}.break`;
  const breaker = claim(host);
  try {
    if (!writeExclusive(fs, guard, JSON.stringify(breaker), { durable: false })) {
      sweepGuard(fs, guard, host);
      return false;
    }
    try {
      const again = inspect(fs, file);
      if (again === null) return true;
      if (!isStale(again, fs.stat(guard)?.mtimeMs ?? Date.now(), host)) return false;
      fs.unlink(file);
      return true;
    } finally {
      removeQuietly(fs, guard);
    }
  } finally {
    release(breaker);
  }
}

/** The stamp of the signed file; null when somebody took it for a leftover before it was signed. */
function sign(fs: FsLayer, file: string, text: string): string | null {
  const fd = fs.open(file, 'wx', 0o600);
  try {
    try {
      writeAll(fs, fd, Buffer.from(text));
      const signed = fs.fstat(fd);
      return signed.names > 0 ? stampOf(signed) : null;
    } finally {
      fs.close(fd);
    }
  } catch (error) {
    removeQuietly(fs, file);
    throw error;
  }
}

function take(fs: FsLayer, file: string, host: string): Held | null {
  const owner = claim(host);
  const text = JSON.stringify(owner);
  let stamp: string | null = null;
  try {
    stamp = sign(fs, file, text);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    if (stamp === null) release(owner);
  }
  return stamp === null ? null : { owner, text, stamp };
}

function giveUp(file: string, seen: Seen | null): StoreFault {
  return new StoreFault('lock_held', `${file} is held by ${holderOf(seen)}`, true);
}

/** Whoever holds a lock, in words. */
export function holderOf(seen: Seen | null): string {
  const owner = seen?.owner;
  if (!owner) return 'another process that did not sign it';
  return `process ${owner.pid} on ${owner.host} since ${owner.since}`;
}

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One try at the lock: taken, still held by somebody, or worth another try at once. */
export function attempt(fs: FsLayer, file: string, host: string): Held | { seen: Seen } | 'again' {
  const held = take(fs, file, host);
  if (held !== null) return held;
  const seen = inspect(fs, file);
  if (seen === null) return 'again';
  return isStale(seen, Date.now(), host) && breakLock(fs, file, host) ? 'again' : { seen };
}

function saysText(fs: FsLayer, file: string, text: string): boolean {
  const there = readIfThere(fs, file);
  return there !== null && decodeText(there) === text;
}

/** Ends a lock of this process. */
export function letGo(fs: FsLayer, file: string, { owner, text, stamp }: Held): void {
  try {
    const stat = fs.stat(file);
    // Only a file that was touched or replaced has to be read.
    const isOwn = stat !== null && (stampOf(stat) === stamp || saysText(fs, file, text));
    if (isOwn) removeQuietly(fs, file);
  } catch {
    // The record stays, but nothing claims it any more, so the next call of this process removes it.
  } finally {
    release(owner);
  }
}

type Turns = <T>(name: string, call: () => Promise<T>) => Promise<T>;

/** Calls of one process wait for each other in order of arrival, without looking at the disk. */
function createTurns(): Turns {
  const tails = new Map<string, Promise<unknown>>();
  return (name, call) => {
    const result = (tails.get(name) ?? Promise.resolve()).then(call);
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (tails.get(name) === tail) tails.delete(name);
      });
    tails.set(name, tail);
    return result;
  };
}

/** The locks of one data root. */
export function createLocks(options: LockOptions): Locks {
  const { root, fs = realFs, host = hostname(), waitMs = 10_000 } = options;
  const folder = join(root, 'locks');
  const inTurn = createTurns();
  const look = (file: string) =>
    guarded(`locking ${file}`, () => {
      try {
        return attempt(fs, file, host);
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw error;
        fs.mkdir(folder);
        return attempt(fs, file, host);
      }
    });
  async function acquire(file: string, arrived: number, budget: number): Promise<Held> {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const result = look(file);
      if (result === 'again') continue;
      if ('owner' in result) return result;
      if (performance.now() - arrived >= budget) throw giveUp(file, result.seen);
      await pauseFor(pause * (0.5 + Math.random() / 2));
    }
  }
  return {
    withLock: (name, work, wait = {}) => {
      const file = join(folder, `${name}.lock`);
      const arrived = wait.arrived ?? performance.now();
      return inTurn(name, async () => {
        const held = await acquire(file, arrived, wait.waitMs ?? waitMs);
        try {
          return work();
        } finally {
          letGo(fs, file, held);
        }
      });
    },
  };
}

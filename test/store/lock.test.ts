import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLocks } from '../../src/store/lock.ts';
import { claim, type Owner, release, standing } from '../../src/store/owner.ts';
import { StoreFault } from '../../src/store/ports.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { tempHome } from '../support/temp-home.ts';

const DEAD = 2 ** 22 + 1;

function lockFile(root: string, name = 'x'): string {
  const path = join(root, 'locks', `${name}.lock`);
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/** A record as another process would write it. */
function record(over: Partial<Owner>): Owner {
  const own = claim();
  release(own);
  return { ...own, token: 'of-another', ...over };
}

function age(path: string, seconds: number): void {
  const then = Date.now() / 1000 - seconds;
  utimesSync(path, then, then);
}

/** A process that lives until the test ends. */
async function livingProcess(): Promise<{ pid: number; stop(): void }> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1e6)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, stop: () => void child.kill('SIGSTOP') };
}

const startOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
};
const hasProc = process.platform === 'linux';

async function refusal(root: string): Promise<StoreFault> {
  const error = await createLocks({ root, waitMs: 60 })
    .withLock('x', () => null)
    .then(
      () => null,
      (reason: unknown) => reason,
    );
  if (!(error instanceof StoreFault)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

describe('a lock', () => {
  it('is there during the work, names its owner, and is gone afterwards', async () => {
    const root = tempHome();
    const text = await createLocks({ root }).withLock('x', () => readFileSync(lockFile(root), 'utf8'));
    expect(JSON.parse(text)).toMatchObject({ pid: process.pid, host: hostname() });
    expect(readdirSync(join(root, 'locks'))).toEqual([]);
  });

  it('is gone after work that throws', async () => {
    const root = tempHome();
    const locks = createLocks({ root });
    await expect(
      locks.withLock('x', () => {
        throw new RangeError('bug');
      }),
    ).rejects.toThrow(RangeError);
    expect(readdirSync(join(root, 'locks'))).toEqual([]);
    expect(await locks.withLock('x', () => 'again')).toBe('again');
  });

  it('leaves a lock alone that is no longer its own', async () => {
    const root = tempHome();
    const theirs = JSON.stringify(record({ pid: process.ppid }));
    await createLocks({ root }).withLock('x', () => writeFileSync(lockFile(root), theirs));
    expect(readFileSync(lockFile(root), 'utf8')).toBe(theirs);
  });

  it('is not believed when it was removed as unsigned before it was signed', async () => {
    const root = tempHome();
    const fs = createFailingFs();
    let signatures = 0;
    fs.fails = (name) => {
      if (name === 'write' && signatures++ === 0) unlinkSync(lockFile(root));
      return null;
    };
    const text = await createLocks({ root, fs }).withLock('x', () => readFileSync(lockFile(root), 'utf8'));
    expect(JSON.parse(text)).toMatchObject({ pid: process.pid });
    expect(signatures).toBe(2);
  });

  it('is one of several at a time', async () => {
    const root = tempHome();
    expect(
      await Promise.all(['x', 'y'].map((name) => createLocks({ root }).withLock(name, () => name))),
    ).toEqual(['x', 'y']);
  });

  it('is given to the calls of one process in order of arrival', async () => {
    const root = tempHome();
    const locks = createLocks({ root });
    const order: number[] = [];
    await Promise.all([1, 2, 3, 4, 5].map((call) => locks.withLock('x', () => order.push(call))));
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it('is taken by a call that arrives after its waiting time when it is free', async () => {
    const root = tempHome();
    const arrived = performance.now() - 60_000;
    expect(await createLocks({ root }).withLock('x', () => 'free', { arrived })).toBe('free');
  });
});

describe('a living owner', () => {
  it.runIf(hasProc)('is respected and named, even when it is stopped and its lock is old', async () => {
    const root = tempHome();
    const other = await livingProcess();
    other.stop();
    const since = '2020-01-01T00:00:00.000Z';
    const text = JSON.stringify(record({ pid: other.pid, started: startOf(other.pid), since }));
    writeFileSync(lockFile(root), text);
    age(lockFile(root), 3600);
    const fault = await refusal(root);
    expect(fault).toMatchObject({ code: 'lock_held', retryable: true });
    for (const part of [String(other.pid), hostname(), since, lockFile(root)])
      expect(fault.message).toContain(part);
    expect(readFileSync(lockFile(root), 'utf8')).toBe(text);
  });

  it('on another host is respected for half a minute', async () => {
    const root = tempHome();
    writeFileSync(lockFile(root), JSON.stringify(record({ host: 'elsewhere', pid: DEAD })));
    expect((await refusal(root)).message).toContain('elsewhere');
    age(lockFile(root), 20);
    expect((await refusal(root)).message).toContain('elsewhere');
    age(lockFile(root), 40);
    expect(await createLocks({ root }).withLock('x', () => 'taken')).toBe('taken');
  });

  it('that has not signed yet is respected for two seconds', async () => {
    const root = tempHome();
    writeFileSync(lockFile(root), '');
    expect((await refusal(root)).retryable).toBe(true);
    age(lockFile(root), 3);
    expect(await createLocks({ root }).withLock('x', () => 'taken')).toBe('taken');
  });
});

describe('a dead owner', () => {
  it.each([
    ['whose process is gone', { pid: DEAD }],
    ['whose number another process has now', { pid: process.ppid, started: '1' }],
    ['that is this process after a failed removal', {}],
  ])('%s loses the lock at once', async (_, over) => {
    const root = tempHome();
    writeFileSync(lockFile(root), JSON.stringify(record(over)));
    expect(await createLocks({ root, waitMs: 1000 }).withLock('x', () => 'taken')).toBe('taken');
    expect(readdirSync(join(root, 'locks'))).toEqual([]);
  });

  it('from before the boot is gone, where start times are unknown', () => {
    const before = record({ pid: process.ppid, started: null, since: '2001-01-01T00:00:00Z' });
    expect(standing(before)).toBe('gone');
    expect(standing({ ...before, since: new Date().toISOString() })).toBe('alive');
  });

  it('in another process number space cannot be judged', () => {
    expect(standing(record({ pid: DEAD, space: 'pid:[1]' }))).toBe(hasProc ? 'elsewhere' : 'gone');
  });

  it('that died while breaking a lock does not stop the others', async () => {
    const root = tempHome();
    const text = JSON.stringify(record({ pid: DEAD }));
    writeFileSync(lockFile(root), text);
    writeFileSync(`${lockFile(root)}.break`, JSON.stringify(record({ pid: DEAD, token: 'guard' })));
    expect(await createLocks({ root, waitMs: 5000 }).withLock('x', () => 'taken')).toBe('taken');
    expect(readdirSync(join(root, 'locks'))).toEqual([]);
  });

  it.runIf(hasProc)('is not broken while a living process is at it', async () => {
    const root = tempHome();
    const other = await livingProcess();
    writeFileSync(lockFile(root), JSON.stringify(record({ pid: DEAD })));
    const guard = JSON.stringify(record({ pid: other.pid, started: startOf(other.pid) }));
    writeFileSync(`${lockFile(root)}.break`, guard);
    await refusal(root);
    expect(readFileSync(`${lockFile(root)}.break`, 'utf8')).toBe(guard);
  });

  it('is not broken when its lock changes hands between the look and the removal', async () => {
    const root = tempHome();
    const fs = createFailingFs();
    const theirs = JSON.stringify(record({ host: 'elsewhere', token: 'new-owner' }));
    writeFileSync(lockFile(root), JSON.stringify(record({ pid: DEAD })));
    fs.fails = (name) => {
      if (name === 'link') writeFileSync(lockFile(root), theirs);
      return null;
    };
    await expect(createLocks({ root, fs, waitMs: 60 }).withLock('x', () => null)).rejects.toThrow(
      'elsewhere',
    );
    expect(readFileSync(lockFile(root), 'utf8')).toBe(theirs);
  });
});

describe('a lock folder that fails', () => {
  it('is made again when somebody removed it', async () => {
    const root = tempHome();
    expect(await createLocks({ root }).withLock('x', () => 'taken')).toBe('taken');
  });

  it.each([
    ['EROFS', 'storage_read_only', false],
    ['ENOSPC', 'disk_full', true],
    ['EIO', 'storage_unavailable', false],
  ])('with %s becomes the fault %s', async (code, fault, retryable) => {
    const root = tempHome();
    const fs = createFailingFs();
    fs.fails = (name) => (name === 'write' ? code : null);
    await expect(createLocks({ root, fs }).withLock('x', () => null)).rejects.toMatchObject({
      code: fault,
      retryable,
    });
    fs.reset();
    expect(await createLocks({ root, fs }).withLock('x', () => 'taken')).toBe('taken');
  });
});

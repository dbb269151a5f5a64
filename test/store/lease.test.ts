import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLeases } from '../../src/store/lease.ts';
import type { Lease, Leases } from '../../src/store/ports.ts';
import { locksLeft, tempHome } from '../support/temp-home.ts';

const ID = 'abcd2345';

function taken(leases: Leases): Lease {
  const lease = leases.take(ID);
  if ('holder' in lease) throw new Error(lease.holder);
  return lease;
}

/** A lease that another process signed. */
function foreignLease(root: string, over: object): void {
  mkdirSync(join(root, 'locks'), { recursive: true });
  const owner = { pid: 1, host: hostname(), space: null, started: null, token: 'x', ...over };
  const since = new Date().toISOString();
  writeFileSync(join(root, 'locks', `job-${ID}.lock`), JSON.stringify({ ...owner, since }));
}

describe('a lease', () => {
  it('makes its folder, is one file, and leaves nothing behind', () => {
    const root = tempHome();
    const leases = createLeases({ root });
    expect(leases.elsewhere(ID)).toBeNull();
    const lease = taken(leases);
    expect(locksLeft(root)).toEqual([`job-${ID}.lock`]);
    lease.release();
    expect(locksLeft(root)).toEqual([]);
  });

  it('is refused while it is held, and is not somebody else for its own process', () => {
    const root = tempHome();
    const leases = createLeases({ root });
    const lease = taken(leases);
    expect(leases.take(ID)).toMatchObject({ holder: expect.stringContaining(`process ${process.pid} on`) });
    expect(leases.elsewhere(ID)).toBeNull();
    lease.release();
    taken(leases).release();
  });

  it('of a living process is told by its name', () => {
    const root = tempHome();
    foreignLease(root, { pid: process.ppid });
    const leases = createLeases({ root });
    expect(leases.elsewhere(ID)).toContain(`process ${process.ppid} on`);
    expect(leases.take(ID)).toHaveProperty('holder');
  });

  it('of a dead process counts for nothing and is taken over', () => {
    const root = tempHome();
    foreignLease(root, { pid: 2 ** 22 + 1 });
    const leases = createLeases({ root });
    expect(leases.elsewhere(ID)).toBeNull();
    taken(leases).release();
    expect(locksLeft(root)).toEqual([]);
  });

  it('of another host counts while it is renewed', () => {
    const root = tempHome();
    foreignLease(root, { host: 'elsewhere' });
    expect(createLeases({ root }).elsewhere(ID)).toContain('on elsewhere');
  });

  it('is not looked for under an id that no session can have', () => {
    expect(createLeases({ root: tempHome() }).elsewhere('../../etc/passwd')).toBeNull();
  });
});

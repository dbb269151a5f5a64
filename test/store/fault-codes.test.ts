import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claim, release } from '../../src/store/owner.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { countingIds, draft, increment, LATER } from '../support/session-drafts.ts';
import { faultOf } from '../support/store-fault.ts';
import { tempHome } from '../support/temp-home.ts';

const CODES: [string, string, boolean][] = [
  ['ENOSPC', 'disk_full', true],
  ['EDQUOT', 'disk_full', true],
  ['EROFS', 'storage_read_only', false],
  ['EACCES', 'permission_denied', false],
  ['EPERM', 'permission_denied', false],
  ['EMFILE', 'storage_unavailable', true],
  ['ENFILE', 'storage_unavailable', true],
  ['EBUSY', 'storage_unavailable', true],
  ['EAGAIN', 'storage_unavailable', true],
  ['EIO', 'storage_unavailable', false],
];

/** A store with the session `a1` on a disk that fails at will. */
async function given() {
  const root = tempHome();
  const fs = createFailingFs();
  const store = createSessionStore({
    root,
    newId: countingIds(),
    sessionLimitBytes: () => 1e6,
    fs,
    lockWaitMs: 50,
  });
  await store.create(draft());
  return { root, fs, store };
}

describe('a system error', () => {
  it.each(CODES)('%s while writing is %s, and passes without a restart', async (code, fault, retryable) => {
    const { fs, store, root } = await given();
    fs.fails = (name, _at, [path]) =>
      name === 'open' && String(path).startsWith(join(root, 'sessions')) ? code : null;
    for (const call of [
      () => store.transact('a1', LATER, increment),
      () => store.create(draft()),
      () => store.insert(draft(), 'wanted'),
    ]) {
      const refusal = await faultOf(call());
      expect(refusal).toMatchObject({ code: fault, retryable });
      expect(refusal.message).toContain(code);
    }
    fs.reset();
    expect(await store.transact('a1', LATER, increment)).toBe(1);
    expect((await store.insert(draft(), 'wanted')).session.id).toBe('wanted');
  });

  it.each(CODES)('%s while reading is %s, and passes without a restart', async (code, fault, retryable) => {
    const { fs, store } = await given();
    fs.fails = (name) => (name === 'readFile' ? code : null);
    expect(await faultOf(store.read('a1'))).toMatchObject({ code: fault, retryable });
    fs.reset();
    expect((await store.read('a1'))?.session.question).toBe(draft().question);
  });
});

describe('a lock that somebody holds', () => {
  it('is named with its owner, and taken when it is free', async () => {
    const { root, store } = await given();
    const owner = claim();
    const file = join(root, 'locks', 'session-a1.lock');
    writeFileSync(file, JSON.stringify(owner));
    for (const call of [
      () => store.transact('a1', LATER, increment),
      () => store.move('a1', LATER, { to: '/', force: false }),
      () => store.trash('a1', LATER),
    ]) {
      const refusal = await faultOf(call());
      expect(refusal).toMatchObject({ code: 'lock_held', retryable: true });
      for (const part of [String(owner.pid), owner.since, file]) expect(refusal.message).toContain(part);
    }
    expect((await store.read('a1'))?.session.revision).toBe(1);
    release(owner);
    expect(await store.transact('a1', LATER, increment)).toBe(1);
  });
});

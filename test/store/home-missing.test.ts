import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSessionStore } from '../../src/store/session-files.ts';
import { countingIds, draft, increment, LATER } from '../support/session-drafts.ts';
import { faultOf } from '../support/store-fault.ts';
import { tempHome } from '../support/temp-home.ts';

const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };
const open = (root: string) =>
  createSessionStore({ root, newId: countingIds(), sessionLimitBytes: () => 1e6 });
type Store = ReturnType<typeof open>;

const knownCalls: [string, (store: Store) => Promise<unknown>][] = [
  ['read', (store) => store.read('a1')],
  ['transact', (store) => store.transact('a1', LATER, increment)],
  ['move', (store) => store.move('a1', LATER, { to: '/', force: false })],
  ['trash', (store) => store.trash('a1', LATER)],
];
const listings: [string, (store: Store) => Promise<unknown>][] = [
  ['list', (store) => store.list(ALL)],
  ['ids', (store) => store.ids()],
];

describe('a root that has never been there', () => {
  it('is an empty home, and stays missing', async () => {
    const root = tempHome();
    const store = open(root);
    for (const [, call] of knownCalls) expect(await call(store)).toBeNull();
    expect(await store.list(ALL)).toEqual({ sessions: [], count: 0, next_cursor: null });
    expect(await store.ids()).toEqual([]);
    expect(existsSync(root)).toBe(false);
  });

  it('that is bare stays bare', async () => {
    const root = tempHome();
    mkdirSync(root);
    expect((await open(root).list(ALL)).count).toBe(0);
    expect(await open(root).ids()).toEqual([]);
    expect(await open(root).read('a1')).toBeNull();
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('a root that vanishes while the process runs', () => {
  it.each([...knownCalls, ...listings])('is told by %s, which does not make it anew', async (_, call) => {
    const root = tempHome();
    const store = open(root);
    await store.create(draft());
    rmSync(root, { recursive: true });
    const fault = await faultOf(call(store));
    expect(fault).toMatchObject({ code: 'home_missing', retryable: false });
    expect(fault.message).toContain(root);
    expect(existsSync(root)).toBe(false);
  });

  it.each(['read', 'listed'])('is missed also by a process that has only %s a session', async (how) => {
    const root = tempHome();
    await open(root).create(draft());
    const store = open(root);
    if (how === 'read') await store.read('a1');
    else await store.ids();
    rmSync(root, { recursive: true });
    expect((await faultOf(store.read('a1'))).code).toBe('home_missing');
  });

  it('is made anew by the next creation', async () => {
    const root = tempHome();
    const store = open(root);
    await store.create(draft());
    rmSync(root, { recursive: true });
    const { session } = await store.create(draft());
    expect(await store.transact(session.id, LATER, increment)).toBe(1);
    expect(await store.ids()).toEqual([session.id]);
    expect(await store.read('a1')).toBeNull();
  });

  it('is used again when it comes back', async () => {
    const root = tempHome();
    const store = open(root);
    await store.create(draft());
    renameSync(root, `${root}-away`);
    expect((await faultOf(store.transact('a1', LATER, increment))).code).toBe('home_missing');
    renameSync(`${root}-away`, root);
    expect(await store.transact('a1', LATER, increment)).toBe(1);
  });

  it('can have become a file', async () => {
    const root = tempHome();
    const store = open(root);
    await store.create(draft());
    rmSync(root, { recursive: true });
    writeFileSync(root, '');
    for (const [, call] of [...knownCalls, ...listings])
      expect((await faultOf(call(store))).code).toBe('home_missing');
    expect((await faultOf(store.create(draft()))).code).toBe('home_missing');
    rmSync(root);
    expect((await store.create(draft())).session.id).toBe('a3');
  });

  it('in part leaves the session missing, not unknown', async () => {
    const root = tempHome();
    const store = open(root);
    await store.create(draft());
    rmSync(join(root, 'sessions'), { recursive: true });
    expect((await faultOf(store.read('a1'))).code).toBe('session_file_missing');
    expect((await faultOf(store.transact('a1', LATER, increment))).code).toBe('session_file_missing');
    expect(readdirSync(dirname(root))).toEqual(['home']);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SessionDocument } from '../../src/core/session.ts';
import { type FsLayer, realFs } from '../../src/store/fs-layer.ts';
import type { SessionStore } from '../../src/store/ports.ts';
import { replay } from '../../src/store/session-change.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { bump, largeSession, openTailed } from '../support/large-session.ts';
import { LATER } from '../support/session-drafts.ts';

const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };

/** The flushes fail like every call, but need not reach the disk. */
const fastFs: FsLayer = { ...realFs, fsync: () => undefined, fdatasync: () => undefined };

/** How a session comes to the point where the calls begin to fail, and the call that meets them. */
const CASES: [
  string,
  (store: SessionStore) => Promise<unknown>,
  (store: SessionStore) => Promise<unknown>,
][] = [
  ['the first append', async () => undefined, bump],
  ['an append', (store) => bump(store), bump],
  [
    'a whole write over a tail',
    (store) => bump(store),
    (store) =>
      store.transact('a1', LATER, ({ session }) => ({
        reply: 0,
        session: { ...session, status: 'finalized', n: Number(session.n) + 1 },
      })),
  ],
  ['a fold', (store) => bump(store), (store) => store.fold('a1')],
  [
    'a move',
    (store) => bump(store),
    (store) => store.move('a1', LATER, { to: '~/moved.json', force: false }),
  ],
  ['a reading', (store) => bump(store), (store) => store.read('a1')],
];

/** The calls that this case makes when all is well. */
async function callsOf([, prepare, act]: (typeof CASES)[number]): Promise<number> {
  const fs = createFailingFs(fastFs);
  const { store } = await largeSession({ fs });
  await prepare(store);
  fs.reset();
  await act(store);
  return fs.calls.length;
}

async function fail([, prepare, act]: (typeof CASES)[number], position: number, andAfter: boolean) {
  const fs = createFailingFs(fastFs);
  const { root, store } = await largeSession({ fs });
  await prepare(store);
  const before = (await openTailed(root).read('a1'))?.session;
  fs.reset();
  fs.fails = (_, at) => (at === position || (andAfter && at > position) ? 'EIO' : null);
  const result = await act(store).then(
    () => 'done' as const,
    (error: unknown) => error,
  );
  const where = `${fs.calls[position]} at ${position}`;
  fs.reset();
  return { root, store, before, result, where };
}

it.each(CASES)('%s that fails at any one call changes all or nothing', async (...each) => {
  const length = await callsOf(each);
  const outcomes = new Set<string>();
  for (let position = 0; position < length + 3; position += 1) {
    const { root, store, before, result, where } = await fail(each, position, false);
    if (result !== 'done') expect(result, where).toMatchObject({ code: 'storage_unavailable' });
    const after = (await openTailed(root).read('a1'))?.session;
    expect((await store.read('a1'))?.session, where).toEqual(after);
    const isChange = result === 'done' && /append|whole write/.test(each[0]);
    const isMoved = after?.move_history.length === 1;
    expect((after?.revision ?? 0) - (before?.revision ?? 0), where).toBe(isChange || isMoved ? 1 : 0);
    if (!isChange && !isMoved) expect(after, where).toEqual(before);
    outcomes.add(String(result));
    const n = Number(after?.n ?? 0);
    expect(await bump(store), where).toBe(n + 1);
    expect(await bump(openTailed(root)), where).toBe(n + 2);
    expect(await bump(store), where).toBe(n + 3);
    const left = readdirSync(root, { recursive: true }).map(String);
    expect(
      left.filter((name) => name.endsWith('.tmp')),
      where,
    ).toEqual([]);
  }
  expect(outcomes.size).toBeGreaterThan(1);
});

it.each(CASES)('%s after which the disk is gone loses no acknowledged change', async (...each) => {
  const length = await callsOf(each);
  for (let position = 0; position < length; position += 1) {
    const { root, before, where } = await fail(each, position, true);
    const after = (await openTailed(root).read('a1'))?.session;
    // The change under way may have been stored without having been acknowledged.
    expect([0, 1], where).toContain((after?.revision ?? 0) - (before?.revision ?? 0));
    if (after?.revision === before?.revision) expect(after, where).toEqual(before);
  }
});

it('clearing that fails at any one call can be done again, and the trash has all of the session', async () => {
  const length = await callsOf(['', bump, (store) => store.trash('a1', LATER)]);
  for (let position = 0; position < length; position += 1) {
    const each: (typeof CASES)[number] = ['', bump, (store) => store.trash('a1', LATER)];
    const { root, store, before, result, where } = await fail(each, position, false);
    if (result !== 'done') await store.trash('a1', LATER);
    // An index that could not look at the file lists it until it is cleared once more.
    await store.trash('a1', LATER);
    expect((await store.list(ALL)).count, where).toBe(0);
    expect(await openTailed(root).read('a1'), where).toBeNull();
    const trash = readdirSync(join(root, 'trash')).map((name) => readFileSync(join(root, 'trash', name)));
    const [whole, tail] = trash.sort((one, other) => other.length - one.length);
    const session = SessionDocument.parse(JSON.parse(String(whole)));
    const found = session.revision === 1 ? replay(session, tail ?? Buffer.alloc(0)).document : session;
    expect(found, where).toEqual(before);
  }
});

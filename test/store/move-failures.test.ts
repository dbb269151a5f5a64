import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { type FsLayer, realFs } from '../../src/store/fs-layer.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { countingIds, draft, increment, LATER } from '../support/session-drafts.ts';
import { tempHome } from '../support/temp-home.ts';

const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };

/** The flushes fail like every call, but need not reach the disk. */
const fastFs: FsLayer = { ...realFs, fsync: () => undefined };

/** One session that can be moved out of the root and home again, on a disk that fails at will. */
async function given() {
  const root = tempHome();
  const outside = join(dirname(root), 'outside');
  mkdirSync(outside, { recursive: true });
  const fs = createFailingFs(fastFs);
  const open = (layer = fastFs) =>
    createSessionStore({ root, newId: countingIds(), sessionLimitBytes: () => 1e6, fs: layer });
  const store = open(fs);
  await store.create(draft());
  return { root, outside, fs, store, open, own: join(root, 'sessions', 'a1.json') };
}

/** Moves while call number `position` fails, and with `andAfter` every call after it too, as in a crash. */
async function moveFailing(position: number, goHome: boolean, andAfter: boolean) {
  const all = await given();
  const away = join(all.outside, 'a1.json');
  if (goHome) await all.store.move('a1', LATER, { to: away, force: false });
  const [from, to] = goHome ? [away, all.own] : [all.own, away];
  const before = (await all.open().read('a1'))?.session;
  all.fs.reset();
  all.fs.fails = (_, at) => (at === position || (andAfter && at > position) ? 'EIO' : null);
  const outcome = await all.store
    .move('a1', LATER, { to, force: false })
    .catch((error: unknown) => ({ kind: 'failed', error }));
  const reached = all.fs.calls.length > position;
  all.fs.reset();
  return { ...all, from, to, before, outcome, reached };
}

const directions: [string, boolean][] = [
  ['out of the root', false],
  ['home', true],
];

it.each(directions)(
  'a move %s that fails at any one call leaves the session whole and movable',
  async (_, goHome) => {
    let refusals = 0;
    let position = 0;
    for (; ; position += 1) {
      const { open, outside, from, to, before, outcome, reached, root } = await moveFailing(
        position,
        goHome,
        false,
      );
      if (!reached) break;
      const after = await open().read('a1');
      const isMoved = outcome?.kind === 'moved';
      if (!isMoved) refusals += 1;
      expect(after?.path, String(position)).toBe(isMoved ? to : from);
      if (isMoved) expect(after?.session.revision).toBe(Number(before?.revision) + 1);
      else expect(after?.session).toEqual(before);
      if (!isMoved && !goHome) expect(readdirSync(outside), String(position)).toEqual([]);
      if (!isMoved && goHome) expect(readdirSync(join(root, 'sessions'))).toEqual(['a1.moved.json']);
      const rows = (await open().list(ALL)).sessions;
      expect(rows, String(position)).toMatchObject([{ id: 'a1', path: after?.path, fault: null }]);
      const next = join(outside, 'next.json');
      expect(await open().move('a1', LATER, { to: next, force: false })).toMatchObject({ kind: 'moved' });
      expect(await open().transact('a1', LATER, increment)).toBe(1);
      expect((await open().list(ALL)).sessions).toMatchObject([{ path: next, fault: null }]);
    }
    expect(position).toBeGreaterThan(30);
    expect(refusals).toBeGreaterThan(10);
  },
  60_000,
);

it.each(directions)(
  'a move %s that is cut off at any call leaves exactly one truth',
  async (_, goHome) => {
    const places = new Set<string | undefined>();
    for (let position = 0; ; position += 1) {
      const { open, outside, from, to, before, reached } = await moveFailing(position, goHome, true);
      if (!reached) break;
      const after = await open().read('a1');
      expect([from, to], String(position)).toContain(after?.path);
      places.add(after?.path === to ? 'to' : 'from');
      const revision = Number(before?.revision) + (after?.path === to ? 1 : 0);
      expect(after?.session.revision, String(position)).toBe(revision);
      expect((await open().list(ALL)).sessions, String(position)).toMatchObject([
        { id: 'a1', path: after?.path, fault: null },
      ]);
      const next = join(outside, 'next.json');
      expect(await open().move('a1', LATER, { to: next, force: false })).toMatchObject({ kind: 'moved' });
      expect((await open().list(ALL)).sessions).toMatchObject([{ path: next, fault: null }]);
    }
    expect(places).toEqual(new Set(['from', 'to']));
  },
  60_000,
);

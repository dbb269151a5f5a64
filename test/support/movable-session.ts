import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { FsLayer } from '../../src/store/fs-layer.ts';
import type { MoveOutcome } from '../../src/store/ports.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { countingIds, draft, increment, LATER } from './session-drafts.ts';
import { locksLeft, sessionFile, tempHome } from './temp-home.ts';

const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };

/** A root with the session `a1`, and a folder outside it. */
export async function movableSession(over: { fs?: FsLayer } = {}) {
  const root = tempHome();
  const outside = join(dirname(root), 'else where é');
  mkdirSync(outside, { recursive: true });
  const open = () =>
    createSessionStore({
      root,
      newId: countingIds(),
      sessionLimitBytes: () => 1e6,
      home: dirname(root),
      ...over,
    });
  const store = open();
  await store.create(draft());
  const move = (to: string, force = false) => store.move('a1', LATER, { to, force });
  return { root, outside, store, open, move, own: sessionFile(root, 'a1') };
}
export type Movable = Awaited<ReturnType<typeof movableSession>>;

/** Where a move went; fails when it was refused. */
export function movedPath(outcome: MoveOutcome | null): string {
  if (outcome?.kind !== 'moved') throw new Error(`not moved: ${JSON.stringify(outcome)}`);
  return outcome.newPath;
}

/** That the session lies at `path` alone and every call still works on it. */
export async function expectWholeAt({ open, root }: Movable, path: string) {
  const store = open();
  const before = await store.read('a1');
  expect(before?.path).toBe(path);
  const n = Number(before?.session.n ?? 0);
  expect(await store.transact('a1', LATER, increment)).toBe(n + 1);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ id: 'a1', n: n + 1 });
  expect((await store.list(ALL)).sessions).toMatchObject([{ id: 'a1', path, fault: null }]);
  expect(JSON.parse(readFileSync(join(root, 'index.json'), 'utf8')).a1.path).toBe(path);
  expect(locksLeft(root)).toEqual([]);
}

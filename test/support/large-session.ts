import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FsLayer } from '../../src/store/fs-layer.ts';
import type { SessionStore } from '../../src/store/ports.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { countingIds, draft, increment, LATER } from './session-drafts.ts';
import { sessionFile, tempHome } from './temp-home.ts';

/** Enough to make a session large for these stores. */
export const MUCH = 'x'.repeat(2000);

interface Options {
  readonly fs?: FsLayer;
  readonly wholeUpTo?: number;
  readonly limit?: number;
}

/** A store that gives files of more than 1,000 bytes a tail. */
export function openTailed(root: string, over: Options = {}) {
  const { limit = 1e6, ...rest } = over;
  return createSessionStore({
    root,
    newId: countingIds(),
    sessionLimitBytes: () => limit,
    home: dirname(root),
    wholeUpTo: 1000,
    ...rest,
  });
}

/** A root with the session `a1`, large enough for a tail. */
export async function largeSession(over: Options = {}) {
  const root = tempHome();
  const store = openTailed(root, over);
  await store.create(draft({ padding: MUCH }));
  const file = sessionFile(root, 'a1');
  return { root, store, file, tail: file.replace(/json$/, 'tail.jsonl'), whole: readFileSync(file, 'utf8') };
}

/** Adds one to `n` of the session. */
export const bump = (store: SessionStore) => store.transact('a1', LATER, increment);

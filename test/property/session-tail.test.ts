import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SessionDocument } from '../../src/core/session.ts';
import { realFs } from '../../src/store/fs-layer.ts';
import { openTailed } from '../support/large-session.ts';
import { draft, LATER } from '../support/session-drafts.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

type Step = (session: SessionDocument) => SessionDocument;

const list = (session: SessionDocument): unknown[] =>
  Array.isArray(session.thoughts) ? session.thoughts : [];
const put =
  (fields: Record<string, unknown>): Step =>
  (session) => ({ ...session, ...fields });
const onList =
  (change: (items: unknown[]) => unknown[]): Step =>
  (session) => ({ ...session, thoughts: change(list(session)) });
const without =
  (key: string): Step =>
  // What is left has every field of the header.
  ({ [key]: _, ...rest }) =>
    rest as SessionDocument;

const place = fc.nat({ max: 30 });
const value = fc.jsonValue();
const step: fc.Arbitrary<Step> = fc.oneof(
  value.map((item) => onList((items) => [...items, item])),
  fc
    .tuple(place, value)
    .map(([at, item]) => onList((items) => items.map((each, n) => (n === at ? item : each)))),
  place.map((at) => onList((items) => items.filter((_, n) => n !== at))),
  fc.tuple(fc.constantFrom('x', 'y', '7'), value).map(([key, item]) => put({ [key]: item })),
  fc.constantFrom('x', 'y').map(without),
  fc.constantFrom('active', 'finalized').map((status) => put({ status })),
  fc.string().map((question) => put({ question })),
);

/** A change by one of two stores; after it one may fold, and one may be replaced by a store that knows nothing. */
const act = fc.record({ step, isOther: fc.boolean(), folds: fc.nat({ max: 5 }), isCold: fc.boolean() });
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

const fs = { ...realFs, fsync: () => undefined, fdatasync: () => undefined };

/** The bytes of the session's file at the end. */
async function play(root: string, wholeUpTo: number, acts: readonly Act[]): Promise<string> {
  const open = () => openTailed(root, { fs, wholeUpTo });
  let [store, other] = [open(), open()];
  await store.create(draft({ padding: 'p'.repeat(300) }));
  for (const { step: change, isOther, folds, isCold } of acts) {
    const actor = isOther ? other : store;
    await actor.transact('a1', LATER, ({ session }) => ({ reply: 0, session: change(session) }));
    if (folds === 0) await other.fold('a1');
    const warm = (await actor.read('a1'))?.session;
    expect((await open().read('a1'))?.session).toEqual(JSON.parse(JSON.stringify(warm)));
    if (isCold) [store, other] = [other, open()];
  }
  await store.fold('a1');
  return readFileSync(sessionFile(root, 'a1'), 'utf8');
}

it('any sequence of changes reads back cold as it is kept warm, and ends in the bytes of whole writes', async () => {
  const base = tempHome();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      runs += 1;
      const tailed = await play(join(base, `${runs} tailed`), 0, acts);
      expect(tailed).toBe(await play(join(base, `${runs} whole`), Number.POSITIVE_INFINITY, acts));
    }),
    { numRuns: 60 },
  );
});

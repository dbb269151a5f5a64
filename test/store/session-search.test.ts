import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FsLayer, realFs } from '../../src/store/fs-layer.ts';
import type { SearchQuery, SessionStore } from '../../src/store/ports.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { countingIds, draft, LATER } from '../support/session-drafts.ts';
import { sessionFile, sessionsOnDisk, tempHome } from '../support/temp-home.ts';

const open = (
  root: string,
  over: { fs?: FsLayer; newId?: () => string; wholeUpTo?: number; recentUpTo?: number } = {},
) => createSessionStore({ root, newId: countingIds(), sessionLimitBytes: () => 1e7, ...over });

const query = (words: string, over: Partial<SearchQuery> = {}): SearchQuery => ({
  words: words.split(' '),
  limit: 100,
  offset: 0,
  status: null,
  protocol: null,
  project: null,
  ...over,
});

/** The notes of a session, which stand for its thoughts. */
const passagesOf: Parameters<SessionStore['search']>[1] = ({ notes }) =>
  typeof notes === 'string' ? [{ place: { note: 1 }, text: notes }] : [];

async function ids(store: SessionStore, words: string, over: Partial<SearchQuery> = {}): Promise<string[]> {
  const { hits } = await store.search(query(words, over), passagesOf);
  return hits.map(({ session }) => session.id);
}

/** Makes all files and the folder look as if they had been written long ago. */
function age(root: string): void {
  const old = new Date(Date.now() - 60_000);
  for (const name of readdirSync(join(root, 'sessions'))) utimesSync(join(root, 'sessions', name), old, old);
  utimesSync(join(root, 'sessions'), old, old);
}

const cache = (root: string, name: string) => join(root, 'search', name);

describe('the search', () => {
  it('finds sessions by question and notes, and names the place', async () => {
    const store = open(tempHome());
    await store.create(draft({ question: 'Edge or origin?' }));
    await store.create(draft({ question: 'Another', notes: 'the edge is near' }));
    const { hits, count } = await store.search(query('edge'), passagesOf);
    expect(count).toBe(2);
    expect(hits.map(({ session, place, snippet }) => [session.id, place, snippet])).toEqual([
      ['a1', {}, 'Edge or origin?'],
      ['a2', { note: 1 }, 'the edge is near'],
    ]);
  });

  it('takes in what other stores have changed, moved and thrown away', async () => {
    const root = tempHome();
    const [store, other] = [open(root), open(root, { newId: () => 'b1' })];
    await store.create(draft({ question: 'walrus' }));
    expect(await ids(store, 'walrus')).toEqual(['a1']);
    await other.create(draft({ question: 'walrus too', status: 'archived' }));
    expect((await ids(store, 'walrus')).sort()).toEqual(['a1', 'b1']);
    expect(await ids(store, 'walrus', { status: 'archived' })).toEqual(['b1']);
    const to = join(dirname(root), 'moved.json');
    await other.move('a1', LATER, { to, force: false });
    expect((await ids(store, 'walrus')).sort()).toEqual(['a1', 'b1']);
    writeFileSync(to, readFileSync(to, 'utf8').replace('"walrus"', '"narwhal"'));
    expect(await ids(store, 'narwhal')).toEqual(['a1']);
    await other.trash('b1', LATER);
    expect(await ids(store, 'walrus')).toEqual([]);
  });

  it('sees what grows in a tail', async () => {
    const root = tempHome();
    const store = open(root, { wholeUpTo: 0 });
    await store.create(draft());
    const note = (notes: string) =>
      store.transact('a1', LATER, ({ session }) => ({ reply: 0, session: { ...session, notes } }));
    await note('first');
    age(root);
    expect(await ids(store, 'first')).toEqual(['a1']);
    await note('second');
    expect(await ids(open(root), 'second')).toEqual(['a1']);
    expect(await ids(store, 'first')).toEqual([]);
  });

  it('reads no session file again that has not changed', async () => {
    const root = tempHome();
    await open(root).create(draft({ question: 'walrus' }));
    age(root);
    await ids(open(root), 'walrus');
    const fs = createFailingFs();
    expect(await ids(open(root, { fs }), 'nothing')).toEqual([]);
    expect(fs.calls.filter((name) => name === 'readFile' || name === 'readdir')).toEqual(['readFile']);
  });

  it.each<[string, (root: string) => void]>([
    ['is missing', (root) => rmSync(cache(root, ''), { recursive: true })],
    ['has lost a part', (root) => rmSync(cache(root, 'recent'))],
    ['has lost the joint', (root) => rmSync(cache(root, 'joint.json'))],
    ['is empty', (root) => truncateSync(cache(root, 'recent'))],
    ['is cut off', (root) => truncateSync(cache(root, 'recent'), 150)],
    ['is noise', (root) => writeFileSync(cache(root, 'recent'), Buffer.alloc(5000, 7))],
    [
      'has another layout',
      (root) =>
        writeFileSync(
          cache(root, 'recent'),
          readFileSync(cache(root, 'recent'), 'latin1').replace('search 1', 'search 9'),
          'latin1',
        ),
    ],
    [
      'has damaged postings',
      (root) => {
        const bytes = readFileSync(cache(root, 'recent'));
        writeFileSync(cache(root, 'recent'), bytes.fill(0xff, bytes.length - 3));
      },
    ],
    ['has a joint that is no JSON', (root) => writeFileSync(cache(root, 'joint.json'), '{')],
    [
      'is a folder',
      (root) => {
        rmSync(cache(root, 'recent'));
        mkdirSync(cache(root, 'recent'));
      },
    ],
  ])('answers the same when its index %s', async (_, damage) => {
    const root = tempHome();
    const store = open(root);
    for (const question of ['walrus', 'walrus and carpenter', 'carpenter'])
      await store.create(draft({ question }));
    age(root);
    const before = await ids(store, 'walrus carpenter');
    damage(root);
    expect(await ids(open(root), 'walrus carpenter')).toEqual(before);
    expect(await ids(open(root), 'zebra')).toEqual([]);
  });

  it('answers where it cannot write, and changes no session file', async () => {
    const root = tempHome();
    await open(root).create(draft({ question: 'walrus' }));
    const before = sessionsOnDisk(root);
    const fs = createFailingFs();
    fs.fails = (name, _, args) =>
      name === 'mkdir' || (name === 'open' && args[1] === 'wx') ? 'EROFS' : null;
    const store = open(root, { fs });
    expect(await ids(store, 'walrus')).toEqual(['a1']);
    expect(await ids(store, 'walrus')).toEqual(['a1']);
    expect(sessionsOnDisk(root)).toEqual(before);
    expect(existsSync(cache(root, ''))).toBe(false);
  });

  it('passes over damaged sessions and makes no data root', async () => {
    const root = tempHome();
    expect(await ids(open(root), 'walrus')).toEqual([]);
    expect(existsSync(root)).toBe(false);
    const store = open(root);
    await store.create(draft({ question: 'walrus' }));
    await store.create(draft({ question: 'walrus' }));
    writeFileSync(sessionFile(root, 'a1'), '{oops walrus');
    expect(await ids(store, 'walrus')).toEqual(['a2']);
  });
});

const vocabulary = [
  'walrus',
  'wal',
  'walruses',
  'carpenter',
  'oyster',
  'oysters',
  'sea',
  'see',
  '東京',
  'café',
];
const text = fc.array(fc.constantFrom(...vocabulary), { maxLength: 12 }).map((words) => words.join(' '));
const change = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), question: text, notes: text }),
  fc.record({ kind: fc.constant('note' as const), which: fc.nat(), notes: text }),
  fc.record({ kind: fc.constant('trash' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('move' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('search' as const), cold: fc.boolean() }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

/** Nothing here asks for safety from a power loss. */
const fs = { ...realFs, fsync: () => undefined, fdatasync: () => undefined };

it('an index that was kept in step answers as one that is built from scratch', async () => {
  const base = tempHome();
  let runs = 0;
  const act = async (store: SessionStore, root: string, each: Change, made: number) => {
    if (each.kind === 'create') await store.create(draft({ question: each.question, notes: each.notes }));
    if (each.kind === 'create' || each.kind === 'search') return;
    const known = await store.ids();
    const id = known[each.which % Math.max(1, known.length)];
    if (id === undefined) return;
    if (each.kind === 'trash') await store.trash(id, LATER);
    else if (each.kind === 'move')
      await store.move(id, LATER, { to: join(dirname(root), `${runs}-${made}.json`), force: false });
    else
      await store.transact(id, LATER, ({ session }) => ({
        reply: 0,
        session: { ...session, notes: each.notes },
      }));
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 3, maxLength: 25 }),
      fc.integer({ min: 0, max: 1 }),
      fc.constantFrom(0, 2, 100),
      async (changes, wholeUpTo, recentUpTo) => {
        runs += 1;
        const root = join(base, `${runs}`, 'home');
        mkdirSync(root, { recursive: true });
        const newId = countingIds();
        const make = () => open(root, { fs, newId, wholeUpTo: wholeUpTo * 1e6, recentUpTo });
        let store = make();
        for (const [made, each] of changes.entries()) {
          await act(store, root, each, made);
          if (each.kind === 'search') await ids(store, 'walrus');
          if (each.kind === 'search' && each.cold) store = make();
        }
        const queries = ['walrus', 'wal sea', 'oystr', 'carpenter walrus', '東京 cafe', 'zebra'];
        const kept = [];
        for (const words of queries) kept.push(await ids(store, words));
        rmSync(cache(root, ''), { recursive: true, force: true });
        const afresh = [];
        for (const words of queries) afresh.push(await ids(make(), words));
        expect(kept).toEqual(afresh);
      },
    ),
    { numRuns: 30 },
  );
});

import { mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claim, release } from '../../src/store/owner.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { countingIds, draft, increment, LATER } from '../support/session-drafts.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };
const open = (root: string, newId = countingIds(), fs = createFailingFs()) =>
  createSessionStore({ root, newId, sessionLimitBytes: () => 1e6, fs });
const indexFile = (root: string) => join(root, 'index.json');
const readIndex = (root: string) => JSON.parse(readFileSync(indexFile(root), 'utf8'));
const dirty = (root: string) => {
  try {
    return readdirSync(join(root, 'index.dirty'));
  } catch {
    return [];
  }
};

/** A root with three sessions. */
async function three() {
  const root = tempHome();
  const newId = countingIds();
  const store = open(root, newId);
  for (const second of [1, 2, 3])
    await store.create(
      draft({ question: `question ${second}`, created_at: `2030-01-01T00:00:0${second}Z`, project: 'p' }),
    );
  return { root, store, newId, good: readFileSync(indexFile(root), 'utf8') };
}

const finalize = (store: ReturnType<typeof open>, id: string) =>
  store.transact(id, LATER, (s) => ({
    reply: null,
    session: { ...s.session, status: 'finalized' as const },
  }));

describe('the index', () => {
  it('holds one entry per session, keys sorted', async () => {
    const { root, good } = await three();
    expect(good).toBe(`${JSON.stringify(readIndex(root), null, 2)}\n`);
    expect(Object.keys(readIndex(root))).toEqual(['a1', 'a2', 'a3']);
    expect(readIndex(root).a1).toEqual({
      created_at: '2030-01-01T00:00:01Z',
      mode: 'serial',
      path: sessionFile(root, 'a1'),
      status: 'active',
      updated_at: draft().updated_at,
      project: 'p',
      question: 'question 1',
    });
  });

  it('is written only when an entry changes', async () => {
    const { root, good } = await three();
    const fs = createFailingFs();
    const store = open(root, countingIds(), fs);
    await store.transact('a1', LATER, increment);
    expect(readFileSync(indexFile(root), 'utf8')).toBe(good);
    expect(fs.calls.filter((name) => name === 'rename')).toHaveLength(1);
    await finalize(store, 'a1');
    expect(readIndex(root).a1.status).toBe('finalized');
    expect(dirty(root)).toEqual([]);
  });

  const losses: [string, (root: string, good: string) => void][] = [
    ['missing', (root) => unlinkSync(indexFile(root))],
    ['empty', (root) => writeFileSync(indexFile(root), '')],
    ['torn', (root, good) => writeFileSync(indexFile(root), good.slice(0, 300))],
    ['garbage', (root) => writeFileSync(indexFile(root), '\u0000\u0001')],
    ['not UTF-8', (root) => writeFileSync(indexFile(root), Buffer.from([0x7b, 0xff, 0x7d]))],
    ['a list', (root) => writeFileSync(indexFile(root), '[1]')],
    ['null', (root) => writeFileSync(indexFile(root), 'null')],
    [
      'behind',
      (root, good) => {
        const { a2: _, ...others } = JSON.parse(good);
        writeFileSync(indexFile(root), JSON.stringify(others));
      },
    ],
    [
      'misshapen',
      (root, good) =>
        writeFileSync(indexFile(root), JSON.stringify({ ...JSON.parse(good), a2: { path: 7 }, a3: 'x' })),
    ],
    [
      'full of foreign keys',
      (root, good) => writeFileSync(indexFile(root), `{"__proto__": {"x": 1}, "../y": 2,${good.slice(1)}`),
    ],
  ];
  it.each(losses)('that is %s is made anew by a listing', async (_, lose) => {
    const { root, store, good } = await three();
    lose(root, good);
    expect((await store.list(ALL)).sessions.map((row) => row.question)).toEqual([
      'question 3',
      'question 2',
      'question 1',
    ]);
    expect(await open(root).ids()).toEqual(['a3', 'a2', 'a1']);
    expect(await store.read('a2')).not.toBeNull();
  });

  it.each(losses)('that is %s is made anew by a creation too, old sessions included', async (_, lose) => {
    const { root, store, good } = await three();
    lose(root, good);
    await store.create(draft());
    expect(Object.keys(readIndex(root)).sort()).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(readIndex(root).a2).toMatchObject({ question: 'question 2' });
  });

  it('keeps what it knows and reads only the sessions that differ', async () => {
    const { root, good } = await three();
    const { a2: _, ...others } = JSON.parse(good);
    writeFileSync(indexFile(root), JSON.stringify(others));
    const fs = createFailingFs();
    const read: string[] = [];
    fs.fails = (name, _at, [path]) => {
      if (name === 'readFile' && String(path).includes('/sessions/')) read.push(String(path));
      return null;
    };
    await open(root, countingIds(), fs).ids();
    expect(read.filter((path) => !path.includes('a2'))).toEqual([]);
    expect(read).toContain(sessionFile(root, 'a2'));
  });

  it('is not read by a store that has only been made', async () => {
    const { root } = await three();
    const fs = createFailingFs();
    open(root, countingIds(), fs);
    expect(fs.calls).toEqual([]);
  });

  it('is not read again by the process that wrote it last', async () => {
    const { root, store } = await three();
    const fs = createFailingFs();
    const own = open(root, () => 'fresh', fs);
    await own.create(draft());
    let readings = 0;
    fs.fails = (name, _at, [path]) => {
      if (name === 'readFile' && path === indexFile(root)) readings += 1;
      return null;
    };
    await finalize(own, 'fresh');
    expect((await own.list({ ...ALL, status: 'finalized' })).count).toBe(1);
    expect(await own.ids()).toHaveLength(4);
    expect(readings).toBe(0);
    await finalize(store, 'a1');
    expect((await own.list({ ...ALL, status: 'finalized' })).count).toBe(2);
    expect(readings).toBeGreaterThan(0);
  });

  it('adopts files that were copied into the folder', async () => {
    const { root, store } = await three();
    const text = readFileSync(sessionFile(root, 'a1'), 'utf8').replace('"a1"', '"Copied-1"');
    writeFileSync(sessionFile(root, 'Copied-1'), text);
    writeFileSync(join(root, 'sessions', 'notes.txt'), 'x');
    writeFileSync(join(root, 'sessions', 'a1.json.bak'), 'x');
    expect((await store.ids()).slice().sort()).toEqual(['Copied-1', 'a1', 'a2', 'a3']);
  });

  it('lists a file that cannot be read, and forgets the fault when it can', async () => {
    const { root, store } = await three();
    const good = readFileSync(sessionFile(root, 'a1'), 'utf8');
    writeFileSync(sessionFile(root, 'bad'), '{');
    unlinkSync(indexFile(root));
    const rows = (await store.list(ALL)).sessions;
    expect(rows.find((row) => row.id === 'bad')).toMatchObject({
      fault: 'session_corrupt',
      session: null,
    });
    expect(rows).toHaveLength(4);
    writeFileSync(sessionFile(root, 'bad'), good.replace('"a1"', '"bad"'));
    const healed = (await store.list(ALL)).sessions.find((row) => row.id === 'bad');
    expect(healed).toMatchObject({ fault: null, question: 'question 1', created_at: '2030-01-01T00:00:01Z' });
    expect(readIndex(root).bad.fault).toBeUndefined();
  });
});

describe('a change that dies before the index is written', () => {
  /** Finalizes a session as a process would that is killed right after the session's rename. */
  async function dieBeforeIndex(root: string) {
    const fs = createFailingFs();
    const store = open(root, countingIds(), fs);
    let renames = 0;
    const flushes = (name: string, flags: unknown) =>
      ['rename', 'fsync', 'close'].includes(name) || (name === 'open' && flags === 'r');
    fs.fails = (name, _, [, flags]) => {
      if (name === 'rename') renames += 1;
      return renames > 0 && !flushes(name, flags) ? 'EIO' : null;
    };
    await finalize(store, 'a2');
    expect(readIndex(root).a2.status).toBe('active');
  }

  it('is healed by the next listing', async () => {
    const { root } = await three();
    await dieBeforeIndex(root);
    expect(dirty(root)).toHaveLength(1);
    expect((await open(root).list({ ...ALL, status: 'finalized' })).count).toBe(1);
    expect(readIndex(root).a2.status).toBe('finalized');
    expect(dirty(root)).toEqual([]);
  });

  it('is healed by the next change of another session', async () => {
    const { root } = await three();
    await dieBeforeIndex(root);
    await finalize(open(root), 'a1');
    expect(readIndex(root)).toMatchObject({ a1: { status: 'finalized' }, a2: { status: 'finalized' } });
    expect(dirty(root)).toEqual([]);
  });

  it('is believed while its process lives, and its mark left to it', async () => {
    const { root, store } = await three();
    const text = readFileSync(sessionFile(root, 'a2'), 'utf8').replace('"active"', '"archived"');
    writeFileSync(sessionFile(root, 'a2'), text);
    const owner = claim();
    mkdirSync(join(root, 'index.dirty'), { recursive: true });
    writeFileSync(join(root, 'index.dirty', `a2.${owner.token}`), JSON.stringify(owner));
    expect((await store.list({ ...ALL, status: 'archived' })).count).toBe(1);
    expect(dirty(root)).toHaveLength(1);
    release(owner);
    await store.ids();
    expect(dirty(root)).toEqual([]);
  });

  it('does not bring back a session that was on its way to the trash', async () => {
    const { root, store, good } = await three();
    await store.trash('a2', LATER);
    writeFileSync(indexFile(root), good);
    const owner = claim();
    release(owner);
    mkdirSync(join(root, 'index.dirty'), { recursive: true });
    writeFileSync(join(root, 'index.dirty', `a2.${owner.token}`), JSON.stringify(owner));
    expect(await store.ids()).toEqual(['a3', 'a1']);
    expect(await store.read('a2')).toBeNull();
  });
});

describe('an index that cannot be written', () => {
  it('fails no call and is healed later', async () => {
    const { root } = await three();
    const fs = createFailingFs();
    const store = open(root, () => 'fresh', fs);
    fs.fails = (name, _at, [, to]) => (name === 'rename' && to === indexFile(root) ? 'EIO' : null);
    const { session } = await store.create(draft());
    expect(await finalize(store, 'a1')).toBeNull();
    expect((await store.list({ ...ALL, status: 'finalized' })).count).toBe(1);
    expect(await store.ids()).toContain(session.id);
    expect(readIndex(root).a1.status).toBe('active');
    fs.reset();
    await store.ids();
    expect(readIndex(root)).toMatchObject({ a1: { status: 'finalized' }, fresh: { status: 'active' } });
  });

  it('lists from a bare root without making anything', async () => {
    const root = tempHome();
    mkdirSync(root);
    expect(await open(root).ids()).toEqual([]);
    expect(readdirSync(root)).toEqual([]);
    rmSync(root, { recursive: true });
    expect((await open(root).list(ALL)).count).toBe(0);
  });
});

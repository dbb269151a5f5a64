import { readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionDocument } from '../../src/core/session.ts';
import { type FsLayer, realFs } from '../../src/store/fs-layer.ts';
import { bump, largeSession, MUCH, openTailed } from '../support/large-session.ts';
import { draft, LATER } from '../support/session-drafts.ts';
import { faultOf } from '../support/store-fault.ts';
import { sessionsOnDisk, tempHome } from '../support/temp-home.ts';

const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };
const onDisk = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('a large session', () => {
  it('takes a change as one line beside the file, private to the user', async () => {
    const { root, store, file, tail, whole } = await largeSession();
    expect(await bump(store)).toBe(1);
    expect(await bump(store)).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe(whole);
    expect(readFileSync(tail, 'utf8').split('\n')).toEqual([
      `{"revision":2,"set":{"updated_at":"${LATER}","n":1},"splice":{}}`,
      '{"revision":3,"set":{"n":2},"splice":{}}',
      '',
    ]);
    expect(statSync(tail).mode & 0o777).toBe(0o600);
    const cold = openTailed(root);
    expect((await cold.read('a1'))?.session).toEqual((await store.read('a1'))?.session);
    expect((await cold.read('a1'))?.session).toMatchObject({ n: 2, revision: 3, updated_at: LATER });
    expect((await cold.list(ALL)).sessions[0]).toMatchObject({ updated_at: LATER, fault: null });
  });

  it('leaves the index alone', async () => {
    const { root, store } = await largeSession();
    const before = statSync(join(root, 'index.json'));
    await bump(store);
    expect(statSync(join(root, 'index.json')).ino).toBe(before.ino);
    expect(readdirSync(join(root, 'sessions')).sort()).toEqual(['a1.json', 'a1.tail.jsonl']);
  });

  it('counts in listings what its tail says', async () => {
    const { root, store } = await largeSession();
    await store.transact('a1', LATER, ({ session }) => ({
      reply: 0,
      session: { ...session, thoughts: [{ committed: true }, { committed: false }] },
    }));
    const [row] = (await openTailed(root).list(ALL)).sessions;
    expect(row).toMatchObject({ session: { thoughts: [{ committed: true }, { committed: false }] } });
  });

  it('is written whole when its tail would outgrow the file', async () => {
    const { store, file, tail } = await largeSession();
    const sizes: number[] = [];
    for (let n = 0; n < 120; n += 1) {
      await bump(store);
      const tailSize = readdirSync(dirname(tail)).includes('a1.tail.jsonl') ? statSync(tail).size : 0;
      sizes.push(tailSize);
      expect(tailSize).toBeLessThanOrEqual(statSync(file).size);
    }
    expect(sizes.filter((size) => size === 0).length).toBeGreaterThan(1);
    expect((await store.read('a1'))?.session).toMatchObject({ n: 120, revision: 121 });
  });

  it.each<[string, Partial<SessionDocument>]>([
    ['status', { status: 'finalized' }],
    ['protocol', { protocol: 'tree' }],
    ['project', { project: 'another' }],
    ['most of its content', { padding: 'y'.repeat(3000) }],
  ])('is written whole when a change touches its %s', async (_, over) => {
    const { store, file, tail } = await largeSession();
    await bump(store);
    await store.transact('a1', LATER, ({ session }) => ({ reply: 0, session: { ...session, ...over } }));
    expect(onDisk(file)).toMatchObject({ n: 1, revision: 3, ...over });
    expect(readdirSync(dirname(tail))).toEqual(['a1.json']);
  });

  it('stays whole at each change once it is closed', async () => {
    const { store, file } = await largeSession();
    await store.transact('a1', LATER, ({ session }) => ({
      reply: 0,
      session: { ...session, status: 'finalized' as const },
    }));
    await bump(store);
    expect(onDisk(file)).toMatchObject({ n: 1, status: 'finalized' });
  });

  it('is made whole for a reader of its file, without another revision', async () => {
    const { root, store, file, tail } = await largeSession();
    await bump(store);
    const before = (await store.read('a1'))?.session;
    expect(await openTailed(root).fold('a1')).toEqual({ path: file });
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(before, null, 2)}\n`);
    expect(readdirSync(dirname(tail))).toEqual(['a1.json']);
    expect(await store.fold('a1')).toEqual({ path: file });
    expect(await store.fold('nobody')).toBeNull();
    expect(await bump(store)).toBe(2);
  });

  it('is made whole when the process that changed it ends', async () => {
    const { root, store, file } = await largeSession();
    await bump(store);
    await openTailed(root).close();
    expect(onDisk(file)).not.toHaveProperty('n');
    await store.close();
    expect(onDisk(file)).toMatchObject({ n: 1 });
    expect(readdirSync(dirname(file))).toEqual(['a1.json']);
  });

  it('moves whole, there and back', async () => {
    const { root, store, file, tail } = await largeSession();
    const away = join(dirname(root), 'away.json');
    for (const [n, to] of [away, file, away, file].entries()) {
      await bump(store);
      expect(await store.move('a1', LATER, { to, force: false })).toMatchObject({ kind: 'moved' });
      expect(onDisk(to)).toMatchObject({ n: n + 1, revision: 2 * n + 3 });
      expect(readdirSync(dirname(tail)).filter((name) => name.endsWith('l'))).toEqual([]);
      expect((await openTailed(root).read('a1'))?.session).toMatchObject({ n: n + 1 });
    }
  });

  it('is one whole file in the trash', async () => {
    const { root, store } = await largeSession();
    await bump(store);
    const trashed = (await store.trash('a1', LATER))?.trashedPath ?? '';
    expect(onDisk(trashed)).toMatchObject({ n: 1 });
    expect(readdirSync(join(root, 'trash'))).toHaveLength(1);
    expect(sessionsOnDisk(root)).toEqual({});
  });

  it('counts file and tail against the limit, and is folded before it is refused', async () => {
    const { root, store } = await largeSession({ limit: 2900 });
    const grow = () =>
      store.transact('a1', LATER, ({ session }) => ({
        reply: 0,
        session: { ...session, last: 'z'.repeat(100), n: Number(session.n ?? 0) + 1 },
      }));
    for (let round = 0; round < 40; round += 1) await grow();
    const sizes = Object.values(sessionsOnDisk(root)).map((text) => text.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2900);
    const more = store.transact('a1', LATER, ({ session }) => ({
      reply: 0,
      session: { ...session, more: 'z'.repeat(900) },
    }));
    expect((await faultOf(more)).code).toBe('session_too_large');
    expect((await openTailed(root).read('a1'))?.session).toMatchObject({ n: 40, revision: 41 });
  });
});

it('two stores take turns on one session and see each change of the other', async () => {
  const { root, store } = await largeSession();
  const other = openTailed(root);
  for (let n = 1; n <= 150; n += 1) {
    const actor = n % 3 === 0 ? other : store;
    expect(await bump(actor)).toBe(n);
    const reader = n % 2 === 0 ? store : other;
    expect((await reader.read('a1'))?.session).toMatchObject({ n, revision: n + 1 });
    if (n % 40 === 0) await other.fold('a1');
  }
});

it('a reader that meets a fold misses nothing that the tail said', async () => {
  const { root, store, file, tail } = await largeSession();
  await bump(store);
  const session = (await store.read('a1'))?.session;
  let isFolded = false;
  const readFile = (path: string) => {
    const bytes = realFs.readFile(path);
    if (path !== file || isFolded) return bytes;
    isFolded = true;
    writeFileSync(`${file}.new`, `${JSON.stringify(session, null, 2)}\n`);
    renameSync(`${file}.new`, file);
    unlinkSync(tail);
    return bytes;
  };
  const reader = openTailed(root, { fs: { ...realFs, readFile } });
  expect((await reader.read('a1'))?.session).toEqual(session);
  expect(isFolded).toBe(true);
});

it('the bytes that a change writes do not depend on the size of the session', async () => {
  const written = async (thoughts: number) => {
    let bytes = 0;
    const write: FsLayer['write'] = (fd, content, offset) => {
      const count = realFs.write(fd, content, offset);
      bytes += count;
      return count;
    };
    const store = openTailed(tempHome(), { fs: { ...realFs, write }, limit: 1e8 });
    const items = Array.from({ length: thoughts }, (_, n) => ({ id: `t${n}`, content: MUCH }));
    await store.create(draft({ thoughts: items }));
    const counts: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      bytes = 0;
      await store.transact('a1', LATER, ({ session }) => {
        const list: unknown[] = Array.isArray(session.thoughts) ? session.thoughts : [];
        return { reply: 0, session: { ...session, thoughts: [...list, { id: 'next', content: MUCH }] } };
      });
      counts.push(bytes);
    }
    return counts;
  };
  const [few, many] = [await written(100), await written(10_000)];
  for (const [at, count] of many.entries()) expect(Math.abs(count - (few[at] ?? 0))).toBeLessThan(20);
});

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FsLayer } from '../../src/store/fs-layer.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { countingIds, draft, increment, LATER } from '../support/session-drafts.ts';
import { storeContract } from '../support/store-contract.ts';
import { faultOf } from '../support/store-fault.ts';
import { sessionBytes, sessionFile, tempHome } from '../support/temp-home.ts';

function open(
  root: string,
  over: { fs?: FsLayer; newId?: () => string; limit?: number; wholeUpTo?: number } = {},
) {
  return createSessionStore({
    root,
    newId: over.newId ?? countingIds(),
    sessionLimitBytes: () => over.limit ?? 1024 * 1024,
    ...(over.fs === undefined ? {} : { fs: over.fs }),
    ...(over.wholeUpTo === undefined ? {} : { wholeUpTo: over.wholeUpTo }),
  });
}
const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };

/** Every file below a folder, relative to it. */
const allFiles = (root: string) => readdirSync(root, { recursive: true }).map(String).sort();

storeContract(
  'the file store',
  () => open(tempHome()),
  () => join(dirname(tempHome()), 'kept.json'),
);

storeContract(
  'the file store with a tail beside each file',
  () => open(tempHome(), { wholeUpTo: 0 }),
  () => join(dirname(tempHome()), 'kept.json'),
);

describe('session files', () => {
  it('are readable JSON, private to the user', async () => {
    const root = tempHome();
    const { session, path } = await open(root).create(draft());
    expect(path).toBe(sessionFile(root, session.id));
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(session, null, 2)}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, 'index.json')).mode & 0o777).toBe(0o600);
    expect(allFiles(root).sort()).toEqual(['index.json', 'locks', 'sessions', `sessions/${session.id}.json`]);
  });

  it('take another id when the first ones are taken, by a file or by a moved session', async () => {
    const root = tempHome();
    const first = await open(root).create(draft({ question: 'first' }));
    writeFileSync(join(root, 'sessions', 'a2.moved.json'), '{"id":"a2","path":"/nowhere"}');
    const { session } = await open(root).create(draft());
    expect(session.id).toBe('a3');
    expect((await open(root).read('a1'))?.session.question).toBe(first.session.question);
  });

  it('give up with a fault when no id is ever free', async () => {
    const root = tempHome();
    const store = open(root, { newId: () => 'same' });
    await store.create(draft());
    expect((await faultOf(store.create(draft()))).code).toBe('storage_unavailable');
  });

  it.each(['../x', '__proto__', 'a'.repeat(5000), '', '.', 'a/b', 'a\u0000b', 'con', 'nul', 'constructor'])(
    'know nothing of the id %j',
    async (id) => {
      const root = tempHome();
      const store = open(root);
      await store.create(draft());
      const before = allFiles(root);
      expect(await store.read(id)).toBeNull();
      expect(await store.transact(id, LATER, increment)).toBeNull();
      expect(await store.trash(id, LATER)).toBeNull();
      expect(allFiles(root)).toEqual(before);
    },
  );

  it('may begin with a byte order mark and use CRLF', async () => {
    const root = tempHome();
    const { session, path } = await open(root).create(draft());
    writeFileSync(path, `\uFEFF${readFileSync(path, 'utf8').replaceAll('\n', '\r\n')}`);
    expect((await open(root).read(session.id))?.session).toEqual(session);
    expect(await open(root).transact(session.id, LATER, increment)).toBe(1);
  });

  it('may not outgrow the limit', async () => {
    const root = tempHome();
    const store = open(root, { limit: 2000 });
    const { session, path } = await store.create(draft());
    const before = readFileSync(path, 'utf8');
    const grow = store.transact(session.id, LATER, (stored) => ({
      reply: 0,
      session: { ...stored.session, question: 'é'.repeat(1000) },
    }));
    const refusal = await faultOf(grow);
    expect(refusal).toMatchObject({ code: 'session_too_large', retryable: false });
    expect(refusal.message).toMatch(/2000 bytes/);
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect((await faultOf(store.create(draft({ question: 'x'.repeat(3000) })))).code).toBe(
      'session_too_large',
    );
  });
});

describe('damaged sessions', () => {
  const damages: [string, (text: string) => string | Buffer][] = [
    ['empty', () => ''],
    ['torn', (text) => text.slice(0, text.length / 2)],
    ['zeroed', (text) => Buffer.alloc(text.length)],
    ['a list', () => '[]'],
    ['null', () => 'null'],
    ['of another id', (text) => text.replace('"a1"', '"other"')],
    ['without a status', (text) => text.replace('"status"', '"stratus"')],
    ['not UTF-8', (text) => Buffer.from(text.replace('sky', 'sk\u00FF'), 'latin1')],
  ];
  it.each(damages)('that are %s are kept and named, never written over', async (_, damage) => {
    const root = tempHome();
    const store = open(root);
    const { path } = await store.create(draft());
    const bytes = Buffer.from(damage(readFileSync(path, 'utf8')));
    writeFileSync(path, bytes);
    expect(await faultOf(store.read('a1'))).toMatchObject({ code: 'session_corrupt', retryable: false });
    expect(readdirSync(dirname(path))).toEqual(['a1.json']);
    const first = await faultOf(store.transact('a1', LATER, increment));
    expect(first.code).toBe('session_corrupt');
    expect(await faultOf(store.transact('a1', '2031-01-01T00:00:00Z', increment))).toMatchObject({
      message: first.message,
    });
    const [copy, ...others] = readdirSync(dirname(path)).filter((name) => name.includes('corrupt'));
    expect(others).toEqual([]);
    expect(copy).toMatch(/^a1\.corrupt-[\w.+-]+$/);
    expect(first.message).toContain(join(root, 'sessions', copy ?? '?'));
    expect(readFileSync(path)).toEqual(bytes);
    expect(readFileSync(join(dirname(path), copy ?? ''))).toEqual(bytes);
    const page = await store.list(ALL);
    expect(page.sessions[0]).toMatchObject({ id: 'a1', fault: 'session_corrupt', session: null });
    const gone = await store.trash('a1', LATER);
    expect(readFileSync(gone?.trashedPath ?? '')).toEqual(bytes);
    expect((await store.list(ALL)).count).toBe(0);
  });

  it('of a later version are shown but not changed', async () => {
    const root = tempHome();
    const { path } = await open(root).create(draft({ schema_version: 99, novelty: true }));
    const before = readFileSync(path, 'utf8');
    expect((await open(root).read('a1'))?.session).toMatchObject({ schema_version: 99, novelty: true });
    expect((await faultOf(open(root).transact('a1', LATER, increment))).code).toBe('session_newer');
    expect(readFileSync(path, 'utf8')).toBe(before);
    writeFileSync(path, before.replace('"active"', '"of the future"'));
    expect((await faultOf(open(root).read('a1'))).code).toBe('session_newer');
  });

  it('whose file has vanished are reported, listed and can be cleared', async () => {
    const root = tempHome();
    const store = open(root);
    const { path } = await store.create(draft());
    unlinkSync(path);
    for (let round = 0; round < 2; round += 1) {
      expect((await faultOf(store.read('a1'))).code).toBe('session_file_missing');
      expect((await faultOf(store.transact('a1', LATER, increment))).code).toBe('session_file_missing');
      expect((await store.list(ALL)).sessions[0]).toMatchObject({ id: 'a1', fault: 'session_file_missing' });
    }
    expect(await store.trash('a1', LATER)).toEqual({ trashedPath: null });
    expect(await store.read('a1')).toBeNull();
  });
});

describe('moved sessions', () => {
  async function moved() {
    const root = tempHome();
    const store = open(root);
    const { session, path } = await store.create(draft());
    const folder = join(dirname(root), 'else where');
    mkdirSync(folder);
    const to = join(folder, 'kept.json');
    renameSync(path, to);
    writeFileSync(join(root, 'sessions', 'a1.moved.json'), JSON.stringify({ id: 'a1', path: to }));
    return { root, store, session, to };
  }

  it('are found through their pointer, changed in place and listed', async () => {
    const { store, to, root } = await moved();
    expect(await store.transact('a1', LATER, increment)).toBe(1);
    expect(await store.read('a1')).toMatchObject({ path: to, session: { n: 1 } });
    expect(sessionBytes(root, 'a1')).toBeNull();
    expect((await store.list(ALL)).sessions[0]).toMatchObject({ path: to, fault: null });
  });

  it('are trashed with their pointer', async () => {
    const { store, root, to } = await moved();
    const trashed = await store.trash('a1', LATER);
    expect(trashed?.trashedPath?.startsWith(join(root, 'trash'))).toBe(true);
    expect(readdirSync(dirname(to))).toEqual([]);
    expect(readdirSync(join(root, 'sessions'))).toEqual([]);
  });

  it('leave a file alone that no longer holds them', async () => {
    const { store, to } = await moved();
    writeFileSync(to, '{"notes": "mine"}');
    expect((await faultOf(store.read('a1'))).code).toBe('session_corrupt');
    expect(await store.trash('a1', LATER)).toEqual({ trashedPath: null });
    expect(readFileSync(to, 'utf8')).toBe('{"notes": "mine"}');
    expect(await store.read('a1')).toBeNull();
  });

  it('are missing when the file is gone', async () => {
    const { store, to } = await moved();
    unlinkSync(to);
    const missing = await faultOf(store.read('a1'));
    expect(missing.code).toBe('session_file_missing');
    expect(missing.message).toContain(to);
  });
});

describe('trash', () => {
  it('never replaces what is there', async () => {
    const root = tempHome();
    const store = open(root, { newId: () => 'same' });
    const paths = [];
    for (let round = 0; round < 3; round += 1) {
      await store.create(draft({ question: `round ${round}` }));
      paths.push((await store.trash('same', LATER))?.trashedPath ?? '');
    }
    expect(paths.map((path) => JSON.parse(readFileSync(path, 'utf8')).question)).toEqual([
      'round 0',
      'round 1',
      'round 2',
    ]);
  });

  it('copies where the disk has no links', async () => {
    const root = tempHome();
    const fs = createFailingFs();
    fs.fails = (name) => (name === 'link' ? 'EXDEV' : null);
    const store = open(root, { fs });
    await store.create(draft());
    const path = (await store.trash('a1', LATER))?.trashedPath ?? '';
    expect(JSON.parse(readFileSync(path, 'utf8')).id).toBe('a1');
    expect(await store.read('a1')).toBeNull();
  });
});

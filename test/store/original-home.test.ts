import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../src/registry.ts';
import { createDispatcher } from '../../src/server/dispatch.ts';
import { createConfigFile, withPackaged } from '../../src/store/config-file.ts';
import { bootstrapHome } from '../../src/store/home.ts';
import { createLeases } from '../../src/store/lease.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { lensLibrary } from '../support/given.ts';
import { noWorkshop } from '../support/no-workshop.ts';
import { LOST, MOVED, makeOriginalHome, OPEN, TORN } from '../support/original-home.ts';
import { renderer } from '../support/renderer.ts';
import { scoresOf } from '../support/serial-phases.ts';
import { countingIds, draft, increment, LATER } from '../support/session-drafts.ts';
import { faultOf } from '../support/store-fault.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };
const open = (root: string) =>
  createSessionStore({ root, newId: countingIds(), sessionLimitBytes: () => 1e6 });

function given() {
  const root = tempHome();
  return { root, ...makeOriginalHome(root), store: open(root) };
}

/** Every file below a folder with its bytes. */
function snapshot(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'latin1')]));
}

describe('a home of the original server', () => {
  it('is read without a change to any file', async () => {
    const { root, store, movedPath } = given();
    const before = snapshot(dirname(root));
    expect(await store.read(OPEN)).toMatchObject({
      path: sessionFile(root, OPEN),
      session: { schema_version: 1, protocol: 'serial', revision: 1, status: 'active' },
    });
    expect(await store.read(MOVED)).toMatchObject({ path: movedPath, session: { status: 'finalized' } });
    expect(await store.read(TORN)).toMatchObject({ session: { question: 'Which queue?', protocol: null } });
    expect(await store.read(LOST)).toMatchObject({ session: { question: 'Which database?' } });
    expect(await store.read('nobody')).toBeNull();
    expect(snapshot(dirname(root))).toEqual(before);
  });

  it('is listed whole, and moved sessions get a pointer', async () => {
    const { root, store, movedPath } = given();
    const { sessions, count } = await store.list(ALL);
    expect(count).toBe(4);
    expect(sessions.map((row) => row.id).sort()).toEqual([LOST, MOVED, OPEN, TORN].sort());
    expect(sessions.map((row) => row.fault)).toEqual([null, null, null, null]);
    const pointer = join(root, 'sessions', `${MOVED}.moved.json`);
    expect(JSON.parse(readFileSync(pointer, 'utf8'))).toEqual({ id: MOVED, path: movedPath });
    unlinkSync(join(root, 'index.json'));
    expect((await open(root).list({ ...ALL, status: 'finalized' })).sessions).toMatchObject([
      { id: MOVED, path: movedPath, fault: null },
    ]);
  });

  it('takes our index after the first listing', async () => {
    const { root, store } = given();
    await store.ids();
    const index = JSON.parse(readFileSync(join(root, 'index.json'), 'utf8'));
    expect(index[OPEN]).toMatchObject({ project: null, question: expect.stringContaining('größer') });
    expect(Object.values(index).some((entry) => Object.hasOwn(Object(entry), 'fault'))).toBe(false);
  });

  it('keeps its sessions when the first call creates one', async () => {
    const { root, store } = given();
    const made = await store.create(draft());
    expect((await open(root).list(ALL)).sessions.map((row) => row.id).sort()).toEqual(
      [made.session.id, LOST, MOVED, OPEN, TORN].sort(),
    );
  });

  it('stores our layout with the first change and drops the backup', async () => {
    const { root, store } = given();
    const own = sessionFile(root, OPEN);
    cpSync(own, `${own}.bak`);
    expect(await store.transact(OPEN, LATER, increment)).toBe(1);
    const onDisk = JSON.parse(readFileSync(own, 'utf8'));
    expect(onDisk).toMatchObject({ schema_version: 1, protocol: 'serial', revision: 2, n: 1 });
    expect(onDisk).not.toHaveProperty('save_path');
    expect(onDisk).not.toHaveProperty('mode');
    expect(existsSync(`${own}.bak`)).toBe(false);
  });

  it.each([
    ['torn', TORN],
    ['missing', LOST],
  ])('restores a %s file from its backup with the first change', async (_, id) => {
    const { root, store } = given();
    const torn = existsSync(sessionFile(root, id)) ? readFileSync(sessionFile(root, id), 'utf8') : null;
    expect(await store.transact(id, LATER, increment)).toBe(1);
    expect(JSON.parse(readFileSync(sessionFile(root, id), 'utf8'))).toMatchObject({ id, n: 1, revision: 2 });
    expect(existsSync(`${sessionFile(root, id)}.bak`)).toBe(false);
    const copies = readdirSync(join(root, 'sessions')).filter((name) => name.startsWith(`${id}.corrupt-`));
    expect(copies.map((name) => readFileSync(join(root, 'sessions', name), 'utf8'))).toEqual(
      torn === null ? [] : [torn],
    );
    expect(await open(root).transact(id, LATER, increment)).toBe(2);
  });

  it('changes a moved session where it lies, moves it again and home', async () => {
    const { root, store, papers, movedPath } = given();
    expect(await store.transact(MOVED, LATER, increment)).toBe(1);
    expect(JSON.parse(readFileSync(movedPath, 'utf8'))).toMatchObject({ n: 1, protocol: 'serial' });
    const to = join(papers, 'again.json');
    expect(await store.move(MOVED, LATER, { to, force: false })).toMatchObject({
      kind: 'moved',
      newPath: to,
    });
    const home = { to: sessionFile(root, MOVED), force: false };
    expect(await open(root).move(MOVED, LATER, home)).toMatchObject({ kind: 'moved', leftBehind: false });
    expect((await open(root).read(MOVED))?.path).toBe(home.to);
    expect((await open(root).list(ALL)).count).toBe(4);
  });

  it('moves a session home before anything else was called', async () => {
    const { root, store, movedPath } = given();
    const home = { to: sessionFile(root, MOVED), force: false };
    expect(await store.move(MOVED, LATER, home)).toMatchObject({ kind: 'moved', fromPath: movedPath });
    expect((await open(root).read(MOVED))?.session.move_history).toHaveLength(2);
    expect(existsSync(movedPath)).toBe(false);
  });

  it.each([OPEN, MOVED, TORN, LOST])('clears %s for good', async (id) => {
    const { root, store } = given();
    expect((await store.trash(id, LATER))?.trashedPath).toContain(id);
    expect(await open(root).read(id)).toBeNull();
    expect((await open(root).list(ALL)).count).toBe(3);
    expect(await open(root).trash(id, LATER)).toBeNull();
  });
});

describe('a damaged home of the original server', () => {
  it('uses the backup of an index that is empty', async () => {
    const { root, movedPath } = given();
    const index = join(root, 'index.json');
    renameSync(index, `${index}.bak`);
    writeFileSync(index, '');
    expect((await open(root).read(MOVED))?.path).toBe(movedPath);
    expect((await open(root).list(ALL)).count).toBe(4);
    expect(existsSync(`${index}.bak`)).toBe(false);
  });

  it.each(['', '{"id":', '[]'])('names a torn file whose backup is %j', async (backup) => {
    const { root, store } = given();
    writeFileSync(`${sessionFile(root, TORN)}.bak`, backup);
    expect((await faultOf(store.read(TORN))).code).toBe('session_corrupt');
    expect((await faultOf(store.transact(TORN, LATER, increment))).code).toBe('session_corrupt');
  });

  it('never takes the backup for a file that holds something else', async () => {
    const { root, store } = given();
    writeFileSync(sessionFile(root, TORN), '{"notes": "mine"}');
    expect((await faultOf(store.read(TORN))).code).toBe('session_corrupt');
    expect(readFileSync(sessionFile(root, TORN), 'utf8')).toBe('{"notes": "mine"}');
  });

  it('says that a moved file is missing', async () => {
    const { store, movedPath } = given();
    unlinkSync(movedPath);
    expect((await faultOf(store.read(MOVED))).code).toBe('session_file_missing');
    expect((await store.list(ALL)).sessions.find((row) => row.id === MOVED)).toMatchObject({
      fault: 'session_file_missing',
    });
  });

  it('reads the moved file when the old one was left behind', async () => {
    const { root, store, movedPath } = given();
    const { move_history: _, ...old } = JSON.parse(readFileSync(movedPath, 'utf8'));
    writeFileSync(sessionFile(root, MOVED), JSON.stringify({ ...old, move_history: [] }));
    expect((await store.read(MOVED))?.path).toBe(movedPath);
    await store.ids();
    expect((await open(root).read(MOVED))?.path).toBe(movedPath);
  });

  it('that was copied from elsewhere uses its own files', async () => {
    const { root } = given();
    const copy = join(dirname(root), 'copy');
    cpSync(root, copy, { recursive: true });
    const store = open(copy);
    expect((await store.read(OPEN))?.path).toBe(sessionFile(copy, OPEN));
    await store.ids();
    expect(await store.transact(OPEN, LATER, increment)).toBe(1);
    expect((await store.trash(OPEN, LATER))?.trashedPath).toContain(join(copy, 'trash'));
    expect(existsSync(sessionFile(root, OPEN))).toBe(true);
    expect(await store.read(OPEN)).toBeNull();
    expect(await store.ids()).not.toContain(OPEN);
    expect(existsSync(join(copy, 'sessions', `${OPEN}.moved.json`))).toBe(false);
  });
});

describe('the tools on a home of the original server', () => {
  function caller(root: string) {
    const packaged = withPackaged(
      readFileSync(join(import.meta.dirname, '../../config/default.toml'), 'utf8'),
    );
    const retired: string[] = [];
    const onRetired = (_: string, keys: readonly string[]) => retired.push(...keys);
    const config = createConfigFile({ root, packaged, above: [], onRetired });
    const ports = {
      store: open(root),
      leases: createLeases({ root }),
      config: config.current,
      lenses: async () => lensLibrary(),
      bootstrap: async () => bootstrapHome(root, packaged.toml),
      now: () => LATER,
      keepExport: async (name: string) => name,
      newUuid: () => '00000000-0000-4000-8000-000000000000',
      newCode: () => 'abcd',
      oldReviews: () => null,
      root: () => root,
      defaultProject: null,
    };
    const dispatcher = createDispatcher({
      registry: createRegistry(),
      ports,
      workshop: noWorkshop,
      renderer,
    });
    const call = async (tool: string, args: object = {}) =>
      (await dispatcher.call(tool, { ...args })).reply as Readonly<Record<string, unknown>>;
    return { call, retired };
  }

  it('list, resume and finish the open session', async () => {
    const { root } = given();
    const { call, retired } = caller(root);
    expect(await call('list_sessions')).toMatchObject({ count: 4 });
    expect(retired.length).toBeGreaterThan(5);
    expect(await call('resume_session', { session_id: OPEN })).toMatchObject({ status: 'active' });
    expect(await call('next_action', { session_id: OPEN })).toMatchObject({ code: 'loop_await_refine' });
    await call('refine_current_thought', { session_id: OPEN, new_content: 'Cache public reads only.' });
    await call('score_current_thought', { session_id: OPEN, scores: scoresOf(0.8) });
    expect(await call('commit_thought', { session_id: OPEN })).toMatchObject({ committed: true });
    expect(await call('finalize_session', { session_id: OPEN })).toMatchObject({ status: 'finalized' });
    expect((await open(root).list({ ...ALL, status: 'finalized' })).count).toBe(2);
  });

  it('start a session of our own beside the old ones', async () => {
    const { root } = given();
    const { call } = caller(root);
    const before = readFileSync(join(root, 'config.toml'), 'utf8');
    const started = await call('start_session', { question: 'A new one?', mode: 'serial' });
    expect(started).toHaveProperty('session_id');
    expect(await call('list_sessions')).toMatchObject({ count: 5 });
    expect(readFileSync(join(root, 'config.toml'), 'utf8')).toBe(before);
  });
});

it('a home with nothing but sessions is adopted too', async () => {
  const { root } = given();
  for (const name of ['index.json', 'index.json.lock', 'config.toml']) unlinkSync(join(root, name));
  expect((await open(root).ids()).slice().sort()).toEqual([LOST, OPEN, TORN].sort());
});

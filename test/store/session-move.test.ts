import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FsLayer } from '../../src/store/fs-layer.ts';
import type { MoveOutcome } from '../../src/store/ports.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { countingIds, draft, increment, LATER } from '../support/session-drafts.ts';
import { faultOf } from '../support/store-fault.ts';
import { locksLeft, sessionFile, tempHome } from '../support/temp-home.ts';

const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };

/** A root with the session `a1`, and a folder outside it. */
async function given(over: { fs?: FsLayer } = {}) {
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
type Given = Awaited<ReturnType<typeof given>>;

function movedPath(outcome: MoveOutcome | null): string {
  if (outcome?.kind !== 'moved') throw new Error(`not moved: ${JSON.stringify(outcome)}`);
  return outcome.newPath;
}

/** That the session lies at `path` alone and every call still works on it. */
async function expectWholeAt({ open, root }: Given, path: string) {
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

describe('a moved session', () => {
  it('lies at the new path, with its history, and nowhere else', async () => {
    const all = await given();
    const to = join(all.outside, 'kept.json');
    const outcome = await all.move(to);
    expect(outcome).toMatchObject({ kind: 'moved', fromPath: all.own, newPath: to, leftBehind: false });
    const record = { from_path: all.own, to_path: to, timestamp: LATER, unlink_failed: false };
    const onDisk = JSON.parse(readFileSync(to, 'utf8'));
    expect(onDisk).toMatchObject({ revision: 2, updated_at: LATER, move_history: [record] });
    expect(outcome).toMatchObject({ session: onDisk });
    expect(readdirSync(join(all.root, 'sessions'))).toEqual(['a1.moved.json']);
    expect(readdirSync(all.outside)).toEqual(['kept.json']);
    expect(statSync(to).mode & 0o777).toBe(0o600);
    await expectWholeAt(all, to);
  });

  it.each<[string, (all: Given) => string, (all: Given) => string]>([
    ['a folder', ({ outside }) => outside, ({ outside }) => join(outside, 'a1.json')],
    ['a folder with a slash', ({ outside }) => `${outside}/`, ({ outside }) => join(outside, 'a1.json')],
    ['the home folder', () => '~', ({ root }) => join(dirname(root), 'a1.json')],
    ['below ~', () => '~/else where é/b.json', ({ outside }) => join(outside, 'b.json')],
    ['with dots', ({ outside }) => `${outside}/./x/../c.json`, ({ outside }) => join(outside, 'c.json')],
  ])('can go to %s', async (_, to, path) => {
    const all = await given();
    expect(movedPath(await all.move(to(all)))).toBe(path(all));
    await expectWholeAt(all, path(all));
  });

  it('goes where a linked folder leads', async () => {
    const all = await given();
    const link = join(dirname(all.root), 'link');
    symlinkSync(all.outside, link);
    expect(movedPath(await all.move(join(link, 'x.json')))).toBe(join(all.outside, 'x.json'));
    await expectWholeAt(all, join(all.outside, 'x.json'));
  });

  it('can move again and again, and home', async () => {
    const all = await given();
    const first = movedPath(await all.move(join(all.outside, '1.json')));
    const second = movedPath(await all.move(join(all.outside, '2.json')));
    await expectWholeAt(all, second);
    expect(existsSync(first)).toBe(false);
    expect(movedPath(await all.move(all.own))).toBe(all.own);
    expect(readdirSync(join(all.root, 'sessions'))).toEqual(['a1.json']);
    expect(readdirSync(all.outside)).toEqual([]);
    await expectWholeAt(all, all.own);
    expect((await all.store.read('a1'))?.session.move_history).toHaveLength(3);
  });

  it.runIf(existsSync('/dev/shm'))('can go to another file system and back', async () => {
    const all = await given();
    const other = realpathSync(mkdtempSync('/dev/shm/deep-think-'));
    onTestFinished(() => rmSync(other, { recursive: true, force: true }));
    await expectWholeAt(all, movedPath(await all.move(other)));
    await expectWholeAt(all, movedPath(await all.move(all.own)));
    expect(readdirSync(other)).toEqual([]);
  });

  it('can be cleared and changed while finished', async () => {
    const all = await given();
    const to = movedPath(await all.move(join(all.outside, 'x.json')));
    const gone = await all.store.trash('a1', LATER);
    expect(JSON.parse(readFileSync(gone?.trashedPath ?? '', 'utf8')).id).toBe('a1');
    expect(existsSync(to)).toBe(false);
    expect(await all.open().ids()).toEqual([]);
    expect(readdirSync(join(all.root, 'sessions'))).toEqual([]);
  });

  it('is found by its pointer when the index is lost', async () => {
    const all = await given();
    const to = movedPath(await all.move(join(all.outside, 'x.json')));
    unlinkSync(join(all.root, 'index.json'));
    await expectWholeAt(all, to);
  });
});

describe('a move that is refused', () => {
  const cases: [string, string, (all: Given) => string | Promise<string>, boolean?][] = [
    ['a relative path', 'destination_not_absolute', () => 'x.json'],
    ['no path', 'destination_not_absolute', () => ''],
    ['another user of the shell', 'destination_not_absolute', () => '~root/x.json'],
    ['its own file', 'destination_same_as_current', ({ own }) => own],
    ['its own folder', 'destination_same_as_current', ({ root }) => join(root, 'sessions')],
    [
      'its own file through a link',
      'destination_same_as_current',
      ({ own, outside }) => {
        symlinkSync(own, join(outside, 'link.json'));
        return join(outside, 'link.json');
      },
    ],
    [
      'its own file under a second name',
      'destination_same_as_current',
      ({ own, outside }) => {
        linkSync(own, join(outside, 'hard.json'));
        return join(outside, 'hard.json');
      },
    ],
    ['no folder', 'destination_parent_missing', ({ outside }) => join(outside, 'no', 'x.json')],
    [
      'a file as folder',
      'destination_parent_not_a_directory',
      ({ outside }) => {
        writeFileSync(join(outside, 'file'), '');
        return join(outside, 'file', 'x.json');
      },
    ],
    ['a null character', 'destination_write_failed', ({ outside }) => join(outside, 'a\0b')],
    ['a name too long', 'destination_write_failed', ({ outside }) => join(outside, 'n'.repeat(300))],
    [
      'a file that is there',
      'destination_exists',
      ({ outside }) => {
        writeFileSync(join(outside, 'x.json'), 'mine');
        return join(outside, 'x.json');
      },
    ],
    [
      'a link to nowhere',
      'destination_exists',
      ({ outside }) => {
        symlinkSync('/nowhere/at/all', join(outside, 'x.json'));
        return join(outside, 'x.json');
      },
    ],
    ['the configuration', 'destination_not_writable', ({ root }) => join(root, 'config.toml')],
    ['the locks', 'destination_not_writable', ({ root }) => join(root, 'locks')],
    ['the file of another id', 'destination_not_writable', ({ root }) => sessionFile(root, 'b1')],
    ['a device', 'destination_exists', () => '/dev/null'],
    ['with force, a device', 'destination_not_a_session', () => '/dev/null', true],
    [
      'with force, a folder in a folder',
      'destination_not_a_session',
      ({ outside }) => {
        mkdirSync(join(outside, 'a1.json'));
        return outside;
      },
      true,
    ],
    [
      "with force, somebody's file",
      'destination_not_a_session',
      ({ outside }) => {
        writeFileSync(join(outside, 'x.json'), '{"id": "a1"}');
        return join(outside, 'x.json');
      },
      true,
    ],
    [
      'with force, another session',
      'destination_not_a_session',
      async ({ outside, store }) => {
        await store.create(draft());
        await store.move('a2', LATER, { to: join(outside, 'x.json'), force: false });
        await store.trash('a2', LATER);
        writeFileSync(join(outside, 'x.json'), JSON.stringify({ ...draft(), id: 'a2' }));
        return join(outside, 'x.json');
      },
      true,
    ],
  ];
  it.each(cases)('because of %s: %s', async (_, code, to, force = false) => {
    const all = await given();
    const target = await to(all);
    const files = () =>
      readdirSync(dirname(all.root), { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort();
    const before = files();
    expect(await all.move(target, force)).toMatchObject({ kind: 'refused', code });
    expect(files()).toEqual(before);
    await expectWholeAt(all, all.own);
    expect((await all.store.read('a1'))?.session.move_history).toEqual([]);
  });

  it.each(['EACCES', 'EROFS'])('because the folder may not be written (%s)', async (code) => {
    const fs = createFailingFs();
    const all = await given({ fs });
    fs.fails = (name) => (name === 'checkWritable' ? code : null);
    const outcome = await all.move(all.outside);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'destination_not_writable' });
    expect(outcome).toMatchObject({ detail: expect.stringContaining(code) });
    fs.reset();
    await expectWholeAt(all, all.own);
  });

  it('because what is read back differs', async () => {
    const fs = createFailingFs();
    const all = await given({ fs });
    const to = join(all.outside, 'x.json');
    fs.fails = (name, _at, [path]) => {
      if (name === 'readFile' && path === to) writeFileSync(to, 'torn');
      return null;
    };
    expect(await all.move(to)).toMatchObject({ kind: 'refused', code: 'verification_failed', path: to });
    fs.reset();
    expect(readdirSync(all.outside)).toEqual([]);
    await expectWholeAt(all, all.own);
  });

  it('because no session has the id', async () => {
    const { store, outside, root } = await given();
    expect(await store.move('nobody', LATER, { to: outside, force: false })).toBeNull();
    expect(await store.move('../a1', LATER, { to: outside, force: false })).toBeNull();
    expect(locksLeft(root)).toEqual([]);
  });

  it('because the session is damaged or of a later version', async () => {
    const all = await given();
    writeFileSync(all.own, JSON.stringify({ ...draft({ schema_version: 9 }), id: 'a1' }));
    expect((await faultOf(all.move(all.outside))).code).toBe('session_newer');
    writeFileSync(all.own, '{');
    expect((await faultOf(all.move(all.outside))).code).toBe('session_corrupt');
    expect(readdirSync(all.outside)).toEqual([]);
  });
});

describe('a forced move', () => {
  it('replaces an older copy of the same session', async () => {
    const all = await given();
    const to = join(all.outside, 'x.json');
    writeFileSync(to, readFileSync(all.own));
    await all.store.transact('a1', LATER, increment);
    expect(await all.move(to)).toMatchObject({ code: 'destination_exists' });
    expect(movedPath(await all.move(to, true))).toBe(to);
    await expectWholeAt(all, to);
  });
});

describe('an old file that cannot be deleted', () => {
  it('is told and noted, and is not taken for the session', async () => {
    const fs = createFailingFs();
    const all = await given({ fs });
    const to = join(all.outside, 'x.json');
    fs.fails = (name, _at, [path]) => (name === 'unlink' && path === all.own ? 'EPERM' : null);
    const outcome = await all.move(to);
    fs.reset();
    expect(outcome).toMatchObject({ kind: 'moved', leftBehind: true });
    expect(existsSync(all.own)).toBe(true);
    expect((await all.store.read('a1'))?.session.move_history).toMatchObject([{ unlink_failed: true }]);
    unlinkSync(join(all.root, 'index.json'));
    await expectWholeAt(all, to);
    expect(await all.move(all.own)).toMatchObject({ code: 'destination_exists' });
    expect(movedPath(await all.move(all.own, true))).toBe(all.own);
    await expectWholeAt(all, all.own);
  });

  it('goes to the trash with the session', async () => {
    const fs = createFailingFs();
    const all = await given({ fs });
    fs.fails = (name, _at, [path]) => (name === 'unlink' && path === all.own ? 'EPERM' : null);
    await all.move(all.outside);
    fs.reset();
    const gone = await all.store.trash('a1', LATER);
    expect(JSON.parse(readFileSync(gone?.trashedPath ?? '', 'utf8')).move_history).toHaveLength(1);
    expect(await all.open().read('a1')).toBeNull();
    expect(await all.open().ids()).toEqual([]);
  });
});

import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFailingFs } from '../support/failing-fs.ts';
import { expectWholeAt, type Movable, movableSession, movedPath } from '../support/movable-session.ts';
import { increment, LATER } from '../support/session-drafts.ts';

describe('a moved session', () => {
  it('lies at the new path, with its history, and nowhere else', async () => {
    const all = await movableSession();
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

  it.each<[string, (all: Movable) => string, (all: Movable) => string]>([
    ['a folder', ({ outside }) => outside, ({ outside }) => join(outside, 'a1.json')],
    ['a folder with a slash', ({ outside }) => `${outside}/`, ({ outside }) => join(outside, 'a1.json')],
    ['the home folder', () => '~', ({ root }) => join(dirname(root), 'a1.json')],
    ['below ~', () => '~/else where é/b.json', ({ outside }) => join(outside, 'b.json')],
    ['with dots', ({ outside }) => `${outside}/./x/../c.json`, ({ outside }) => join(outside, 'c.json')],
  ])('can go to %s', async (_, to, path) => {
    const all = await movableSession();
    expect(movedPath(await all.move(to(all)))).toBe(path(all));
    await expectWholeAt(all, path(all));
  });

  it('goes where a linked folder leads', async () => {
    const all = await movableSession();
    const link = join(dirname(all.root), 'link');
    symlinkSync(all.outside, link);
    expect(movedPath(await all.move(join(link, 'x.json')))).toBe(join(all.outside, 'x.json'));
    await expectWholeAt(all, join(all.outside, 'x.json'));
  });

  it('can move again and again, and home', async () => {
    const all = await movableSession();
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
    const all = await movableSession();
    const other = realpathSync(mkdtempSync('/dev/shm/deep-think-'));
    onTestFinished(() => rmSync(other, { recursive: true, force: true }));
    await expectWholeAt(all, movedPath(await all.move(other)));
    await expectWholeAt(all, movedPath(await all.move(all.own)));
    expect(readdirSync(other)).toEqual([]);
  });

  it('can be cleared and changed while finished', async () => {
    const all = await movableSession();
    const to = movedPath(await all.move(join(all.outside, 'x.json')));
    const gone = await all.store.trash('a1', LATER);
    expect(JSON.parse(readFileSync(gone?.trashedPath ?? '', 'utf8')).id).toBe('a1');
    expect(existsSync(to)).toBe(false);
    expect(await all.open().ids()).toEqual([]);
    expect(readdirSync(join(all.root, 'sessions'))).toEqual([]);
  });

  it('is found by its pointer when the index is lost', async () => {
    const all = await movableSession();
    const to = movedPath(await all.move(join(all.outside, 'x.json')));
    unlinkSync(join(all.root, 'index.json'));
    await expectWholeAt(all, to);
  });
});

describe('a session that another process moves during a look', () => {
  it('is found where it went', async () => {
    const fs = createFailingFs();
    const all = await movableSession({ fs });
    const to = join(all.outside, 'x.json');
    fs.fails = (name, _at, [path]) => {
      if (name === 'readFile' && path === all.own && existsSync(all.own)) {
        writeFileSync(join(all.root, 'sessions', 'a1.moved.json'), JSON.stringify({ id: 'a1', path: to }));
        renameSync(all.own, to);
      }
      return null;
    };
    expect((await all.store.read('a1'))?.path).toBe(to);
    fs.reset();
    expect(await all.open().transact('a1', LATER, increment)).toBe(1);
    expect(JSON.parse(readFileSync(to, 'utf8')).n).toBe(1);
  });
});

describe('a forced move', () => {
  it('replaces an older copy of the same session', async () => {
    const all = await movableSession();
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
    const all = await movableSession({ fs });
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
    const all = await movableSession({ fs });
    fs.fails = (name, _at, [path]) => (name === 'unlink' && path === all.own ? 'EPERM' : null);
    await all.move(all.outside);
    fs.reset();
    const gone = await all.store.trash('a1', LATER);
    expect(JSON.parse(readFileSync(gone?.trashedPath ?? '', 'utf8')).move_history).toHaveLength(1);
    expect(await all.open().read('a1')).toBeNull();
    expect(await all.open().ids()).toEqual([]);
  });
});

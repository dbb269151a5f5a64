import { linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFailingFs } from '../support/failing-fs.ts';
import { expectWholeAt, type Movable, movableSession } from '../support/movable-session.ts';
import { draft, LATER } from '../support/session-drafts.ts';
import { faultOf } from '../support/store-fault.ts';
import { locksLeft, sessionFile } from '../support/temp-home.ts';

describe('a move that is refused', () => {
  const cases: [string, string, (all: Movable) => string | Promise<string>, boolean?][] = [
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
    const all = await movableSession();
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
    const all = await movableSession({ fs });
    fs.fails = (name) => (name === 'checkWritable' ? code : null);
    const outcome = await all.move(all.outside);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'destination_not_writable' });
    expect(outcome).toMatchObject({ detail: expect.stringContaining(code) });
    fs.reset();
    await expectWholeAt(all, all.own);
  });

  it('because what is read back differs', async () => {
    const fs = createFailingFs();
    const all = await movableSession({ fs });
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
    const { store, outside, root } = await movableSession();
    expect(await store.move('nobody', LATER, { to: outside, force: false })).toBeNull();
    expect(await store.move('../a1', LATER, { to: outside, force: false })).toBeNull();
    expect(locksLeft(root)).toEqual([]);
  });

  it('because the session is damaged or of a later version', async () => {
    const all = await movableSession();
    writeFileSync(all.own, JSON.stringify({ ...draft({ schema_version: 9 }), id: 'a1' }));
    expect((await faultOf(all.move(all.outside))).code).toBe('session_newer');
    writeFileSync(all.own, '{');
    expect((await faultOf(all.move(all.outside))).code).toBe('session_corrupt');
    expect(readdirSync(all.outside)).toEqual([]);
  });
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSessionStore } from '../../src/store/session-files.ts';
import { countingIds, draft, LATER } from '../support/session-drafts.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

const open = (root: string) =>
  createSessionStore({ root, newId: countingIds(), sessionLimitBytes: () => 1e6 });
const HEX = '0123456789abcdef0123456789abcdef';

describe('an imported session', () => {
  it.each([HEX, 'Mixed9', 'x', 'console', 'com10'])('keeps the free id %s', async (id) => {
    const root = tempHome();
    const store = open(root);
    const { session, path } = await store.insert(draft({ revision: 4 }), id);
    expect(session).toMatchObject({ id, revision: 4 });
    expect(path).toBe(sessionFile(root, id));
    expect(await store.ids()).toEqual([id]);
  });

  it.each(['con', 'PRN', 'Aux', 'nul', 'com1', 'LPT9', '../x', 'a/b', '', '.hidden', 'x'.repeat(65)])(
    'gets a fresh id instead of %j',
    async (id) => {
      const root = tempHome();
      expect((await open(root).insert(draft(), id)).session.id).toBe('a1');
      expect(await open(root).ids()).toEqual(['a1']);
    },
  );

  it('gets a fresh id when it brings none', async () => {
    expect((await open(tempHome()).insert(draft(), null)).session.id).toBe('a1');
  });

  it.each(['Taken', 'taken', 'TAKEN'])(
    'gets a fresh id when a session is called Taken, and it %s',
    async (id) => {
      const root = tempHome();
      const first = await open(root).insert(draft({ question: 'first' }), 'Taken');
      expect((await open(root).insert(draft(), id)).session.id).toBe('a1');
      expect(JSON.parse(readFileSync(first.path, 'utf8')).question).toBe('first');
    },
  );

  it('never replaces a file that no index knows, readable or not', async () => {
    const root = tempHome();
    mkdirSync(join(root, 'sessions'), { recursive: true });
    writeFileSync(sessionFile(root, 'Mine'), 'my notes');
    writeFileSync(join(root, 'sessions', 'old.json.bak'), 'a copy');
    expect((await open(root).insert(draft(), 'Mine')).session.id).toBe('a1');
    expect((await open(root).insert(draft(), 'mine')).session.id).toBe('a2');
    expect((await open(root).insert(draft(), 'old')).session.id).toBe('a3');
    expect(readFileSync(sessionFile(root, 'Mine'), 'utf8')).toBe('my notes');
  });

  it('never takes the id of a moved session, or of one that only the index knows', async () => {
    const root = tempHome();
    const store = open(root);
    await store.create(draft());
    await store.move('a1', LATER, { to: dirname(root), force: false });
    expect((await store.insert(draft(), 'A1')).session.id).toBe('a2');
    const entry = { created_at: LATER, mode: null, path: '/gone.json', status: 'active', updated_at: LATER };
    writeFileSync(join(root, 'index.json'), JSON.stringify({ known: entry }));
    expect((await store.insert(draft(), 'known')).session.id).toBe('a3');
  });

  it('shares an id with nobody who imports at the same time', async () => {
    const root = tempHome();
    const all = await Promise.all(
      ['same', 'SAME', 'Same'].map((id, at) =>
        createSessionStore({ root, newId: () => `fresh${at}`, sessionLimitBytes: () => 1e6 }).insert(
          draft(),
          id,
        ),
      ),
    );
    const ids = all.map(({ session }) => session.id.toLowerCase());
    expect(new Set(ids).size).toBe(3);
    expect(ids.filter((id) => id === 'same')).toHaveLength(1);
  });
});

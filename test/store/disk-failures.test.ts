import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FsLayer, realFs } from '../../src/store/fs-layer.ts';
import { StoreFault } from '../../src/store/ports.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { countingIds, draft, increment, LATER } from '../support/session-drafts.ts';
import { faultOf } from '../support/store-fault.ts';
import { tempHome } from '../support/temp-home.ts';

const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };
const open = (root: string, { fs }: { fs: FsLayer } = { fs: realFs }) =>
  createSessionStore({ root, newId: countingIds(), sessionLimitBytes: () => 1e6, fs });

/** Temporary files anywhere below a folder. */
const temporary = (root: string) =>
  readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.tmp'));

describe('a disk that fails', () => {
  it.each([
    ['EIO', 'storage_unavailable', false],
    ['EMFILE', 'storage_unavailable', true],
    ['ENOSPC', 'disk_full', true],
    ['EDQUOT', 'disk_full', true],
    ['EROFS', 'storage_read_only', false],
  ])('with %s at any one call of a change loses nothing and says %s', async (code, fault, retryable) => {
    const root = tempHome();
    const fs = createFailingFs();
    const store = open(root, { fs });
    await store.create(draft());
    fs.reset();
    await store.transact('a1', LATER, (s) => ({
      reply: 0,
      session: { ...s.session, status: 'finalized' as const },
    }));
    const length = fs.calls.length;
    expect(length).toBeGreaterThan(20);
    let failed = 0;
    for (let position = 0; position < length + 5; position += 1) {
      const before = (await store.read('a1'))?.session;
      const status = before?.status === 'active' ? ('finalized' as const) : ('active' as const);
      fs.reset();
      fs.fails = (_, at) => (at === position ? code : null);
      const result = await store
        .transact('a1', LATER, (s) => ({ reply: 'done', session: { ...s.session, status } }))
        .catch((error: unknown) => error);
      const call = fs.calls[position];
      fs.reset();
      const after = (await store.read('a1'))?.session;
      if (result === 'done') expect(after?.revision, `${call} ${position}`).toBe((before?.revision ?? 0) + 1);
      else {
        failed += 1;
        expect(result).toMatchObject({ code: fault, retryable });
        expect(String(result)).toContain(code);
        expect(after, `${call} ${position}`).toEqual(before);
      }
      expect((await store.list(ALL)).sessions[0]?.status).toBe(after?.status);
      expect(temporary(root), `${call} ${position}`).toEqual([]);
    }
    expect(failed).toBeGreaterThan(5);
    expect(await open(root).transact('a1', LATER, increment)).toBe(1);
  });

  it.each(['EIO', 'ENOSPC'])(
    'with %s at any one call of a creation leaves a whole session or none',
    async (code) => {
      const root = tempHome();
      const fs = createFailingFs();
      const store = open(root, { fs });
      await store.create(draft());
      for (let position = 0; position < 40; position += 1) {
        const before = (await store.ids()).length;
        fs.reset();
        fs.fails = (_, at) => (at === position ? code : null);
        const result = await store.create(draft()).catch((error: unknown) => error);
        fs.reset();
        const made = (await store.ids()).length - before;
        expect(made).toBe(result instanceof StoreFault ? 0 : 1);
        expect(temporary(root)).toEqual([]);
      }
    },
  );

  it('is named with the root when that lies below a file', async () => {
    const root = tempHome();
    writeFileSync(root, 'a file');
    const store = open(join(root, 'below'));
    for (const call of [
      () => store.create(draft()),
      () => store.insert(draft(), 'x1'),
      () => store.read('a1'),
      () => store.transact('a1', LATER, increment),
      () => store.move('a1', LATER, { to: '/', force: false }),
      () => store.list(ALL),
      () => store.ids(),
      () => store.trash('a1', LATER),
    ]) {
      const refusal = await faultOf(call());
      expect(refusal).toMatchObject({ code: 'home_missing', retryable: false });
      expect(refusal.message).toContain(root);
      expect(refusal.message).toContain('ENOTDIR');
    }
  });
});

import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realFs } from '../../src/store/fs-layer.ts';
import { bump, largeSession, openTailed } from '../support/large-session.ts';
import { draft, LATER } from '../support/session-drafts.ts';
import { faultOf } from '../support/store-fault.ts';

const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };

describe('a tail that is not as it was left', () => {
  it('loses a torn last line, which the next change cuts off', async () => {
    const { root, store, tail } = await largeSession();
    await bump(store);
    const good = readFileSync(tail, 'utf8');
    appendFileSync(tail, '{"revision":3,"set":{"n":99');
    for (const reader of [store, openTailed(root)])
      expect((await reader.read('a1'))?.session).toMatchObject({ n: 1, revision: 2 });
    expect(await bump(openTailed(root))).toBe(2);
    expect(readFileSync(tail, 'utf8')).toBe(`${good}{"revision":3,"set":{"n":2},"splice":{}}\n`);
    expect(await bump(store)).toBe(3);
    expect((await openTailed(root).read('a1'))?.session).toMatchObject({ n: 3, revision: 4 });
  });

  it('with a damaged line makes the session corrupt; its bytes are kept, and it can be cleared', async () => {
    const { root, store, tail } = await largeSession();
    for (let n = 0; n < 3; n += 1) await bump(store);
    const bytes = readFileSync(tail, 'utf8').replace('"n":2', '"n":2x');
    writeFileSync(tail, bytes);
    for (const any of [store, openTailed(root)]) {
      expect((await faultOf(any.read('a1'))).code).toBe('session_corrupt');
      const refusal = await faultOf(bump(any));
      expect(refusal.code).toBe('session_corrupt');
      expect(refusal.message).toContain(tail);
      const copy = /kept as (.*)$/.exec(refusal.message)?.[1] ?? '';
      expect(readFileSync(copy, 'utf8')).toBe(bytes);
      expect((await faultOf(any.fold('a1'))).code).toBe('session_corrupt');
    }
    expect(readFileSync(tail, 'utf8')).toBe(bytes);
    expect((await store.list(ALL)).sessions[0]).toMatchObject({ fault: 'session_corrupt' });
    await store.trash('a1', LATER);
    const trash = readdirSync(join(root, 'trash')).sort();
    expect(trash.map((name) => name.replace(/^a1-[\w.+-]*?Z/, ''))).toEqual(['.json', '.tail.jsonl']);
    expect(readFileSync(join(root, 'trash', trash[1] ?? ''), 'utf8')).toBe(bytes);
    expect(await store.read('a1')).toBeNull();
  });

  it('left by a fold that was cut short says nothing new', async () => {
    const { root, store, tail } = await largeSession();
    await bump(store);
    const left = readFileSync(tail);
    await store.fold('a1');
    writeFileSync(tail, left);
    expect((await store.read('a1'))?.session).toMatchObject({ n: 1, revision: 2 });
    expect(await bump(store)).toBe(2);
    expect((await openTailed(root).read('a1'))?.session).toMatchObject({ n: 2, revision: 3 });
  });

  it('never becomes part of another session', async () => {
    const { root, store, tail, file } = await largeSession();
    await bump(store);
    const left = readFileSync(tail);
    await store.trash('a1', LATER);
    writeFileSync(tail, left);
    const { session } = await openTailed(root).create(draft());
    expect(session.id).toBe('a2');
    expect((await openTailed(root).insert(draft(), 'a1')).session.id).not.toBe('a1');
    expect(readdirSync(dirname(file))).not.toContain('a1.json');
  });

  it('whose removal fails does no harm to what follows', async () => {
    let isStuck = false;
    const unlink = (path: string) => {
      if (isStuck && path.endsWith('.jsonl')) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      realFs.unlink(path);
    };
    const fdatasync = () => {
      if (isStuck) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
    const { root, store } = await largeSession({ fs: { ...realFs, unlink, fdatasync } });
    await bump(store);
    isStuck = true;
    await store.fold('a1');
    isStuck = false;
    expect(await bump(store)).toBe(2);
    isStuck = true;
    expect((await faultOf(bump(store))).code).toBe('storage_unavailable');
    isStuck = false;
    expect((await openTailed(root).read('a1'))?.session).toMatchObject({ n: 2, revision: 3 });
    expect(await bump(store)).toBe(3);
    expect((await openTailed(root).read('a1'))?.session).toMatchObject({ n: 3, revision: 4 });
  });
});

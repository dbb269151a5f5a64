import { expect, it } from 'vitest';
import { SessionDocument } from '../../src/core/session.ts';
import type { OpenSession, Seen } from '../../src/store/open-session.ts';
import { createSessionCache } from '../../src/store/session-cache.ts';
import { draft } from '../support/session-drafts.ts';

const OLD = Date.now() - 60_000;
const mark = (stamp: string, mtimeMs: number, size: number) => ({ stamp, size, mtimeMs });

/** Files that hold any bytes under any stamp. */
function givenDisk() {
  const files = new Map<string, { seen: Seen; bytes: Buffer }>();
  let reads = 0;
  const cache = createSessionCache({
    look: (path) => files.get(path)?.seen ?? { file: null, tail: null },
    readAt: (path) => {
      reads += 1;
      return files.get(path)?.bytes ?? null;
    },
  });
  const write = (path: string, text: string, mtimeMs: number, { size = 10, tail = '' } = {}) => {
    const tailMark = tail === '' ? null : mark(tail, mtimeMs, 1);
    const seen = { file: mark('same stamp', mtimeMs, size), tail: tailMark };
    files.set(path, { seen, bytes: Buffer.from(text) });
    return found(path, seen, Buffer.from(text));
  };
  return { cache, write, remove: (path: string) => files.delete(path), readCount: () => reads };
}

function found(path: string, seen: Seen | null, bytes: Uint8Array): OpenSession {
  const session = SessionDocument.parse({ ...draft(), id: 'a1' });
  return { session, path, bytes, outdated: false, recovered: false, seen, tail: null };
}

it('a file written again under the same stamp is not taken for the old one', () => {
  const { cache, write } = givenDisk();
  cache.keep(write('a', 'one', Date.now()));
  expect(cache.find('a')?.path).toBe('a');
  write('a', 'two', Date.now());
  expect(cache.find('a')).toBeNull();
  write('a', 'one', Date.now());
  expect(cache.find('a')).toBeNull();
});

it('a file that has settled is compared once and then never read', () => {
  const { cache, write, readCount } = givenDisk();
  cache.keep(write('a', 'one', OLD));
  expect(cache.find('a')?.bytes).toBeNull();
  expect(readCount()).toBe(1);
  expect(cache.find('a')?.session.id).toBe('a1');
  expect(readCount()).toBe(1);
});

it('a tail that has grown, come or gone makes the session unknown, and so does a missing file', () => {
  const { cache, write, remove } = givenDisk();
  for (const change of [
    () => write('a', 'one', OLD, { tail: 'longer' }),
    () => write('a', 'one', OLD),
    () => remove('a'),
  ]) {
    cache.keep(write('a', 'one', OLD, { tail: 'short' }));
    expect(cache.find('a')).not.toBeNull();
    change();
    expect(cache.find('a')).toBeNull();
  }
});

it('what was not read in peace, or comes from a backup or an earlier layout, is not kept', () => {
  const { cache, write } = givenDisk();
  const good = write('a', 'one', OLD);
  for (const bad of [{ seen: null }, { recovered: true }, { outdated: true }]) {
    cache.keep({ ...good, ...bad });
    expect(cache.find('a')).toBeNull();
  }
});

it('the sessions used last are kept, a few and of bounded size, the newest whatever its size', () => {
  const { cache, write } = givenDisk();
  const paths = Array.from({ length: 9 }, (_, n) => `p${n}`);
  for (const path of paths.slice(0, 8)) cache.keep(write(path, path, OLD));
  expect(cache.find('p0')).not.toBeNull();
  cache.keep(write('p8', 'p8', OLD));
  const kept = paths.filter((path) => cache.find(path) !== null);
  expect(kept).toEqual(paths.filter((path) => path !== 'p1'));
  cache.keep(write('huge', 'huge', OLD, { size: 1e9 }));
  expect(paths.filter((path) => cache.find(path) !== null)).toEqual([]);
  expect(cache.find('huge')).not.toBeNull();
});

import { expect, it } from 'vitest';
import { createFileReader } from '../../src/store/changing-file.ts';
import { type FileStat, realFs } from '../../src/store/fs-layer.ts';

const OLD: FileStat = { mtimeMs: 1, size: 2, ino: 3, dev: 1, isFile: true, isFolder: false };

/** A reader of a file whose stat the test sets; each reading is a new number. */
function fixture() {
  const file = { stat: OLD };
  let readings = 0;
  const { read, keep } = createFileReader<number>({ ...realFs, stat: () => file.stat }, () => {
    readings += 1;
    return readings;
  });
  return { file, read, keep };
}

it('keeps the value of an unchanged file', () => {
  const { read } = fixture();
  expect([read('/x'), read('/x'), read('/y'), read('/x')]).toEqual([1, 1, 2, 1]);
});

it.each([{ mtimeMs: 9 }, { size: 9 }, { ino: 9 }])('reads again when %j differs', (over) => {
  const { file, read } = fixture();
  read('/x');
  file.stat = { ...OLD, ...over };
  expect([read('/x'), read('/x')]).toEqual([2, 2]);
});

it('trusts no time stamp that a second change could still share', () => {
  const { file, read } = fixture();
  file.stat = { ...OLD, mtimeMs: Date.now() + 60_000 };
  expect([read('/x'), read('/x')]).toEqual([1, 2]);
});

it('takes what was just written there for the content until the file differs', () => {
  const { file, read, keep } = fixture();
  file.stat = { ...OLD, mtimeMs: Date.now() };
  keep('/x', 77);
  expect([read('/x'), read('/x')]).toEqual([77, 77]);
  file.stat = { ...file.stat, ino: 9 };
  expect(read('/x')).toBe(1);
});

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeText, writeAtomic, writeExclusive } from '../../src/store/atomic-file.ts';
import { realFs } from '../../src/store/fs-layer.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { tempHome } from '../support/temp-home.ts';

function folderWith(text: string | null) {
  const folder = tempHome();
  mkdirSync(folder);
  const path = join(folder, 'file.json');
  if (text !== null) writeFileSync(path, text);
  return { folder, path };
}

describe('replacing a file', () => {
  it('flushes the text before the rename and the folder after it', () => {
    const { path } = folderWith('old');
    const fs = createFailingFs();
    writeAtomic(fs, path, 'new');
    expect(fs.calls).toEqual(['open', 'open', 'write', 'fsync', 'close', 'rename', 'fsync', 'close']);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('keeps the old text and no other file when call %i fails', (position) => {
    const { folder, path } = folderWith('old');
    const fs = createFailingFs();
    fs.fails = (_, at) => (at === position ? 'EIO' : null);
    expect(() => writeAtomic(fs, path, 'new', Buffer.from('old'))).toThrow('EIO');
    expect(readdirSync(folder)).toEqual(['file.json']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('has done it when nothing but closing the folder fails', () => {
    const { path } = folderWith('old');
    const fs = createFailingFs();
    fs.fails = (_, at) => (at === 7 ? 'EIO' : null);
    writeAtomic(fs, path, 'new', Buffer.from('old'));
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('keeps the old text when no further file can be opened at any moment', () => {
    const { folder, path } = folderWith('old');
    for (let first = 0; first < 2; first += 1) {
      const fs = createFailingFs();
      fs.fails = (name, at) => (name === 'open' && at >= first ? 'EMFILE' : null);
      expect(() => writeAtomic(fs, path, 'new', Buffer.from('old'))).toThrow('EMFILE');
      expect(readdirSync(folder)).toEqual(['file.json']);
      expect(readFileSync(path, 'utf8')).toBe('old');
    }
    const fs = createFailingFs();
    fs.fails = (name, at) => (name === 'open' && at >= 2 ? 'EMFILE' : null);
    writeAtomic(fs, path, 'new', Buffer.from('old'));
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('goes on after a short write', () => {
    const { path } = folderWith('old');
    const text = 'é'.repeat(1000);
    const slow = {
      ...realFs,
      write: (fd: number, bytes: Uint8Array, offset: number) =>
        realFs.write(fd, bytes.subarray(0, offset + 7), offset),
    };
    writeAtomic(slow, path, text);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it.each(['EPERM', 'EACCES', 'EBUSY'])('waits when a rename is refused with %s for a moment', (code) => {
    const { path } = folderWith('old');
    const fs = createFailingFs();
    let refusals = 0;
    fs.fails = (name) => {
      if (name !== 'rename' || refusals === 3) return null;
      refusals += 1;
      return code;
    };
    writeAtomic(fs, path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(fs.calls.filter((name) => name === 'rename')).toHaveLength(4);
  });

  it('gives up after about two seconds of refusals', () => {
    const { folder, path } = folderWith('old');
    const fs = createFailingFs();
    let waited = 0;
    fs.sleep = (ms) => {
      waited += ms;
    };
    fs.fails = (name) => (name === 'rename' ? 'EPERM' : null);
    expect(() => writeAtomic(fs, path, 'new')).toThrow('EPERM');
    expect(waited).toBeGreaterThan(1500);
    expect(waited).toBeLessThan(2500);
    expect(readdirSync(folder)).toEqual(['file.json']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it.each(['EINVAL', 'EPERM', 'EISDIR'])(
    'forgives a platform that answers a folder flush with %s',
    (code) => {
      const { path } = folderWith('old');
      const fs = createFailingFs();
      fs.fails = (_, at) => (at === 6 ? code : null);
      writeAtomic(fs, path, 'new');
      expect(readFileSync(path, 'utf8')).toBe('new');
    },
  );
});

describe('creating a file', () => {
  it('never touches one that is there', () => {
    const { folder, path } = folderWith('old');
    expect(writeExclusive(realFs, path, 'new')).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['file.json']);
  });

  it.each([0, 1, 2, 3, 4, 6, 7])('leaves nothing behind when call %i fails', (position) => {
    const { folder, path } = folderWith(null);
    const fs = createFailingFs();
    fs.fails = (_, at) => (at === position ? 'EIO' : null);
    expect(() => writeExclusive(fs, path, 'new')).toThrow('EIO');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('works on a disk without links, still exclusively', () => {
    const { folder, path } = folderWith(null);
    const fs = createFailingFs();
    fs.fails = (name) => (name === 'link' ? 'EPERM' : null);
    expect(writeExclusive(fs, path, 'one')).toBe(true);
    expect(writeExclusive(fs, path, 'two')).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('one');
    expect(readdirSync(folder)).toEqual(['file.json']);
  });
});

describe('text', () => {
  it('loses its byte order mark only', () => {
    expect(decodeText(Buffer.from('\uFEFFa\u0000é\r\n\uFEFF'))).toBe('a\u0000é\r\n\uFEFF');
  });
  it('is null when it is not UTF-8', () => {
    expect(decodeText(Buffer.from([0x61, 0xff]))).toBeNull();
  });
});

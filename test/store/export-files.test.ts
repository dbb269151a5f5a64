import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepExport, writeOut } from '../../src/store/export-files.ts';
import { tempHome } from '../support/temp-home.ts';

describe('an export that is kept', () => {
  it('lies in the data folder, for its owner only, the newest in place of the last', () => {
    const root = tempHome();
    mkdirSync(root);
    const path = keepExport(root, 'a.md', 'old');
    expect(keepExport(root, 'a.md', 'new')).toBe(path);
    expect([path, readFileSync(path, 'utf8')]).toEqual([join(root, 'exports', 'a.md'), 'new']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(path))).toEqual(['a.md']);
  });

  it('that cannot be written is a fault that names the file', () => {
    const root = tempHome();
    mkdirSync(root);
    writeFileSync(join(root, 'exports'), '');
    expect(() => keepExport(root, 'a.md', 'x')).toThrow(/a\.md/u);
  });
});

describe('a text for a file of the user', () => {
  it.each([
    ['a folder', '.', 'no_file'],
    ['a file in a folder that is not there', 'gone/a.md', 'no_folder'],
    ['a file below a file', 'there.md/a.md', 'no_folder'],
    ['a device', '/dev/null', 'no_file'],
    ['the settings', '.deep/config.toml', 'own_place'],
    ['a session', '.deep/sessions/abcdefgh.json', 'own_place'],
    ['the index through a link', 'link.json', 'own_place'],
    ['a new file of the search index', '.deep/search/x', 'own_place'],
    ['a file that is read-only', 'fixed.md', 'read_only'],
    ['a read-only file through a link', 'to-fixed.md', 'read_only'],
  ])('is not written onto %s', (_, name, expected) => {
    const folder = dirname(tempHome());
    writeFileSync(join(folder, 'there.md'), 'old');
    writeFileSync(join(folder, 'fixed.md'), 'old', { mode: 0o444 });
    symlinkSync(join(folder, 'fixed.md'), join(folder, 'to-fixed.md'));
    for (const own of ['sessions', 'search']) mkdirSync(join(folder, '.deep', own), { recursive: true });
    symlinkSync(join(folder, '.deep', 'index.json'), join(folder, 'link.json'));
    const before = readdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.deep', 'index.json'), 'old');
    const root = join(folder, '.deep');
    expect(writeOut(root, name.startsWith('/') ? name : join(folder, name), 'new')).toBe(expected);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([...before, '.deep/index.json'].sort());
    for (const file of ['fixed.md', '.deep/index.json'])
      expect(readFileSync(join(folder, file), 'utf8')).toBe('old');
    expect(statSync(join(folder, 'fixed.md')).mode & 0o777).toBe(0o444);
  });
});

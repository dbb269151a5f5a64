import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLensFiles } from '../../src/store/lens-files.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { tempHome } from '../support/temp-home.ts';

function folders() {
  const root = tempHome();
  const [bundledDir, userDir] = [join(root, 'bundled'), join(root, 'own')];
  mkdirSync(bundledDir, { recursive: true });
  mkdirSync(userDir);
  writeFileSync(join(bundledDir, 'steel_man.md'), 'bundled steel man');
  writeFileSync(join(bundledDir, 'weak_evidence.md'), 'bundled weak evidence');
  return {
    bundledDir,
    userDir,
    own: (name: string, content: string | Buffer) => writeFileSync(join(userDir, name), content),
  };
}

it('lays the lenses of the user over the bundled ones', async () => {
  const { bundledDir, userDir, own } = folders();
  own('steel_man.md', '\uFEFFmine\r\ntwo');
  own('Eigene Linse é.md', 'fresh');
  const { lenses, notes } = await createLensFiles({ bundledDir, userDir })();
  expect(Object.fromEntries(lenses)).toEqual({
    steel_man: { name: 'steel_man', text: 'mine\ntwo', own: true },
    weak_evidence: { name: 'weak_evidence', text: 'bundled weak evidence', own: false },
    'Eigene Linse é': { name: 'Eigene Linse é', text: 'fresh', own: true },
  });
  expect(notes).toEqual([]);
});

it('skips what cannot be used and names it', async () => {
  const { bundledDir, userDir, own } = folders();
  own('latin.md', Buffer.from([0x63, 0xe9]));
  own('empty.md', ' \n');
  own('huge.md', 'x'.repeat(64 * 1024 + 1));
  own('largest.md', 'x'.repeat(64 * 1024));
  own('notes.txt', 'no lens');
  own('.hidden.md', 'no lens');
  mkdirSync(join(userDir, 'folder.md'));
  mkdirSync(join(userDir, 'deeper'));
  writeFileSync(join(userDir, 'deeper', 'inner.md'), 'too deep');
  symlinkSync(join(userDir, 'nowhere'), join(userDir, 'dangling.md'));
  const { lenses, notes } = await createLensFiles({ bundledDir, userDir })();
  expect([...lenses.keys()]).toEqual(['steel_man', 'weak_evidence', 'largest']);
  for (const [position, name] of ['empty.md', 'folder.md', 'huge.md', 'latin.md'].entries())
    expect(notes[position]).toContain(join(userDir, name));
  expect(notes).toHaveLength(4);
});

it('notes a file that the system refuses, and keeps the others', async () => {
  const { bundledDir, userDir, own } = folders();
  own('a.md', 'text');
  own('b.md', 'text');
  const fs = createFailingFs();
  fs.fails = (name, _at, [path]) => (name === 'readFile' && String(path).endsWith('a.md') ? 'EACCES' : null);
  const { lenses, notes } = await createLensFiles({ bundledDir, userDir, fs })();
  expect(lenses.has('b')).toBe(true);
  expect(notes).toEqual([expect.stringMatching(/a\.md.*EACCES/)]);
});

it('works without a folder of the user', async () => {
  const { bundledDir, userDir } = folders();
  for (const missing of [null, join(userDir, 'absent')])
    expect((await createLensFiles({ bundledDir, userDir: missing })()).lenses.size).toBe(2);
});

it('sees changes at once and reads unchanged files once', async () => {
  const { bundledDir, userDir, own } = folders();
  own('mine.md', 'one');
  const fs = createFailingFs();
  const load = createLensFiles({ bundledDir, userDir, fs });
  expect((await load()).lenses.get('mine')?.text).toBe('one');
  own('mine.md', 'two');
  expect((await load()).lenses.get('mine')?.text).toBe('two');
  utimesSync(join(userDir, 'mine.md'), 1, 1);
  await load();
  fs.reset();
  expect((await load()).lenses.get('mine')?.text).toBe('two');
  expect(fs.calls).not.toContain('readFile');
  own('other.md', 'three');
  expect((await load()).lenses.get('other')?.text).toBe('three');
});

it.runIf(process.platform !== 'win32')('lists a folder again only when a file came or went', async () => {
  const { bundledDir, userDir, own } = folders();
  own('mine.md', 'one');
  const fs = createFailingFs();
  const load = createLensFiles({ bundledDir, userDir, fs });
  for (const path of [join(userDir, 'mine.md'), userDir]) utimesSync(path, 1, 1);
  await load();
  fs.reset();
  expect((await load()).lenses.get('mine')?.text).toBe('one');
  expect(fs.calls).not.toContain('readdir');
  own('mine.md', 'two');
  own('other.md', 'new');
  const { lenses } = await load();
  expect([lenses.get('mine')?.text, lenses.get('other')?.text]).toEqual(['two', 'new']);
});

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { bootstrapHome, commentOut } from '../../src/store/home.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { tempHome } from '../support/temp-home.ts';

const DEFAULTS = readFileSync(join(import.meta.dirname, '../../config/default.toml'), 'utf8');

describe('the seeded configuration', () => {
  it('sets nothing and, uncommented, is the defaults', () => {
    const seeded = commentOut(DEFAULTS);
    expect(parse(seeded)).toEqual({});
    const lines = seeded.split('\n');
    expect(lines.every((line) => line.trim() === '' || line.startsWith('#'))).toBe(true);
    const keys = DEFAULTS.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    for (const line of keys) expect(lines).toContain(`# ${line}`);
    const prose = DEFAULTS.split('\n').filter((line) => line.startsWith('#'));
    for (const line of prose) expect(lines).toContain(line);
  });
});

describe('bootstrap', () => {
  it('makes private folders and a private config.toml', () => {
    const root = join(tempHome(), 'a b', 'é');
    bootstrapHome(root, DEFAULTS);
    expect(readdirSync(root).sort()).toEqual(['config.toml', 'lenses', 'locks', 'sessions']);
    for (const name of ['.', 'sessions', 'locks', 'lenses'])
      expect(statSync(join(root, name)).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, 'config.toml')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(root, 'config.toml'), 'utf8')).toBe(commentOut(DEFAULTS));
  });

  it('never overwrites and writes nothing when all is there', () => {
    const root = tempHome();
    mkdirSync(root);
    writeFileSync(join(root, 'config.toml'), 'mine');
    bootstrapHome(root, DEFAULTS);
    const fs = createFailingFs();
    bootstrapHome(root, DEFAULTS, fs);
    expect(fs.calls).toEqual(['mkdir', 'mkdir', 'mkdir', 'stat']);
    expect(readFileSync(join(root, 'config.toml'), 'utf8')).toBe('mine');
  });

  it.each(['sessions', 'locks', 'lenses', 'trash', 'index.dirty', 'search', 'exports'])(
    'sweeps old temporary files of dead processes only: %s',
    (name) => {
      const root = tempHome();
      const folder = join(root, name);
      mkdirSync(folder, { recursive: true });
      const dead = 2 ** 22 + 1;
      const put = (name: string, seconds: number) => {
        writeFileSync(join(folder, name), 'x');
        utimesSync(join(folder, name), Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
      };
      put(`old.json.${dead}-1-00112233.tmp`, 90);
      put(`new.json.${dead}-1-00112233.tmp`, 10);
      put(`living.json.${process.pid}-1-00112233.tmp`, 90);
      put('mine.tmp', 90);
      put('a1.json', 90);
      bootstrapHome(root, DEFAULTS);
      expect(readdirSync(folder).sort()).toEqual([
        'a1.json',
        `living.json.${process.pid}-1-00112233.tmp`,
        'mine.tmp',
        `new.json.${dead}-1-00112233.tmp`,
      ]);
    },
  );

  it('names a root that cannot be made', () => {
    const file = tempHome();
    writeFileSync(file, 'a file');
    const root = join(file, 'below');
    expect(() => bootstrapHome(root, DEFAULTS)).toThrow(
      expect.objectContaining({ code: 'home_missing', retryable: false }),
    );
    expect(() => bootstrapHome(root, DEFAULTS)).toThrow(root);
    expect(readFileSync(file, 'utf8')).toBe('a file');
  });

  it.skipIf(process.getuid?.() === 0)('names a root that may not be written', () => {
    const root = tempHome();
    mkdirSync(root);
    chmodSync(root, 0o500);
    expect(() => bootstrapHome(root, DEFAULTS)).toThrow(root);
    expect(existsSync(join(root, 'config.toml'))).toBe(false);
    chmodSync(root, 0o700);
  });
});

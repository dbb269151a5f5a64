import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { givenToken, ownToken } from '../../src/store/token-file.ts';
import { tempHome } from '../support/temp-home.ts';

const TOKEN = 'a-token-of-the-operator';

function homeWith(place: (path: string) => void): { readonly root: string; readonly path: string } {
  const root = tempHome();
  mkdirSync(root);
  const path = join(root, 'http-token');
  place(path);
  return { root, path };
}

describe('the token of a data root', () => {
  it('is made once, for the user alone, and read again', () => {
    const root = tempHome();
    const first = ownToken(root);
    const path = join(root, 'http-token');
    expect(first).toEqual({ token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/), path });
    expect(ownToken(root)).toEqual(first);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(ownToken(tempHome())).not.toEqual(first);
  });

  it.each<[string, (path: string) => void, RegExp]>([
    ['a pipe', (path) => execFileSync('mkfifo', [path]), /is no plain file/],
    ['a folder', (path) => mkdirSync(path), /is no plain file/],
    ['empty', (path) => writeFileSync(path, ' \n', { mode: 0o600 }), /is empty/],
    ['too short', (path) => writeFileSync(path, 'short', { mode: 0o600 }), /holds no token/],
    [
      'of several lines',
      (path) => writeFileSync(path, `${TOKEN}\n${TOKEN}`, { mode: 0o600 }),
      /holds no token/,
    ],
    ['not UTF-8', (path) => writeFileSync(path, Buffer.alloc(32, 0xff), { mode: 0o600 }), /holds no token/],
    ['readable by others', (path) => writeFileSync(path, TOKEN, { mode: 0o644 }), /may be read by others/],
    ['a link', (path) => symlinkSync('/etc/hostname', path), /is a link/],
    ['a link to nothing', (path) => symlinkSync('/nowhere/at/all', path), /is a link/],
    [
      'too long',
      (path) => writeFileSync(path, `${TOKEN}${' '.repeat(5000)}more`, { mode: 0o600 }),
      /is too long/,
    ],
  ])('is refused when the file is %s, and the file stays', (_, place, problem) => {
    const { root, path } = homeWith(place);
    const before = statSync(path, { throwIfNoEntry: false })?.mode;
    expect(ownToken(root)).toEqual({ problem: expect.stringMatching(problem) });
    expect(statSync(path, { throwIfNoEntry: false })?.mode).toBe(before);
  });
});

// Only root may give a file away.
describe.runIf(process.geteuid?.() === 0)('a token file of another user', () => {
  it('is refused in the data root, and taken where the operator names it', () => {
    const { root, path } = homeWith((file) => writeFileSync(file, TOKEN, { mode: 0o600 }));
    chownSync(path, 12_345, 12_345);
    expect(ownToken(root)).toEqual({ problem: expect.stringContaining('belongs to another user') });
    expect(givenToken(path)).toEqual({ token: TOKEN, path });
  });
});

describe('a data folder that cannot be made', () => {
  it('is told in place of the token', () => {
    const file = join(homeWith(() => undefined).root, 'file');
    writeFileSync(file, '');
    for (const root of [file, join(file, 'below'), '/proc/nowhere'])
      expect(ownToken(root)).toEqual({ problem: expect.stringContaining('http-token') });
  });
});

describe('a token file of the operator', () => {
  it('may be a link and readable by others', () => {
    const { root, path } = homeWith((file) => writeFileSync(file, `\uFEFF${TOKEN}\r\n`));
    chmodSync(path, 0o444);
    const link = join(root, 'link');
    symlinkSync(path, link);
    expect(givenToken(link)).toEqual({ token: TOKEN, path: link });
    expect(readFileSync(path, 'utf8')).toContain(TOKEN);
  });

  it('is never made', () => {
    expect(givenToken(join(tempHome(), 'none'))).toEqual({ problem: expect.stringMatching(/is not there$/) });
  });
});

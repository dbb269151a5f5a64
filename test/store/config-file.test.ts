import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createConfigFile, withPackaged } from '../../src/store/config-file.ts';
import { StoreFault } from '../../src/store/ports.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { tempHome } from '../support/temp-home.ts';

const packaged = withPackaged(readFileSync(join(import.meta.dirname, '../../config/default.toml'), 'utf8'));

function fixture() {
  const root = tempHome();
  mkdirSync(root);
  const path = join(root, 'config.toml');
  const fs = createFailingFs();
  const load = createConfigFile({ root, packaged, above: [], fs }).current;
  return { root, path, fs, load, write: (content: string | Buffer) => writeFileSync(path, content) };
}

async function fault(load: () => Promise<unknown>): Promise<StoreFault> {
  const error = await load().catch((reason: unknown) => reason);
  if (!(error instanceof StoreFault)) throw new Error('no fault');
  return error;
}

it('is the defaults without a file or without a root', async () => {
  const { load } = fixture();
  const plain = await load();
  expect(plain.serial).toMatchObject({ max_rounds: 3, commit: 'best' });
  expect(await createConfigFile({ root: null, packaged, above: [] }).current()).toEqual(plain);
});

it('lays single keys over the defaults, with a byte order mark and CRLF', async () => {
  const { load, write } = fixture();
  const plain = await load();
  write('\uFEFF[serial]\r\nmax_rounds = 7 # mine\r\n\r\n[stages]\r\ndefault = ["One", "Two"]\r\n');
  expect(await load()).toEqual({
    ...plain,
    serial: { ...plain.serial, max_rounds: 7 },
    stages: { ...plain.stages, default: ['One', 'Two'] },
  });
});

it.each([
  ['[serial]\nmax_rounds = = 3', /line 2/],
  ['[serial]\nmax_rounds = "three"', /serial\.max_rounds/],
  ['[serial]\nmax_rounds = 0', /serial\.max_rounds/],
  ['[serial]\nspeed = 1', /serial\.speed/],
  ['[serail]\nmax_rounds = 1', /serail/],
  ['max_rounds = 4', /max_rounds.*\[serial\]/],
  ['serial = 3', /serial/],
  ['[stages]\ndefault = ["A", "A"]', /stages\.default.*unique/],
])('refuses %j, naming the file and the place', async (toml, place) => {
  const { load, write, path } = fixture();
  write(toml);
  const refusal = await fault(load);
  expect(refusal).toMatchObject({ code: 'config_invalid', retryable: false });
  expect(refusal.message).toContain(path);
  expect(refusal.message).toMatch(place);
  expect(refusal.message).not.toContain('\n');
  expect((await fault(load)).message).toBe(refusal.message);
  write('[serial]\nmax_rounds = 4');
  expect((await load()).serial.max_rounds).toBe(4);
});

it('names every problem at once', async () => {
  const { load, write } = fixture();
  write('[serial]\nmax_rounds = 0\nscore_threshold = 2');
  expect((await fault(load)).message).toMatch(/serial\.max_rounds.*serial\.score_threshold/);
});

it('refuses bytes that are not UTF-8 and a folder of that name', async () => {
  const { load, write, path } = fixture();
  write(Buffer.from([0xff]));
  expect((await fault(load)).message).toMatch(/UTF-8/);
  rmSync(path);
  mkdirSync(path);
  expect(await fault(load)).toMatchObject({ code: 'config_invalid' });
});

it.each([
  ['# one\r\n\r\n \t# two: ä = "', true],
  ['# a control character \u0000', false],
  ['# one\n  two', false],
])('takes a file of comments for an empty one: %j', async (text, isRight) => {
  const { load, write } = fixture();
  const plain = await load();
  write(text);
  if (isRight) expect(await load()).toEqual(plain);
  else expect(await fault(load)).toMatchObject({ code: 'config_invalid' });
});

it('tells a passing failure from a lasting one', async () => {
  const { load, write, fs } = fixture();
  write('');
  fs.fails = (name) => (name === 'readFile' ? 'EMFILE' : null);
  expect(await fault(load)).toMatchObject({ code: 'storage_unavailable', retryable: true });
  fs.fails = (name) => (name === 'readFile' ? 'EACCES' : null);
  expect(await fault(load)).toMatchObject({ code: 'config_invalid', retryable: false });
});

it('sees each change at once and reads an unchanged file once', async () => {
  const { load, write, path, fs } = fixture();
  for (const rounds of [1, 2, 3, 4]) {
    write(`[serial]\nmax_rounds = ${rounds}`);
    expect((await load()).serial.max_rounds).toBe(rounds);
  }
  utimesSync(path, 1, 1);
  await load();
  fs.reset();
  expect((await load()).serial.max_rounds).toBe(4);
  expect(fs.calls).toEqual(['stat']);
  rmSync(path);
  expect((await load()).serial.max_rounds).toBe(3);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { SessionDocument } from '../../src/core/session.ts';
import { TEMP_NAME } from '../../src/store/atomic-file.ts';
import { bootstrapHome } from '../../src/store/home.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { draft, increment, LATER } from '../support/session-drafts.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

let folder = '';
let script = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deep-think-child-'));
  script = join(folder, 'child.mjs');
  const entryPoints = [fileURLToPath(new URL('../support/store-child.ts', import.meta.url))];
  buildSync({
    entryPoints,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Child {
  readonly process: ChildProcess;
  readonly lines: string[];
  readonly ended: Promise<unknown>;
}

function start(...args: string[]): Child {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  let rest = '';
  child.stdout.on('data', (bytes) => {
    const parts = (rest + String(bytes)).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  return { process: child, lines, ended: once(child, 'close') };
}

const storeAt = (root: string) =>
  createSessionStore({ root, newId: () => 'shared', sessionLimitBytes: () => 1e9 });
const numbers = (child: Child) => child.lines.filter((line) => line !== 'ready').map(Number);
const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };

it.each([2, 4])('%i processes changing one session lose no acknowledged change', async (count) => {
  const root = tempHome();
  const store = storeAt(root);
  await store.create(draft());
  const times = 200 / count;
  const children = Array.from({ length: count }, () => start(root, 'increment', 'shared', String(times)));
  await Promise.all(children.map((child) => child.ended));
  expect(children.flatMap(numbers).sort((one, other) => one - other)).toEqual(
    Array.from({ length: 200 }, (_, n) => n + 1),
  );
  expect((await store.read('shared'))?.session).toMatchObject({ n: 200, revision: 201 });
  expect(readdirSync(join(root, 'locks'))).toEqual([]);
  const index = JSON.parse(readFileSync(join(root, 'index.json'), 'utf8'));
  expect(index.shared.status).toBe((await store.read('shared'))?.session.status);
});

it('a session that is moved while other processes change it loses no change', async () => {
  const root = tempHome();
  const store = storeAt(root);
  await store.create(draft());
  const children = [1, 2].map(() => start(root, 'increment', 'shared', '40'));
  const ended = Promise.all(children.map((child) => child.ended)).then(() => 'ended');
  const away = join(dirname(root), 'away.json');
  let moves = 0;
  const moveOn = async () => {
    const to = moves % 2 === 0 ? away : sessionFile(root, 'shared');
    const outcome = await store.move('shared', LATER, { to, force: false });
    expect(outcome).toMatchObject({ kind: 'moved', leftBehind: false });
    moves += 1;
    expect((await store.read('shared'))?.path).toBe(to);
    return 'moved';
  };
  do await moveOn();
  while ((await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))])) !== 'ended');
  expect(children.flatMap(numbers).sort((one, other) => one - other)).toEqual(
    Array.from({ length: 80 }, (_, n) => n + 1),
  );
  expect((await store.read('shared'))?.session).toMatchObject({ n: 80, revision: 81 + moves });
  expect((await store.list(ALL)).count).toBe(1);
});

it('a process killed at any moment loses no acknowledged change and blocks nobody', async () => {
  const root = tempHome();
  bootstrapHome(root, '');
  const store = storeAt(root);
  await store.create(draft());
  const chance = seededRandom(7);
  for (let round = 0; round < 20; round += 1) {
    const child = start(root, 'increment', 'shared', '1000000');
    await expect.poll(() => child.lines.length, { timeout: 20_000, interval: 2 }).toBeGreaterThan(1);
    await new Promise((resolve) => setTimeout(resolve, chance.below(25)));
    child.process.kill('SIGKILL');
    await child.ended;
    const onDisk = SessionDocument.parse(JSON.parse(readFileSync(sessionFile(root, 'shared'), 'utf8')));
    const acknowledged = numbers(child).at(-1) ?? 0;
    // The change under way may have been stored without having been acknowledged.
    expect([acknowledged, acknowledged + 1]).toContain(onDisk.n);
    expect(onDisk.revision).toBe(Number(onDisk.n) + 1);
    const before = performance.now();
    expect(await store.transact('shared', LATER, increment)).toBe(Number(onDisk.n) + 1);
    expect(performance.now() - before).toBeLessThan(5_000);
    const page = await store.list({ ...ALL, status: onDisk.status });
    expect(page.count).toBe(1);
  }
  expect(readdirSync(join(root, 'locks')).filter((name) => name.endsWith('.lock'))).toEqual([]);
  const marks = readdirSync(join(root, 'index.dirty')).filter((name) => !TEMP_NAME.test(name));
  expect(marks).toEqual([]);
});

it('many waiters on the lock of a dead process enter one at a time', async () => {
  const root = tempHome();
  mkdirSync(join(root, 'locks'), { recursive: true });
  const children: Child[] = [];
  const dead = start(root, 'hold', 'busy', '0');
  await dead.ended;
  const record = {
    pid: dead.process.pid,
    host: hostname(),
    space: null,
    started: '1',
    token: 'dead',
    since: LATER,
  };
  for (let round = 0; round < 3; round += 1) {
    writeFileSync(join(root, 'locks', 'busy.lock'), JSON.stringify({ ...record, token: `dead ${round}` }));
    const wave = Array.from({ length: 6 }, () => start(root, 'hold', 'busy', '10'));
    children.push(...wave);
    await Promise.all(wave.map((child) => child.ended));
  }
  const words = children.flatMap((child) => child.lines.filter((line) => line !== 'ready'));
  expect(words).toEqual(Array.from({ length: 180 }, () => 'alone'));
  expect(readdirSync(join(root, 'locks'))).toEqual([]);
});

it('stores that create at the same time all end up in the index', async () => {
  const root = tempHome();
  const stores = ['x', 'y', 'z'].map((letter) => {
    let made = 0;
    const newId = () => {
      made += 1;
      return `${letter}${made}`;
    };
    return createSessionStore({ root, newId, sessionLimitBytes: () => 1e9 });
  });
  await Promise.all(stores.flatMap((store) => [store.create(draft()), store.create(draft())]));
  const index = JSON.parse(readFileSync(join(root, 'index.json'), 'utf8'));
  expect(Object.keys(index)).toEqual(['x1', 'x2', 'y1', 'y2', 'z1', 'z2']);
});

import { chmodSync, cpSync, existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createFailingFs } from '../test/support/failing-fs.ts';
import { type Chance, seededRandom } from '../test/support/seeded-random.ts';
import { temporaryFiles } from './data-root.ts';
import { type Outcome, withScratch } from './proof.ts';
import {
  ERROR_RESULT,
  type FileServer,
  fillRoot,
  openFileServer,
  type State,
  stateOf,
  WRITES,
  type Write,
} from './writes.ts';

/** A system error: the code that it has to come out as, and which calls a disk in this state refuses. */
interface DiskError {
  readonly error: string;
  readonly expected: string;
  readonly refuses: (name: string, how: unknown) => boolean;
}

const isWriting = (name: string, how: unknown) =>
  name === 'open' ? how !== 'r' : /^(write|mkdir|link|rename|truncate)$/.test(name);
const ERRORS: readonly [DiskError, ...DiskError[]] = [
  { error: 'ENOSPC', expected: 'disk_full', refuses: isWriting },
  {
    error: 'EROFS',
    expected: 'storage_read_only',
    refuses: (name, how) => name === 'unlink' || isWriting(name, how),
  },
  {
    error: 'EMFILE',
    expected: 'storage_unavailable',
    refuses: (name) => /^(open|readdir|readFile)$/.test(name),
  },
  { error: 'EIO', expected: 'storage_unavailable', refuses: () => true },
];
/** States that may begin in the midst of a call and still let it undo what it did. */
const UNDOABLE = ['ENOSPC', 'EMFILE'];
/** How a move says that the disk refused its destination. */
const MOVE_REFUSAL = 'destination_write_failed';
const NOT_WRITABLE = 'destination_not_writable';

/** What came of a write: its reply, the code of its refusal, or the text of an error result. */
interface Result {
  readonly reply: unknown;
  readonly refusal: string | null;
}

async function make(write: Write, server: FileServer, root: string): Promise<Result> {
  try {
    const reply = await write.run(server, root);
    const { code } = Object(reply);
    return { reply, refusal: typeof code === 'string' ? code : null };
  } catch (error) {
    return { reply: null, refusal: `thrown: ${error}` };
  }
}

/** Whether every session is as it was before, wherever it lies; tails and whole files say the same. */
const isSame = (before: State, after: State) => isDeepStrictEqual(sorted(before), sorted(after));
const sorted = (state: State) => [...state].sort(([a], [b]) => (a < b ? -1 : 1));

/** Whether the refusal says what the disk said. */
function isClear({ error, expected }: DiskError, refusal: string, reply: unknown): boolean {
  if (refusal === ERROR_RESULT) return String(Object(reply).message).includes(error);
  return [expected, MOVE_REFUSAL, NOT_WRITABLE].includes(refusal);
}

interface Failure extends DiskError {
  readonly write: Write;
  /** The call of the layer at which the disk fails, from 0. */
  readonly from: number;
  /** Whether it fails from there on, or only this once. */
  readonly lasts: boolean;
}

/** What is wrong when one write meets a failing disk, and the same write meets a sound one afterwards. */
async function meet(failure: Failure, root: string): Promise<readonly string[]> {
  const { write, error, from, lasts } = failure;
  const before = await stateOf(root);
  const fs = createFailingFs();
  const server = openFileServer(root, fs);
  fs.fails = (name, at, [, how]) =>
    (lasts ? at >= from && failure.refuses(name, how) : at === from) ? error : null;
  const { reply, refusal } = await make(write, server, root);
  fs.reset();
  const after = await stateOf(root);
  const wrong: string[] = [];
  if (refusal === null && !write.isDone(after, root, reply)) wrong.push('acknowledged and not done');
  if (refusal !== null && !isClear(failure, refusal, reply)) wrong.push(`refused as ${refusal}`);
  if (refusal !== null && !isSame(before, after)) wrong.push('refused, and changed');
  wrong.push(...temporaryFiles(dirname(root)).map((path) => `left ${path}`));
  if (refusal !== null) wrong.push(...(await goesOn(write, server, root)));
  return wrong;
}

/** The same write on the same server, now that the disk is sound. */
async function goesOn(write: Write, server: FileServer, root: string): Promise<readonly string[]> {
  const { reply, refusal } = await make(write, server, root);
  if (refusal !== null) return [`afterwards refused as ${refusal}`];
  return write.isDone(await stateOf(root), root, reply) ? [] : ['afterwards acknowledged and not done'];
}

async function lengthOf(write: Write, root: string): Promise<number> {
  const fs = createFailingFs();
  const { refusal } = await make(write, openFileServer(root, fs), root);
  if (refusal !== null) throw new Error(`${write.name} does not work: ${refusal}`);
  return fs.calls.length;
}

function failureAt(write: Write, calls: number, chance: Chance): Failure {
  const error = chance.pick(ERRORS);
  const lasts = chance.next() < 0.5;
  const from = lasts && !UNDOABLE.includes(error.error) ? 0 : chance.below(calls);
  return { ...error, write, from, lasts };
}

/** Lets random calls of the file layer fail in every kind of write. */
async function failing(copies: Copies, count: number, chance: Chance): Promise<readonly string[]> {
  const lengths = new Map<Write, number>();
  const violations: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const write = WRITES[at % WRITES.length] ?? WRITES[0];
    const calls = lengths.get(write) ?? (await lengthOf(write, copies.next()));
    lengths.set(write, calls);
    const failure = failureAt(write, calls, chance);
    const wrong = await meet(failure, copies.next());
    const span = failure.lasts ? 'from' : 'at';
    violations.push(
      ...wrong.map((words) => `${write.name}, ${failure.error} ${span} call ${failure.from}: ${words}`),
    );
  }
  return violations;
}

/** A data root that goes away and comes back under a running server. */
async function vanishing(copies: Copies): Promise<readonly string[]> {
  const violations: string[] = [];
  for (const write of WRITES.filter(({ name }) => !/new|import|search|export/.test(name))) {
    const root = copies.next();
    const server = openFileServer(root);
    await server.call('list_sessions', {});
    const before = await stateOf(root);
    renameSync(root, `${root}-away`);
    const { refusal } = await make(write, server, root);
    if (refusal !== 'home_missing' && refusal !== ERROR_RESULT)
      violations.push(`${write.name}, home away: ${refusal ?? 'acknowledged'}`);
    if (existsSync(root)) violations.push(`${write.name}, home away: was made anew`);
    else renameSync(`${root}-away`, root);
    if (!isSame(before, await stateOf(root))) violations.push(`${write.name}, home away: changed`);
    violations.push(...(await goesOn(write, server, root)).map((words) => `${write.name}, back: ${words}`));
  }
  return violations;
}

/** A data root without leave to write; null where the user may write anyway, as root may. */
async function readOnly(copies: Copies): Promise<readonly string[] | null> {
  if (process.getuid?.() === 0 || process.platform === 'win32') return null;
  const violations: string[] = [];
  for (const write of WRITES.filter(({ name }) => !/search|export|tail/.test(name))) {
    const root = copies.next();
    const server = openFileServer(root);
    const before = await stateOf(root);
    const folders = [root, join(root, 'sessions'), join(root, 'locks')];
    for (const folder of folders) chmodSync(folder, 0o500);
    const { refusal } = await make(write, server, root);
    for (const folder of folders) chmodSync(folder, 0o700);
    if (refusal !== 'permission_denied') violations.push(`${write.name}, read-only: ${refusal}`);
    if (!isSame(before, await stateOf(root))) violations.push(`${write.name}, read-only: changed`);
    violations.push(...(await goesOn(write, server, root)).map((words) => `${write.name}, free: ${words}`));
  }
  return violations;
}

/** Fresh copies of one filled data root. */
interface Copies {
  readonly next: () => string;
}

async function copiesIn(folder: string): Promise<Copies> {
  const template = join(folder, 'template');
  await fillRoot(template);
  let made = 0;
  const next = () => {
    made += 1;
    const root = join(folder, String(made), 'home');
    cpSync(template, root, { recursive: true });
    return root;
  };
  return { next };
}

/** Lets the disk fail under every kind of write: a clear refusal, the old state, and work again afterwards. */
export async function disk({ seed, failures }: { seed: number; failures: number }): Promise<Outcome> {
  return withScratch(async ({ folder }) => {
    const copies = await copiesIn(folder);
    const failed = await failing(copies, failures, seededRandom(seed));
    const vanished = await vanishing(copies);
    const locked = await readOnly(copies);
    const facts = { failures, 'read-only home': locked === null ? 'skipped: this user may write' : 'tried' };
    return { facts, violations: [...failed, ...vanished, ...(locked ?? [])] };
  });
}

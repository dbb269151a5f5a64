import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { bootstrapHome } from '../src/store/home.ts';
import { type Chance, seededRandom } from '../test/support/seeded-random.ts';
import { ageLeftovers, temporaryFiles, unreadableFiles } from './data-root.ts';
import { Halt, type HaltingFs, haltingFs, type Moment } from './halting-fs.ts';
import { type Outcome, withScratch } from './proof.ts';
import { fillRoot, openFileServer, SMALL, type State, stateOf, WRITES, type Write } from './writes.ts';

const MOMENTS: readonly [Moment, ...Moment[]] = ['before', 'after', 'midway'];
const NEVER = Number.POSITIVE_INFINITY;

interface Halted {
  readonly write: Write;
  readonly root: string;
  readonly before: State;
  /** What the call answered; null when the process stopped before. */
  readonly reply: unknown;
}

/** Makes one write with a process that stops at some call of the file layer. */
async function halt(write: Write, root: string, layer: HaltingFs): Promise<unknown> {
  try {
    const reply = await write.run(openFileServer(root, layer.fs), root);
    // What the stop does to a call looks like a defect to the server, and no client hears of it.
    return layer.halted() ? null : reply;
  } catch (error) {
    if (error instanceof Halt) return null;
    throw error;
  }
}

function changesOf(before: State, after: State): readonly string[] {
  return [...before].flatMap(([id, { session }]) => {
    const now = after.get(id)?.session;
    if (now === undefined || isDeepStrictEqual(now, session) || now.revision === session.revision + 1)
      return [];
    return [`${id} is neither as it was nor one revision further`];
  });
}

/** What is wrong with the files after a stop, seen by the next process. */
async function judge({ write, root, before, reply }: Halted): Promise<readonly string[]> {
  const wrong = unreadableFiles(root).map((path) => `${path} does not parse`);
  const temporary = temporaryFiles(dirname(root)).length;
  if (temporary > 1) wrong.push(`${temporary} temporary files`);
  const after = await stateOf(root);
  wrong.push(...changesOf(before, after));
  const lost = [...before.keys()].filter((id) => !after.has(id));
  if (lost.length > 0 && !write.name.includes('cleared')) wrong.push(`${lost.join()} is gone`);
  if (reply !== null && !write.isDone(after, root, reply)) wrong.push('an acknowledged call is lost');
  ageLeftovers(root);
  // Another spelling, because one process sweeps a root only once.
  bootstrapHome(`${root}/`, '');
  wrong.push(...temporaryFiles(root).map((path) => `the next start leaves ${path}`));
  const next = await openFileServer(root).call('begin_thought', {
    session_id: SMALL,
    content: 'Goes on.',
    discard: true,
  });
  const { code } = Object(next.reply);
  if (code !== undefined && code !== 'session_finalized') wrong.push(`the next call answers ${code}`);
  return wrong;
}

/** How many calls of the file layer a write makes. */
async function lengthOf(write: Write, template: string, root: string): Promise<number> {
  cpSync(template, root, { recursive: true });
  const layer = haltingFs(NEVER, 'before');
  if ((await halt(write, root, layer)) === null) throw new Error(`${write.name} does not work`);
  return layer.calls();
}

/** One stop in each write in turn, at a random call and moment. */
async function haltOnce(
  write: Write,
  calls: number,
  root: string,
  chance: Chance,
): Promise<readonly string[]> {
  const at = chance.below(calls);
  const moment = chance.pick(MOMENTS);
  const before = await stateOf(root);
  const reply = await halt(write, root, haltingFs(at, moment));
  const wrong = await judge({ write, root, before, reply });
  return wrong.map((words) => `${write.name}, stopped ${moment} call ${at} of ${calls}: ${words}`);
}

/** Stops a process at random system calls of every kind of write; the files must be whole each time. */
export async function halts({ seed, stops }: { seed: number; stops: number }): Promise<Outcome> {
  const chance = seededRandom(seed);
  const violations: string[] = [];
  await withScratch(async ({ folder }) => {
    const template = join(folder, 'template');
    await fillRoot(template);
    const lengths = new Map<Write, number>();
    for (let stop = 0; stop < stops; stop += 1) {
      const write = WRITES[stop % WRITES.length] ?? WRITES[0];
      const calls =
        lengths.get(write) ?? (await lengthOf(write, template, join(folder, `length-${stop}`, 'home')));
      lengths.set(write, calls);
      const root = join(folder, `stop-${stop}`, 'home');
      cpSync(template, root, { recursive: true });
      violations.push(...(await haltOnce(write, calls, root, chance)));
    }
  });
  return { facts: { stops, kinds: WRITES.length }, violations };
}

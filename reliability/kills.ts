import { join } from 'node:path';
import { type Chance, seededRandom } from '../test/support/seeded-random.ts';
import { answerOf, answerTo, callLine, handshake, startProcess } from '../test/support/server-process.ts';
import { ageLeftovers, temporaryFiles, unreadableFiles } from './data-root.ts';
import { type Outcome, type Scratch, withScratch } from './proof.ts';
import { fillRoot, SMALL, stateOf, thoughtOf } from './writes.ts';

const BATCH = 24;
const FIRST = 100;

/** One request of a batch, which leaves its mark in a session. */
interface Request {
  readonly line: string;
  readonly mark: string;
}

/** Changes of a whole file, lines of a tail and new sessions in turn, each with a mark of its own. */
function requestsOf(run: number): readonly Request[] {
  return Array.from({ length: BATCH }, (_, at) => {
    const id = FIRST + at;
    const mark = `mark ${run}-${at}.`;
    const lines = [
      () => callLine(id, 'begin_thought', { session_id: SMALL, content: mark, discard: true }),
      () => callLine(id, 'sequentialthinking', thoughtOf(1 + run * BATCH + at, mark)),
      () => callLine(id, 'start_session', { question: mark, mode: 'serial' }),
    ];
    return { line: lines[at % lines.length]?.() ?? '', mark };
  });
}

/** Sends a batch, kills the server in the midst of it, and tells the marks that were acknowledged. */
async function killDuring(root: string, run: number, chance: Chance, { onEnd }: Pick<Scratch, 'onEnd'>) {
  const server = startProcess({ home: root, onEnd });
  const requests = requestsOf(run);
  server.write(handshake() + callLine(1, 'list_modes', {}));
  await answerTo(server, 1);
  const ready = server.lines.length;
  server.write(requests.map(({ line }) => line).join(''));
  const wanted = ready + chance.below(BATCH);
  await server.line(() => server.lines.length >= wanted);
  // Some turns of the event loop, so that the kill also falls between the steps of a write.
  for (let turns = chance.below(300); turns > 0; turns -= 1) await new Promise(setImmediate);
  server.kill('SIGKILL');
  await server.ended;
  const answers = server.lines.slice(ready).map(answerOf);
  const done = answers.filter(
    ({ result }) => result?.isError !== true && result?.structuredContent?.error === undefined,
  );
  const refused = answers.length - done.length;
  const marks = done.map(({ id }) => requests[Number(id) - FIRST]?.mark ?? '');
  return { marks, refused };
}

/** What is wrong with the files after a kill, and after the start that follows it. */
async function judge(root: string, promised: readonly string[], { onEnd }: Pick<Scratch, 'onEnd'>) {
  const wrong = unreadableFiles(root).map((path) => `${path} does not parse`);
  const temporary = temporaryFiles(root).length;
  if (temporary > 1) wrong.push(`${temporary} temporary files`);
  const text = JSON.stringify([...(await stateOf(root)).values()]);
  const lost = promised.filter((mark) => !text.includes(mark));
  if (lost.length > 0) wrong.push(`acknowledged and lost: ${lost.join()}`);
  ageLeftovers(root);
  const server = startProcess({ home: root, onEnd });
  server.write(handshake() + callLine(1, 'start_session', { question: 'And now?' }));
  const next = await answerTo(server, 1);
  if (next.result?.structuredContent?.error !== undefined) wrong.push('the next start answers no call');
  wrong.push(...temporaryFiles(root).map((path) => `the next start leaves ${path}`));
  server.closeStdin();
  await server.ended;
  return { wrong, temporary };
}

/** How many kills come upon the same sessions before fresh ones are taken. */
const KILLS_EACH = 20;

/** Kills the built server at random moments of a batch of writes; nothing acknowledged may be lost. */
export async function kills({ seed, kills: count }: { seed: number; kills: number }): Promise<Outcome> {
  const chance = seededRandom(seed);
  const violations: string[] = [];
  const facts = { kills: count, acknowledged: 0, 'temporary files found': 0 };
  for (let run = 0; run < count; run += KILLS_EACH)
    await withScratch(async ({ folder, onEnd }) => {
      const root = join(folder, 'home');
      await fillRoot(root);
      const promised: string[] = [];
      for (let kill = run; kill < Math.min(count, run + KILLS_EACH); kill += 1) {
        const { marks, refused } = await killDuring(root, kill, chance, { onEnd });
        promised.push(...marks);
        const { wrong, temporary } = await judge(root, promised, { onEnd });
        if (refused > 0) wrong.push(`${refused} good calls were refused`);
        violations.push(...wrong.map((words) => `kill ${kill}: ${words}`));
        facts['temporary files found'] += temporary;
      }
      facts.acknowledged += promised.length;
    });
  return { facts, violations };
}

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { Session } from '../support/client.ts';
import { connectTo, goodModel, serveModel, startIn, systemText } from '../support/model-session.ts';
import { sessionBytes, tempHome } from '../support/temp-home.ts';

const RUN = 'run_stage_autopilot';
const [EARLY, LATE] = [25, 100];
/** MiB of heap that the run has to do with: the server itself takes half of it. */
const HEAP_MIB = 24;
/** What is kept of each byte of the session: its text, its parsed form, and the bytes as they lie on disk. */
const COPIES = 6;
/** What work in hand may hold at the moment of a look, in bytes: streams, and the calls of the round. */
const IN_HAND = 4 * 1024 * 1024;

/** Tells on stderr, at each SIGUSR2, what is still in use after everything else has been collected. */
const PROBE = `
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => {
  collect();
  // What a first collection finalizes is given back by a second one.
  setImmediate(() => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    process.stderr.write(\`in use: \${heapUsed + arrayBuffers};\\n\`);
  });
});
`;

async function inUse({ server }: Session): Promise<number> {
  const told = () => [...server.stderr().matchAll(/in use: (\d+);/g)];
  const before = told().length;
  server.kill('SIGUSR2');
  await expect.poll(() => told().length, { timeout: 10_000 }).toBe(before + 1);
  return Number(told().at(-1)?.[1]);
}

it('holds no more after a hundred rounds than its session has grown, in a small heap', async () => {
  const home = tempHome();
  const probe = join(dirname(home), 'probe.mjs');
  writeFileSync(probe, PROBE);
  const seen: { inUse: number; stored: number }[] = [];
  let look = async (): Promise<void> => undefined;
  let rounds = 0;
  const llm = await serveModel(async (request) => {
    if (!systemText(request).includes('criticise')) return goodModel(request);
    rounds += 1;
    if (rounds === EARLY || rounds === LATE) await look();
    return `Critique ${rounds}: ${'a thought about caches, '.repeat(80)}`;
  });
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB} --import=${pathToFileURL(probe).href}` };
  const session = await connectTo(llm, { home, env });
  const endless = { max_rounds: LATE, score_threshold: 0, edit_distance_epsilon: 0 };
  const session_id = await startIn(session, 'serial', { serial: endless });
  look = async () => {
    seen.push({ inUse: await inUse(session), stored: sessionBytes(home, session_id)?.length ?? 0 });
  };
  let reply = await session.call(RUN, { session_id });
  while (reply.running === true) reply = await session.call(RUN, { session_id });
  expect(reply).toMatchObject({ committed: true, rounds: LATE });
  const [early = { inUse: 0, stored: 0 }, late = { inUse: 0, stored: 0 }] = seen;
  const grown = late.stored - early.stored;
  expect(grown).toBeGreaterThan(50_000);
  expect(late.inUse - early.inUse).toBeLessThan(COPIES * grown + IN_HAND);
}, 180_000);

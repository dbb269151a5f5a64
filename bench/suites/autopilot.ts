import { type LlmScript, startLlmServer } from '../../test/support/llm-server.ts';
import { replaceDurably } from '../durable-write.ts';
import { interleave, type Suite, spread, timed, timeOf } from '../figures.ts';
import { builtServer, initialize, type Server, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';

const RUNS = 15;
const WARM_UP = 3;
const ROUNDS = 10;
const LONG_RUN = 50;
/** Milliseconds that a model call may cost on top of its HTTP round trip. */
const TARGET_MS = 5;
const MOST_AGENTS = 4;
const PLAIN = JSON.stringify({
  model: 'none',
  stream: true,
  messages: [{ role: 'user', content: 'Criticise this. '.repeat(100) }],
});
const SCORES = JSON.stringify({ correctness: 0.7, evidence: 0.6, novelty: 0.5, clarity: 0.8, coverage: 0.6 });

/** Answers at once: scores, a rating, or a text that is never the same. */
const atOnce: LlmScript = ({ body, nth }) => {
  const asked = body.messages?.map(({ content }) => content).join(' ') ?? '';
  if (asked.includes('Score it from 0 to 1')) return { content: SCORES, piece: 1000 };
  if (asked.includes('Rate this answer')) return { content: '7', piece: 1000 };
  return { content: `Version ${nth}: ${'a thought about caches, '.repeat(40)}`, piece: 1000 };
};

/** One whole run of `rounds` rounds; the number of its model calls is known beforehand. */
async function runStage(server: Server, rounds: number): Promise<void> {
  const overrides = { serial: { max_rounds: rounds, score_threshold: 0, edit_distance_epsilon: 0 } };
  const { fields } = await server.call('start_session', {
    question: 'Edge or origin?',
    mode: 'serial',
    overrides,
  });
  const { session_id } = fields;
  for (let running = true; running; ) {
    const reply = await server.call('run_stage_autopilot', { session_id, wait_seconds: 40 });
    running = reply.fields.running === true;
  }
}

async function roundTrip(baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: PLAIN });
  await answer.text();
}

const callsOf = (rounds: number) => 1 + 3 * rounds;

async function negotiationRequests(server: Server, agents: number, count: () => number): Promise<string> {
  const names = Array.from({ length: agents }, (_, index) => `Voice ${index + 1}`);
  const overrides = { subagent: { agents: names } };
  const { fields } = await server.call('start_session', { question: 'Edge?', mode: 'subagent', overrides });
  const before = count();
  await server.call('begin_subagent_thought', { session_id: fields.session_id, wait_seconds: 40 });
  return `n = ${agents}: ${count() - before} requests, 2 n² = ${2 * agents * agents}`;
}

/** Writes of a run by model call: every step is stored, and opening a lens is a step without a call. */
const WRITES = (callsOf(ROUNDS) + ROUNDS + 1) / callsOf(ROUNDS);
const SESSION_BYTES = 20_000;
const DISK_ROUNDS = 60;

/** What the bare durable writes of one model call take, in ms. */
async function diskTime(folder: string): Promise<number> {
  const bytes = Buffer.alloc(SESSION_BYTES, 'x');
  const times: number[] = [];
  for (let round = 0; round < DISK_ROUNDS; round += 1)
    times.push(await timeOf(() => replaceDurably(folder, bytes)));
  return spread(times).median * WRITES;
}

/** What a model call of the autopilot costs beside the model, and how many requests a negotiation makes. */
export const autopilot: Suite = () =>
  withTempHome(async (home) => {
    const llm = await startLlmServer(atOnce);
    const env = {
      DEEP_THINK_AUTOPILOT_ENABLED: 'true',
      DEEP_THINK_AUTOPILOT_ENDPOINT: llm.baseUrl,
      DEEP_THINK_SUBAGENT_ENDPOINT: llm.baseUrl,
    };
    const server = startServer(builtServer(), home, { env });
    await initialize(server);
    const calls = callsOf(ROUNDS);
    const all = await interleave(
      RUNS + WARM_UP,
      async () => (await timeOf(() => runStage(server, ROUNDS))) / calls,
      async () => {
        const took = await timeOf(async () => {
          for (let call = 0; call < calls; call += 1) await roundTrip(llm.baseUrl);
        });
        return took / calls;
      },
    );
    const pairs = all.slice(WARM_UP);
    const overhead = spread(pairs.map(({ ours, floor }) => ours - floor));
    const met = overhead.median <= TARGET_MS ? 'met' : '**missed**';
    const disk = await diskTime(home);
    const before = server.peakMib();
    await runStage(server, LONG_RUN);
    const after = server.peakMib();
    const requests: string[] = [];
    for (let agents = 1; agents <= MOST_AGENTS; agents += 1)
      requests.push(await negotiationRequests(server, agents, () => llm.requests.length));
    await server.close();
    await llm.close();
    return {
      title: 'autopilot',
      method: `A whole serial run of ${ROUNDS} rounds, ${calls} model calls, by the time of one call, with each step stored durably ÷ a bare HTTP round trip to the same server, which answers at once. ${RUNS} interleaved pairs after ${WARM_UP}.`,
      figures: [timed('one model call of run_stage_autopilot', pairs)],
      notes: [
        `On top of the round trip: ${overhead.median.toPrecision(3)} ms (quartiles ${overhead.low.toPrecision(3)} to ${overhead.high.toPrecision(3)}), target ≤ ${TARGET_MS} ms, ${met}. The bare durable writes of its steps take ${disk.toPrecision(3)} ms of that.`,
        `Peak memory after the runs of ${ROUNDS} rounds ${before?.toFixed(0) ?? '?'} MiB, after one of ${LONG_RUN} rounds ${after?.toFixed(0) ?? '?'} MiB.`,
        ...requests.map((line) => `A negotiation of ${line}.`),
      ],
    };
  });

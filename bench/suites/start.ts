import { interleave, type Pair, type Suite, spread, timed } from '../figures.ts';
import { builtServer, ECHO, initialize, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';

const ROUNDS = 25;
const WARM_UP = 2;

interface Start {
  readonly listMs: number;
  readonly workedMs: number | null;
  readonly firstCallMs: number;
  readonly peakMib: number | null;
}

/** From the spawn to the answered tools/list, and to the answer of a first call sent right after it. */
async function startOnce(script: string, home: string, tool: string | null): Promise<Start> {
  const start = performance.now();
  const server = startServer(script, home);
  await initialize(server);
  await server.ask('tools/list');
  const listMs = performance.now() - start;
  const workedMs = server.workedMs();
  if (tool !== null) await server.call(tool, {});
  const firstCallMs = performance.now() - start;
  const peakMib = server.peakMib();
  await server.close();
  return { listMs, workedMs, firstCallMs, peakMib };
}

/** How long a client waits until it can show the tools. */
export const start: Suite = () =>
  withTempHome(async (home) => {
    const ours: Start[] = [];
    const floor: Start[] = [];
    const measure = (script: string, tool: string | null, into: Start[]) => async () => {
      const measured = await startOnce(script, home, tool);
      into.push(measured);
      return measured.listMs;
    };
    const pairs = await interleave(
      ROUNDS + WARM_UP,
      measure(builtServer(), 'list_sessions', ours),
      measure(ECHO, null, floor),
    );
    const against = (pick: (mine: Start) => number | null, least: (echo: Start) => number | null): Pair[] =>
      ours
        .map((mine, round) => ({ ours: pick(mine) ?? Number.NaN, floor: leastOf(least, floor[round]) }))
        .slice(WARM_UP);
    const worked = against(
      (mine) => mine.workedMs,
      (echo) => echo.workedMs,
    ).filter((pair) => !Number.isNaN(pair.ours / pair.floor));
    const firstCalls = against(
      (mine) => mine.firstCallMs,
      (echo) => echo.listMs,
    );
    return {
      title: 'start',
      method: `A process from its spawn on, ÷ a hand-written server of one tool (\`bench/echo-server.cjs\`) up to its answered tools/list. ${ROUNDS} interleaved rounds after ${WARM_UP} warm-up rounds.`,
      figures: [
        timed('spawn to tools/list', pairs.slice(WARM_UP), 2),
        timed('spawn to first tools/call (list_sessions)', firstCalls),
        ...(worked.length === 0 ? [] : [timed('processor time up to tools/list', worked)]),
      ],
      notes: [peakNote(ours, floor)],
    };
  });

function leastOf(pick: (echo: Start) => number | null, echo: Start | undefined): number {
  return (echo && pick(echo)) ?? Number.NaN;
}

function peakNote(ours: readonly Start[], floor: readonly Start[]): string {
  const peak = (starts: readonly Start[]) =>
    spread(starts.map(({ peakMib }) => peakMib ?? Number.NaN)).median;
  const [mine, least] = [peak(ours), peak(floor)];
  if (Number.isNaN(mine)) return 'Peak memory: not told by this system.';
  return `Peak memory after that: ${mine.toFixed(1)} MiB, ${(mine / least).toFixed(2)} times that of the floor.`;
}

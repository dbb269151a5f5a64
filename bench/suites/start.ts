import { type Figure, gated, type Pair, type Suite, timed } from '../figures.ts';
import { INSTALL_PEER, peerServer } from '../peer.ts';
import { builtServer, ECHO, initialize, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';

const ROUNDS = 25;
const WARM_UP = 2;

const WHERE_IT_GOES =
  'Of a first call two fifths are the start of Node itself, a fifth the SDK and its schemas, a fifth reading and compiling the code that answers calls. What would help is left out: compiled code kept on disk is bound to one version of Node, and without the SDK the protocol would be written twice.';

/** What one start took; NaN where the system does not tell. */
interface Start {
  readonly listMs: number;
  readonly listWorkedMs: number;
  readonly firstCallMs: number;
  readonly workedMs: number;
  readonly peakMib: number;
}

type FirstCall = readonly [tool: string, args: Readonly<Record<string, unknown>>] | null;

const THOUGHT = { thought: 'A first thought.', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true };

/** From the spawn to the answered tools/list, and to the answer of a first call sent right after it. */
async function startOnce(script: string, first: FirstCall): Promise<Start> {
  return withTempHome(async (home) => {
    const start = performance.now();
    const server = startServer(script, home);
    await initialize(server);
    await server.ask('tools/list');
    const listMs = performance.now() - start;
    const listWorkedMs = server.workedMs() ?? Number.NaN;
    if (first !== null) await server.ask('tools/call', { name: first[0], arguments: first[1] });
    const firstCallMs = performance.now() - start;
    const workedMs = server.workedMs() ?? Number.NaN;
    const peakMib = server.peakMib() ?? Number.NaN;
    await server.close();
    return { listMs, listWorkedMs, firstCallMs, workedMs, peakMib };
  });
}

interface Starts {
  readonly ours: readonly Start[];
  readonly stored: readonly Start[];
  readonly echo: readonly Start[];
  /** None where the peer is not installed. */
  readonly peer: readonly Start[];
}

/** Each kind of start in each round; who goes first changes with the rounds. */
async function startAll(peer: string | null): Promise<Starts> {
  const kinds = {
    ours: () => startOnce(builtServer(), ['list_sessions', {}]),
    stored: () => startOnce(builtServer(), ['sequentialthinking', THOUGHT]),
    echo: () => startOnce(ECHO, null),
    ...(peer === null ? {} : { peer: () => startOnce(peer, ['sequentialthinking', THOUGHT]) }),
  };
  const starts: Record<keyof Starts, Start[]> = { ours: [], stored: [], echo: [], peer: [] };
  const order = Object.entries(kinds) as [keyof Starts, () => Promise<Start>][]; // the keys are those of the literal
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    for (const [kind, once] of round % 2 === 0 ? order : order.toReversed()) {
      const start = await once();
      if (round >= WARM_UP) starts[kind].push(start);
    }
  }
  return starts;
}

type Value = (start: Start) => number;

const listed: Value = (start) => start.listMs;
const called: Value = (start) => start.firstCallMs;
const worked: Value = (start) => start.workedMs;
const peak: Value = (start) => start.peakMib;

/** Round by round; without what this system does not tell. */
function against(floors: readonly Start[], floor: Value) {
  return (name: string, ours: readonly Start[], mine: Value, target?: number, unit?: string): Figure[] => {
    const pairs = ours
      .map((each, round): Pair => {
        const least = floors[round];
        return { ours: mine(each), floor: least === undefined ? Number.NaN : floor(least) };
      })
      .filter((pair) => !Number.isNaN(pair.ours / pair.floor));
    return pairs.length === 0 ? [] : [timed(name, pairs, target, unit)];
  };
}

function figuresOf({ ours, stored, echo, peer }: Starts): Figure[] {
  const beforeCall: Value = (start) => start.listWorkedMs;
  const gate = (figures: Figure[], most: number) => figures.map((figure) => gated(figure, most));
  const listing = 'tools/list ÷ the peer';
  const first = 'first call (list_sessions) ÷ the peer';
  const most = 'peak memory after the first call ÷ the peer';
  return [
    ...gate(against(echo, listed)('tools/list ÷ echo', ours, listed, 2), 2.5),
    ...gate(against(echo, listed)('first call (list_sessions) ÷ tools/list of echo', ours, called), 3),
    ...against(echo, beforeCall)('processor time up to tools/list ÷ echo', ours, beforeCall),
    ...gate(against(peer, listed)(listing, ours, listed, 0.5), 0.6),
    ...gate(against(peer, called)(first, ours, called, 0.55), 0.7),
    ...against(peer, called)('first call (sequentialthinking, stored) ÷ the peer', stored, called),
    ...against(peer, worked)('processor time up to the first call ÷ the peer', ours, worked),
    ...gate(against(peer, peak)(most, ours, peak, 0.85, 'MiB'), 1),
    ...gate(
      against(echo, peak)('peak memory after the first call ÷ echo', ours, peak, undefined, 'MiB'),
      1.7,
    ),
  ];
}

/** How long a client waits until it can show the tools, and until a first call is answered. */
export const start: Suite = async () => {
  const peer = peerServer();
  const starts = await startAll(peer);
  return {
    title: 'start',
    method: `A process from its spawn on, in a home of its own, ÷ a hand-written server of one tool (\`bench/echo-server.cjs\`), and ÷ the peer \`@modelcontextprotocol/server-sequential-thinking\`, whose first call is \`sequentialthinking\`. ${ROUNDS} interleaved rounds after ${WARM_UP} warm-up rounds.`,
    figures: figuresOf(starts),
    notes: [WHERE_IT_GOES, ...(peer === null ? [`The peer is not installed: ${INSTALL_PEER}.`] : [])],
  };
};

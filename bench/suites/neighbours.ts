import { type Figure, type Pair, type Suite, timed } from '../figures.ts';
import { INSTALL_PEER, type Neighbour, neighbours } from '../peer.ts';
import { builtServer, initialize, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';
import { type ListedTool, tokensOfTool } from '../tool-tokens.ts';

const ROUNDS = 11;
const WARM_UP = 1;

/** What a client waits for and hands to its model, and what the process took for it. */
interface Listed {
  readonly ms: number;
  /** NaN where the system does not tell. */
  readonly peakMib: number;
  readonly tools: number;
  /** Name, description and input schema of all tools, o200k. */
  readonly tokens: number;
}

/** From the spawn to the answered tools/list. */
async function listOnce(script: string, argsIn: (home: string) => readonly string[]): Promise<Listed> {
  return withTempHome(async (home) => {
    const start = performance.now();
    const server = startServer(script, home, { args: argsIn(home) });
    await initialize(server);
    const { tools } = (await server.ask('tools/list')) as { tools: readonly ListedTool[] };
    const ms = performance.now() - start;
    const peakMib = server.peakMib() ?? Number.NaN;
    await server.close();
    return {
      ms,
      peakMib,
      tools: tools.length,
      tokens: tools.reduce((sum, each) => sum + tokensOfTool(each), 0),
    };
  });
}

interface Compared {
  readonly ours: Listed;
  readonly theirs: Listed;
}

async function compare({ script, args }: Neighbour): Promise<Compared[]> {
  const rounds: Compared[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const ours = await listOnce(builtServer(), () => []);
    rounds.push({ ours, theirs: await listOnce(script, args) });
  }
  return rounds.slice(WARM_UP);
}

function figuresOf(name: string, rounds: readonly Compared[]): Figure[] {
  const pairs = (value: (listed: Listed) => number): Pair[] =>
    rounds.map(({ ours, theirs }) => ({ ours: value(ours), floor: value(theirs) }));
  const peaks = pairs(({ peakMib }) => peakMib).filter(({ ours, floor }) => !Number.isNaN(ours / floor));
  return [
    timed(
      `tools/list ÷ ${name}`,
      pairs(({ ms }) => ms),
    ),
    ...(peaks.length === 0 ? [] : [timed(`peak memory ÷ ${name}`, peaks, undefined, 'MiB')]),
    timed(
      `tokens of a tool ÷ ${name}`,
      pairs(({ tokens, tools }) => tokens / tools),
      undefined,
      'tokens',
    ),
  ];
}

/** How a start and a list of tools compare with servers that people have beside this one. */
export const neighboursOf: Suite = async () => {
  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const neighbour of neighbours()) {
    const rounds = await compare(neighbour);
    figures.push(...figuresOf(neighbour.name, rounds));
    const theirs = rounds[0]?.theirs;
    if (theirs !== undefined)
      notes.push(`${neighbour.name} ${neighbour.version}: ${theirs.tools} tools, ${theirs.tokens} tokens.`);
  }
  return {
    title: 'neighbours',
    method: `A process from its spawn to the answered tools/list ÷ the same of servers that clients often have beside this one, and the o200k tokens of their tools (name, description, input schema). ${ROUNDS} pairs each after ${WARM_UP} for warm-up.`,
    figures,
    notes: figures.length === 0 ? [`No neighbour is installed: ${INSTALL_PEER}.`] : notes,
  };
};

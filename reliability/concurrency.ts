import { join } from 'node:path';
import { type CallResult, connect, type Reply } from '../test/support/client.ts';
import { type Chance, seededRandom } from '../test/support/seeded-random.ts';
import { locksLeft } from '../test/support/temp-home.ts';
import { thought } from '../test/support/thought.ts';
import { freshStore, temporaryFiles, unreadableFiles } from './data-root.ts';
import { heldBy } from './process-figures.ts';
import { type Outcome, withScratch } from './proof.ts';

/** Anything that calls tools of a server on the data root. */
export interface Caller {
  result(tool: string, args: object): Promise<Pick<CallResult, 'reply' | 'isError'>>;
}

/** So many calls go to the same sessions, before fresh ones are made. */
const ROUND_CALLS = 1000;
/** Calls of one caller that are under way at the same time. */
const AT_ONCE = 4;
const SHARED = 3;
/** What a process may grow by between the middle and the end of a run, in MiB. */
const GROWTH_MIB = 48;

/** The sessions of a round, and the marks that were acknowledged in each. */
interface Round {
  readonly sessions: readonly string[];
  readonly chain: string;
  readonly promised: Map<string, string[]>;
}

type Call = readonly [
  tool: string,
  args: object,
  mark: { readonly on: string; readonly text: string } | null,
];

function writeOn(round: Round, text: string, chance: Chance): Call {
  const on = chance.pickOr(round.sessions, '');
  if (chance.below(4) > 0)
    return ['begin_thought', { session_id: on, content: text, discard: true }, { on, text }];
  const args = thought(1, { thought: text, sessionId: round.chain, totalThoughts: 10_000 });
  return ['sequentialthinking', args, { on: round.chain, text }];
}

function readOf(round: Round, chance: Chance): Call {
  const session_id = chance.pickOr(round.sessions, '');
  return chance.pick<Call>([
    ['next_action', { session_id, detail: 'full' }, null],
    ['resume_session', { session_id }, null],
    ['list_sessions', { limit: 5 }, null],
    ['search_sessions', { query: 'mark' }, null],
    ['summarize_session', { session_id }, null],
  ]);
}

const isDone = ({ reply, isError }: { reply: Reply; isError: boolean }) =>
  !isError && reply.error === undefined;

/** Makes calls one after the other; what is wrong with their answers. */
async function work(caller: Caller, round: Round, names: readonly string[], chance: Chance) {
  const violations: string[] = [];
  for (const name of names) {
    const [tool, args, mark] = chance.next() < 0.6 ? writeOn(round, name, chance) : readOf(round, chance);
    const result = await caller.result(tool, args);
    if (!isDone(result))
      violations.push(`${tool} was refused: ${JSON.stringify(result.reply).slice(0, 300)}`);
    else if (mark !== null) round.promised.get(mark.on)?.push(mark.text);
  }
  return violations;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The texts of a stored session in their order. */
function textsOf(session: Readonly<Record<string, unknown>>): readonly string[] {
  const thoughts = listOf(session.thoughts).map((each) =>
    String(Object(each).content ?? Object(each).thought),
  );
  return thoughts;
}

/** Whether each acknowledged write is there once, and each made one revision. */
async function judge(root: string, { promised, chain }: Round): Promise<readonly string[]> {
  const store = freshStore(root);
  const violations: string[] = [];
  for (const [id, marks] of promised) {
    const session = (await store.read(id))?.session;
    const found = session === undefined ? [] : textsOf(session);
    const missing = marks.filter((mark) => !found.includes(mark));
    if (missing.length > 0) violations.push(`${id} lost ${missing.length} of ${marks.length} writes`);
    if (new Set(found).size !== found.length) violations.push(`${id} holds a write twice`);
    // The first thought of a notebook makes it; a session is there before its first thought.
    const wanted = marks.length + (id === chain ? 0 : 1);
    if (marks.length > 0 && session?.revision !== wanted)
      violations.push(`${id} has revision ${session?.revision} after ${marks.length} writes`);
  }
  return violations;
}

async function roundOf(callers: readonly Caller[], number: number): Promise<Round> {
  const [first] = callers;
  if (first === undefined) throw new Error('nobody calls');
  const starts = Array.from({ length: SHARED }, () =>
    first.result('start_session', { question: 'Edge or origin?', mode: 'serial' }),
  );
  const sessions = (await Promise.all(starts)).map(({ reply }) => String(reply.session_id));
  const chain = `chain-${number}`;
  const promised = new Map([...sessions, chain].map((id): [string, string[]] => [id, []]));
  return { sessions, chain, promised };
}

/** Lets all callers work on the same sessions, round after round; `after` is told the share that is done. */
export async function contend(
  root: string,
  callers: readonly Caller[],
  { seed, calls }: { seed: number; calls: number },
  after: (share: number) => void,
): Promise<readonly string[]> {
  const chance = seededRandom(seed);
  const violations: string[] = [];
  for (let made = 0; made < calls; made += ROUND_CALLS) {
    const round = await roundOf(callers, made);
    const each = Math.ceil(Math.min(ROUND_CALLS, calls - made) / (callers.length * AT_ONCE));
    const hands = callers.flatMap((caller, at) =>
      Array.from({ length: AT_ONCE }, (_, hand) => {
        const names = Array.from({ length: each }, (_, count) => `mark ${at}-${hand}-${count}`);
        return work(caller, round, names, chance);
      }),
    );
    violations.push(...(await Promise.all(hands)).flat(), ...(await judge(root, round)));
    after((made + ROUND_CALLS) / calls);
  }
  return violations;
}

/** Several built servers on one data root, all at work on the same sessions. */
export async function concurrency(size: {
  seed: number;
  calls: number;
  processes: number;
}): Promise<Outcome> {
  return withScratch(async ({ folder, onEnd }) => {
    const root = join(folder, 'home');
    const servers = await Promise.all(
      Array.from({ length: size.processes }, () => connect({ home: root, onEnd })),
    );
    const held = () => Math.max(...servers.map(({ server }) => heldBy(server.pid)?.mib ?? 0));
    let half = 0;
    const violations = [
      ...(await contend(root, servers, size, (share) => {
        if (share >= 0.5 && half === 0) half = held();
      })),
    ];
    const end = held();
    if (end - half > GROWTH_MIB) violations.push(`memory grew from ${half} to ${end} MiB`);
    for (const { server } of servers) server.closeStdin();
    await Promise.all(servers.map(({ server }) => server.ended));
    violations.push(...unreadableFiles(root).map((path) => `${path} does not parse`));
    violations.push(...[...temporaryFiles(root), ...locksLeft(root)].map((path) => `left: ${path}`));
    const said = servers.map(({ server }) => server.stderr()).join('');
    if (said.includes('defect')) violations.push(`a defect: ${said.slice(0, 300)}`);
    const facts = {
      calls: size.calls,
      processes: size.processes,
      'MiB at half': half.toFixed(0),
      'MiB at end': end.toFixed(0),
    };
    return { facts, violations };
  });
}

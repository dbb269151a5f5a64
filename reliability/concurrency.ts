import { join } from 'node:path';
import { type CallResult, connect, PATIENT, type Reply } from '../test/support/client.ts';
import { connectHttp, startDaemon } from '../test/support/daemon.ts';
import { type Chance, seededRandom } from '../test/support/seeded-random.ts';
import type { ServerProcess } from '../test/support/server-process.ts';
import { locksLeft } from '../test/support/temp-home.ts';
import { thought } from '../test/support/thought.ts';
import { freshStore, temporaryFiles, unreadableFiles } from './data-root.ts';
import { openProbe, type Probe } from './process-figures.ts';
import { type Outcome, type Scratch, withScratch } from './proof.ts';

type Answered = Pick<CallResult, 'reply' | 'isError' | 'content'>;

/** Anything that calls tools of a server on the data root. */
interface Caller {
  /** How many calls it has under way at the same time. */
  readonly hands: number;
  result(tool: string, args: object): Promise<Answered>;
}

/** So many calls go to the same sessions, before fresh ones are made. */
const ROUND_CALLS = 1000;
const SHARED = 3;
/** What a process may keep more at the end of a run than in its middle, in MiB. */
const GROWTH_MIB = 4;

/** The sessions of a round, and the marks that were acknowledged in each. */
interface Round {
  readonly sessions: readonly string[];
  readonly chain: string;
  readonly promised: Map<string, string[]>;
  /** Calls that came again because others held the session too long. */
  repeated: number;
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

const isDone = ({ reply, isError }: Answered) => !isError && reply.error === undefined;
/** The refusal of a call that waited too long for its turn; a tool of a notebook has no code for it. */
const hadNoTurn = ({ reply, content }: Answered) =>
  reply.code === 'lock_held' || content.some(({ text = '' }) => / is held by process \d+ /.test(text));

/** A call that comes again as long as others hold the session, which changed nothing. */
async function inTurn(call: () => Promise<Answered>, round: Round): Promise<Answered> {
  for (;;) {
    const answered = await call();
    if (isDone(answered) || !hadNoTurn(answered)) return answered;
    round.repeated += 1;
  }
}

/** Makes calls one after the other; what is wrong with their answers. */
async function work(caller: Caller, round: Round, names: readonly string[], chance: Chance) {
  const violations: string[] = [];
  for (const name of names) {
    const [tool, args, mark] = chance.next() < 0.6 ? writeOn(round, name, chance) : readOf(round, chance);
    const result = await inTurn(() => caller.result(tool, args), round);
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
  return { sessions, chain, promised, repeated: 0 };
}

/** Lets all callers work on the same sessions, round after round; `after` is told the share that is done. */
async function contend(
  root: string,
  callers: readonly Caller[],
  { seed, calls }: { seed: number; calls: number },
  after: (share: number) => Promise<void>,
): Promise<{ readonly violations: readonly string[]; readonly repeated: number }> {
  const chance = seededRandom(seed);
  const violations: string[] = [];
  let repeated = 0;
  for (let made = 0; made < calls; made += ROUND_CALLS) {
    const round = await roundOf(callers, made);
    const all = callers.reduce((sum, { hands }) => sum + hands, 0);
    const each = Math.ceil(Math.min(ROUND_CALLS, calls - made) / all);
    const hands = callers.flatMap((caller, at) =>
      Array.from({ length: caller.hands }, (_, hand) => {
        const names = Array.from({ length: each }, (_, count) => `mark ${at}-${hand}-${count}`);
        return work(caller, round, names, chance);
      }),
    );
    violations.push(...(await Promise.all(hands)).flat(), ...(await judge(root, round)));
    repeated += round.repeated;
    await after((made + ROUND_CALLS) / calls);
  }
  return { violations, repeated };
}

/** The programs on one data root, and all who call them. */
interface Fleet {
  readonly callers: readonly Caller[];
  readonly programs: readonly ServerProcess[];
  /** Ends them all and waits for their end. */
  readonly end: () => Promise<void>;
}

/** Calls of one process over its pipes that are under way at the same time. */
const PIPE_HANDS = 4;

async function startFleet(
  home: string,
  { processes, clients }: Size,
  { onEnd, env }: Pick<Scratch, 'onEnd'> & Pick<Probe, 'env'>,
): Promise<Fleet> {
  const piped = await Promise.all(Array.from({ length: processes }, () => connect({ home, env, onEnd })));
  const daemon = clients > 0 ? await startDaemon({ home, env, onEnd }) : null;
  const reached = await Promise.all(
    Array.from({ length: daemon === null ? 0 : clients }, () =>
      connectHttp(daemon?.url ?? '', daemon?.token ?? null, onEnd),
    ),
  );
  const overHttp = reached.map(({ client }): Caller => {
    const result: Caller['result'] = async (name, args) => {
      const params = { name, arguments: { ...args } };
      const { structuredContent, isError, content } = await client.callTool(params, undefined, PATIENT);
      // The shapes are the server's own.
      const reply = (structuredContent ?? {}) as Reply;
      return { reply, isError: isError === true, content: content as Answered['content'] };
    };
    return { hands: 1, result };
  });
  const programs = [...piped.map(({ server }) => server), ...(daemon === null ? [] : [daemon.server])];
  const end = async () => {
    for (const { client } of reached) await client.close();
    for (const { server } of piped) server.closeStdin();
    daemon?.server.kill('SIGTERM');
    await Promise.all(programs.map(({ ended }) => ended));
  };
  return { callers: [...piped.map((each) => ({ ...each, hands: PIPE_HANDS })), ...overHttp], programs, end };
}

/** What the end of all programs left that it should not, and what they complained of. */
function leftBy(root: string, { programs }: Fleet): readonly string[] {
  const said = programs.map((program) => program.stderr()).join('');
  return [
    ...unreadableFiles(root).map((path) => `${path} does not parse`),
    ...[...temporaryFiles(root), ...locksLeft(root)].map((path) => `left: ${path}`),
    ...(said.includes('defect') ? [`a defect: ${said.slice(0, 300)}`] : []),
  ];
}

/** How many calls are made, by how many processes over pipes and how many clients of one daemon. */
interface Size {
  readonly seed: number;
  readonly calls: number;
  readonly processes: number;
  readonly clients: number;
}

/** Built servers and the clients of a daemon on one data root, all at work on the same sessions. */
export async function concurrency(size: Size): Promise<Outcome> {
  return withScratch(async (scratch) => {
    const root = join(scratch.folder, 'home');
    const probe = openProbe(scratch.folder);
    const fleet = await startFleet(root, size, { ...scratch, ...probe });
    const kept = async () => {
      const held = await Promise.all(fleet.programs.map(probe.look));
      return Math.max(...held.map(({ mib }) => mib));
    };
    let half = 0;
    const { violations, repeated } = await contend(root, fleet.callers, size, async (share) => {
      if (share >= 0.5 && half === 0) half = await kept();
    });
    const end = await kept();
    const grown = end - half > GROWTH_MIB ? [`memory grew from ${half} to ${end} MiB`] : [];
    await fleet.end();
    const { seed: _, ...facts } = size;
    const memory = { 'MiB at half': half.toFixed(0), 'MiB at end': end.toFixed(0) };
    return {
      facts: { ...facts, 'calls that came again': repeated, ...memory },
      violations: [...violations, ...grown, ...leftBy(root, fleet)],
    };
  });
}

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ABSENT, compare, type Deviation, isEqual, Placeholders, worded } from './comparison.ts';
import { type Difference, explains, type Occurrence } from './differences.ts';
import { callPure } from './pure-functions.ts';
import { type Fields, isFields, type RecordedCase, type RecordedStep } from './recordings.ts';

/** What a recorded time is sent as. */
const SOME_TIME = '2026-01-01T00:00:00.000Z';
const bin = join(import.meta.dirname, '..', '..', 'dist', 'main.cjs');

/** A running server, the tools that it lists, the folder of its sessions, and one for whatever else a case needs. */
interface Server {
  readonly home: string;
  readonly scratch: string;
  readonly tools: ReadonlySet<string>;
  readonly call: (tool: string, args: Fields) => Promise<Fields>;
}

/** Runs `work` with a server on a data folder of its own, which is gone afterwards. */
async function withServer<T>(work: (server: Server) => Promise<T>): Promise<T> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'deep-think-replay-')));
  const home = join(scratch, 'home');
  const client = new Client({ name: 'replay', version: '1.0.0' });
  const env = { ...getDefaultEnvironment(), DEEP_THINK_HOME: home };
  try {
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [bin], env, cwd: scratch }),
    );
    const { tools } = await client.listTools();
    const call = async (tool: string, args: Fields) => {
      const result = await client.callTool({ name: tool, arguments: { ...args } });
      const reply = result.structuredContent;
      if (result.isError === true || !isFields(reply)) throw new Error(`${tool}: ${JSON.stringify(result)}`);
      return reply;
    };
    return await work({ home, scratch, tools: new Set(tools.map(({ name }) => name)), call });
  } finally {
    await client.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What a replay found: deviations that no listed difference explains, and the occurrences that did explain one. */
export interface Replay {
  readonly unexplained: readonly Deviation[];
  readonly used: ReadonlySet<Occurrence>;
}

/** Replays one recorded case against the built server, or against our functions where it calls functions. */
export async function replayCase(
  recorded: RecordedCase,
  differences: readonly Difference[],
): Promise<Replay> {
  const listed = differences.flatMap((each) => each.applies_to);
  if (recorded.steps.every(({ op }) => op?.op === 'call')) return run(recorded, listed, null);
  return withServer((server) => run(recorded, listed, server));
}

/** A replay under way. */
class Run {
  readonly unexplained: Deviation[] = [];
  readonly used = new Set<Occurrence>();
  readonly places: Placeholders;
  readonly server: Server | null;
  readonly #listed: readonly Occurrence[];

  constructor(server: Server | null, listed: readonly Occurrence[]) {
    this.server = server;
    this.#listed = listed;
    // The longer path first, since the other one is its beginning.
    const folders = server === null ? {} : { '<HOME>': server.home, '<TMP>': server.scratch };
    this.places = new Placeholders({ ...folders, '<ts>': SOME_TIME });
  }

  /** Notes a deviation and returns what the list says about it. */
  note(step: RecordedStep, field: string, recorded: unknown, ours: unknown): Occurrence | undefined {
    const tool = step.tool ?? step.op?.fn ?? step.op?.op ?? '';
    const found: Deviation = { case: step.case, step: step.step, tool, field, recorded, ours };
    const matching = this.#listed.filter((each) => explains(each, found));
    if (matching.length === 0) this.unexplained.push(found);
    for (const each of matching) this.used.add(each);
    return matching.find((each) => each.then !== undefined) ?? matching[0];
  }
}

async function run(
  recorded: RecordedCase,
  listed: readonly Occurrence[],
  server: Server | null,
): Promise<Replay> {
  const state = new Run(server, listed);
  for (const step of recorded.steps) {
    const args = step.args ?? {};
    if (step.op !== undefined) judge(step, operate(step, state), state);
    else if (state.places.hasUnbound(args)) state.note(step, 'reached', 'reached', 'unreachable');
    else await replayCall(step, state);
  }
  return { unexplained: state.unexplained, used: state.used };
}

async function replayCall(step: RecordedStep, state: Run): Promise<void> {
  const args = fields(state.places.fill(step.args ?? {}));
  const tool = step.tool ?? '';
  const isThere = state.server?.tools.has(tool) ?? false;
  const occurrence = isThere
    ? judge(step, await ask(state, tool, args), state)
    : state.note(step, 'tool', 'listed', 'not listed');
  const then = occurrence?.then;
  if (then === undefined) return;
  const given = fields(state.places.fill(then.arguments));
  if (then.tool !== undefined) await ask(state, then.tool, given);
  else judge(step, await ask(state, tool, { ...args, ...given }), state);
}

function ask(state: Run, tool: string, args: Fields): Promise<Fields> {
  if (state.server === null) throw new Error('A case of function calls has a tool call');
  return state.server.call(tool, args);
}

/** Compares a reply with the recording; returns the listed difference when the outcome as a whole is another. */
function judge(step: RecordedStep, ours: Fields, state: Run): Occurrence | undefined {
  const { output, mentions = [] } = step;
  if (outcome(output) !== outcome(ours)) return state.note(step, 'outcome', full(output), full(ours));
  if (typeof output.raises === 'string') return undefined;
  if (step.op?.op === 'call') {
    if (!isEqual(output.value, ours.value)) state.note(step, 'value', output.value, ours.value);
    return undefined;
  }
  compare(output, ours, {
    places: state.places,
    report: (field, recorded, mine) => state.note(step, field, recorded, mine),
  });
  // The recorded names belong to the recorded next step.
  if ('next_tool' in output && output.next_tool !== ours.next_tool) return undefined;
  const text = `${worded(output, ours)}\n${String(ours.message)}`;
  for (const name of mentions) if (!text.includes(name)) state.note(step, 'mentions', name, ABSENT);
  return undefined;
}

/** The class of an outcome: done, or the class of its refusal. */
function outcome(reply: Fields): string {
  if ('raises' in reply) return 'refused';
  return typeof reply.error === 'string' ? reply.error : 'done';
}

/** The outcome with the finer code, where it has one. */
function full(reply: Fields): string {
  const { code } = reply;
  const word = outcome(reply);
  return word === 'done' || typeof code !== 'string' || code === word ? word : `${word}/${code}`;
}

/** A recorded operation beside the tools. */
function operate(step: RecordedStep, state: Run): Fields {
  if (step.op?.op === 'call') return callPure(step.op);
  if (step.op?.op === 'mkdir') {
    const made = state.places.expand(String(step.output.made));
    mkdirSync(made, { recursive: true });
    return { made };
  }
  const id = state.places.expand(String(step.output.id));
  return fields(JSON.parse(readFileSync(join(state.server?.home ?? '', 'sessions', `${id}.json`), 'utf8')));
}

function fields(value: unknown): Fields {
  if (!isFields(value)) throw new Error(`Not an object: ${JSON.stringify(value)}`);
  return value;
}

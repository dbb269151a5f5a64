import type { StepAnswer, Workshop } from '../kit/job.ts';
import type { RenderPage } from '../kit/page/format.ts';
import type { Registry } from '../kit/registry.ts';
import type { Connection, RecordAnswer, RecordTool, Tool } from '../kit/tool.ts';
import type { Ports } from '../store/ports.ts';
import { type Call, type RawArguments, sentId, worldOf } from './call.ts';
import { callHome } from './call-home.ts';
import { createCallQueue } from './call-queue.ts';
import { callSession, type Ordered } from './call-session.ts';
import { type Fault, faultOf } from './faults.ts';
import { awaitJob, busyReply, type JobCall } from './job-call.ts';
import { createJobBoard } from './jobs.ts';
import { logWarning } from './log.ts';
import { clearedArguments, withNote, withoutSecrets } from './redaction.ts';
import type { Line, Result } from './result.ts';

export interface Dispatcher {
  /** Runs a registered tool; never throws. Calls on one session run in the order of arrival. */
  call(name: string, raw: RawArguments, line?: Line): Promise<Result>;
  /** Does `work` on a session after the calls on it that have arrived before. */
  inTurn<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** Stops the work in hand; resolves when it has ended. */
  close(): Promise<void>;
}

/** What the dispatcher joins. */
export interface DispatcherParts {
  readonly registry: Registry;
  readonly ports: Ports;
  /** Loaded when a call first needs a model. */
  readonly workshop: () => Promise<Workshop>;
  /** Loaded when a record is first to be read. */
  readonly renderer: () => Promise<RenderPage>;
}

const NO_LINE: Line = { signal: new AbortController().signal };

/** The only path from a call to a tool, and back up to the reply. */
export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const queue = createCallQueue();
  const board = createJobBoard();
  const own: Connection = { current: new Map(), unstored: new Map() };
  /** In turn: the result of a call, or the job that it is to wait for. */
  const run = async (tool: StagedTool, raw: RawArguments, line: Line): Promise<Result | JobCall> => {
    const id = sentId(raw) ?? '';
    const job = await board.of(id);
    if (job?.tool === tool.name) return { id, job, raw, fields: tool.fields };
    if (job !== null && tool.effect !== 'reads') {
      if (!job.ended()) return replied(busyReply(job.tool, job.tool, raw));
      // What the work brought is on disk; the session moves on from there.
      board.forget(id, job);
    }
    const call = {
      ...parts,
      raw,
      line,
      now: parts.ports.now(),
      job: job === null || job.ended() ? null : job,
    };
    return caught(tool, raw, async () => {
      const { value: clear, kinds } = await clearedArguments(raw, parts.ports);
      const ordered = await perform(tool, { ...call, raw: clear });
      if ('reply' in ordered) return withNote(ordered, kinds, 'reply');
      const work = async (signal: AbortSignal, onStep: (say: string) => void) =>
        withNote(await fulfil(ordered, { parts, signal, onStep }), kinds, 'reply');
      const started = board.start(ordered.id, {
        tool: tool.name,
        steps: ordered.order.steps,
        run: (signal, onStep) => caught(tool, raw, () => work(signal, onStep)),
      });
      return { id: ordered.id, job: started, raw, fields: tool.fields };
    });
  };
  return {
    call: async (name, raw, line = NO_LINE) => {
      const tool = toolNamed(parts.registry, name);
      if (tool.kind === 'record') {
        const { connection = own } = line;
        return queue.run(recordKey(tool, raw), () => callRecord(tool, { ...parts, raw }, connection));
      }
      const outcome = await queue.run(sentId(raw) ?? '', () => run(tool, raw, line));
      return 'job' in outcome ? awaitJob(board, outcome, line) : outcome;
    },
    inTurn: (id, work) => queue.run(id, work),
    close: () => board.stopAll(),
  };
}

function toolNamed(registry: Registry, name: string): Tool {
  const tool = registry.tools.get(name);
  if (tool === undefined) throw new Error(`no tool is named ${name}`);
  return tool;
}

type StagedTool = Exclude<Tool, RecordTool>;

/** Calls with the same key wait for one another: the id of their record, or the tool that goes on by itself. */
function recordKey(tool: RecordTool, raw: RawArguments): string {
  const id = raw[tool.idArgument];
  return typeof id === 'string' && id !== '' ? id : tool.name;
}

async function callRecord(
  tool: RecordTool,
  { registry, ports, renderer, raw }: DispatcherParts & { readonly raw: RawArguments },
  connection: Connection,
): Promise<Result> {
  return caught(tool, raw, async () => {
    const { value: clear, kinds } = await clearedArguments(raw, ports);
    const call: Call = { registry, ports, renderer, raw: clear, now: ports.now(), job: null };
    const answer = await tool.call(clear, { ...worldOf(call), connection, warn: logWarning });
    return withNote(recordResult(answer), kinds, tool.isExact === true ? 'meta' : 'reply');
  });
}

function recordResult(answer: RecordAnswer): Result {
  if ('errorText' in answer) return { reply: {}, isError: true, errorText: answer.errorText };
  const result = { reply: { ...answer.reply }, isError: false };
  return answer.meta === undefined ? result : { ...result, meta: answer.meta };
}

const replied = (reply: Result['reply']): Result => ({ reply, isError: false });

/** A result, with what the session wants next where the call was a step of a job. */
type Answered = Result & Partial<Pick<StepAnswer, 'wanted'>>;

/** A call down to its tool, unless another process is at work on the session. */
async function perform(tool: StagedTool, call: Call): Promise<Answered | Ordered> {
  if (tool.kind === 'session') {
    const called = await callSession(tool, call);
    if (called.kind === 'ordered') return called;
    return { reply: called.reply, isError: false, wanted: called.wanted ?? null };
  }
  const holder = tool.effect === 'reads' ? null : call.ports.leases.elsewhere(sentId(call.raw) ?? '');
  return replied(holder === null ? await callHome(tool, call) : busyReply(null, holder, call.raw));
}

interface Fulfilment {
  readonly parts: DispatcherParts;
  readonly signal: AbortSignal;
  readonly onStep: (say: string) => void;
}

/** Does ordered work and lets its tool decide on the result; the lease ends in any case. */
async function fulfil(ordered: Ordered, around: Fulfilment): Promise<Result> {
  const { ports } = around.parts;
  try {
    const workshop = await around.parts.workshop();
    const { signal, onStep } = around;
    const call = (name: string, input: RawArguments) => callWithin(name, input, around);
    const brought = await workshop.run(ordered.order, { signal, onStep, call });
    const { value: result } = await withoutSecrets(brought, ports);
    return replied(await ordered.finish(result, ports.now()));
  } finally {
    ordered.lease.release();
  }
}

/** A step of a job: a call that sees no job, and whose own work is done before it answers. */
async function callWithin(name: string, raw: RawArguments, around: Fulfilment): Promise<StepAnswer> {
  const { registry, ports, renderer } = around.parts;
  const tool = toolNamed(registry, name);
  if (tool.kind === 'record') throw new Error(`${name} is no step of a job`);
  const answered: Answered = await caught<Answered>(tool, raw, async () => {
    const { value: clear } = await clearedArguments(raw, ports);
    const call: Call = { registry, ports, renderer, raw: clear, now: ports.now(), job: 'unseen' };
    const outcome = await perform(tool, call);
    return 'reply' in outcome ? outcome : fulfil(outcome, around);
  });
  return { reply: answered.reply, wanted: answered.wanted ?? null };
}

async function caught<T>(tool: Tool, raw: RawArguments, work: () => Promise<T>): Promise<T | Result> {
  try {
    return await work();
  } catch (error) {
    return faultResult(faultOf(error), tool, raw);
  }
}

function faultResult(fault: Fault, tool: Tool, raw: RawArguments): Result {
  const { error, code, retryable, message, isError } = fault;
  if (tool.kind === 'record') return recordResult(tool.failure(message));
  const next_tool = fault.next ?? tool.name;
  return { reply: { session_id: sentId(raw), error, code, retryable, message, next_tool }, isError };
}

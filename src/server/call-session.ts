import { type Linked, NOTHING_LINKED, originOf, reviewsIn } from '../core/links.ts';
import type { SessionDocument } from '../core/session.ts';
import { readArguments, unknownNames } from '../kit/arguments.ts';
import { id } from '../kit/field.ts';
import { admits, gatePhase, gateSession } from '../kit/gate.ts';
import type { JobOrder, JobResult, StepAnswer } from '../kit/job.ts';
import { nextStep, offeredStep, remedies, view } from '../kit/next.ts';
import { type Reply, refusalReply, repeatStep, successReply } from '../kit/reply.ts';
import type { Source } from '../kit/source.ts';
import type { Step } from '../kit/step.ts';
import type { Answer, CallContext, SessionTool } from '../kit/tool.ts';
import { refuseArgument, refuseBusy, refuseNoJob } from '../kit/wording.ts';
import { notFound } from '../session-tools/not-found.ts';
import type { Decision, Lease, Stored } from '../store/ports.ts';
import { type Call, type OpenCall, openCall, protocolOf, sentId, worldOf } from './call.ts';
import { linkedWith, sourceOf } from './links.ts';

const KIB = 1024;
const idField = { session_id: id() };
const HELD: Lease = { release: () => undefined };

/** A call that needs a model before it can decide. The lease is the caller's to release. */
export interface Ordered {
  readonly kind: 'ordered';
  readonly id: string;
  readonly order: JobOrder;
  readonly lease: Lease;
  /** Decides on what the work brought, as the same call at the time `now`. */
  readonly finish: (result: JobResult, now: string) => Promise<Reply>;
}

/** What a call came to: its reply, or work that has to be done first. */
export type Called = Replied | Ordered;

interface Replied {
  readonly kind: 'replied';
  readonly reply: Reply;
  /** What the session wants after a step of a job, which goes on from there without asking. */
  readonly wanted?: StepAnswer['wanted'];
}

/** Decides on one stored session, with what the configuration and the lenses are at the moment. */
type Decide = (
  stored: Stored,
  open: LinkedCall,
) => Answer | { readonly kind: 'ordered'; readonly order: JobOrder };

/** Runs a tool that decides on one session: read, decide, store, and the reply from the state after it. */
export async function callSession(tool: SessionTool, call: Call): Promise<Called> {
  const ignored = unknownNames({ ...idField, ...tool.fields }, call.raw);
  const named = readArguments(idField, call.raw, { textBytes: Number.POSITIVE_INFINITY });
  if (!named.ok) {
    const envelope = { sessionId: null, step: repeatStep(tool.name), ignored };
    return { kind: 'replied', reply: refusalReply(refuseArgument(named.problem), envelope) };
  }
  const target = { tool, id: named.input.session_id, ignored };
  return settle(target, call, (stored, open) => decideCall(tool, stored, open, call));
}

/** The record that the call names in `from`, where its tool has such a parameter. */
async function namedSource(tool: SessionTool, call: Call): Promise<Source | null> {
  const { from } = call.raw;
  return Object.hasOwn(tool.fields, 'from') && typeof from === 'string' ? sourceOf(from, call) : null;
}

/** A session with what the call brings along for it. */
interface LinkedCall extends OpenCall {
  readonly source: Source | null;
  readonly linked: Linked;
}

interface Target {
  readonly tool: SessionTool;
  readonly id: string;
  readonly ignored: readonly string[];
}

async function settle(target: Target, call: Call, decide: Decide): Promise<Called> {
  const { tool, id, ignored } = target;
  const { ports } = call;
  const [base, lenses, source] = await Promise.all([ports.config(), ports.lenses(), namedSource(tool, call)]);
  const called = await onLinked(tool, id, call, (stored, linked): Decision<Called> => {
    const { reviews } = linked;
    const open = { ...openCall(stored.session, call, { base, lenses }), source, linked, reviews };
    const decided = decide(stored, open);
    if (decided.kind !== 'ordered') return conclude(target, stored, { open, call }, decided);
    // A step of a job works under the lease of that job.
    const lease = call.job === 'unseen' ? HELD : ports.leases.take(stored.session.id);
    if ('holder' in lease) return conclude(target, stored, { open, call }, refuseBusy(lease.holder));
    const finish = (result: JobResult, now: string) => finished(target, { ...call, now }, result);
    return { reply: { kind: 'ordered', id: stored.session.id, order: decided.order, lease, finish } };
  });
  return called ?? { kind: 'replied', reply: await unknownSession(id, call, ignored) };
}

/** The second half of a call that had to wait for its work. */
async function finished(target: Target, call: Call, result: JobResult): Promise<Reply> {
  const { tool } = target;
  const called = await settle(target, { ...call, job: 'unseen' }, (stored, open) => {
    const vetted = vetCall(tool, stored, open, call);
    return 'answer' in vetted
      ? vetted.answer
      : tool.finish(stored.session, vetted.input, vetted.context, result);
  });
  if (called.kind === 'replied') return called.reply;
  throw new Error(`${tool.name} ordered work to finish its work`);
}

interface Around {
  readonly open: OpenCall;
  readonly call: Call;
}

function conclude(
  { tool, ignored }: Target,
  stored: Stored,
  around: Around,
  answer: Answer,
): Decision<Called> {
  const after = answer.kind === 'done' ? answer.session : stored.session;
  const envelope = { sessionId: after.id, step: stepAfter(tool, answer, after, around), ignored };
  if (answer.kind === 'refused') return { reply: { kind: 'replied', reply: refusalReply(answer, envelope) } };
  const reply: Called = {
    kind: 'replied',
    reply: successReply(answer.output, answer.message, envelope),
    ...(around.call.job === 'unseen' ? { wanted: wantedAfter(after, around) } : {}),
  };
  return after === stored.session ? { reply } : { reply, session: after };
}

/** The step and its material as `next_action` tells them in full. */
function wantedAfter(after: SessionDocument, { open, call }: Around): NonNullable<StepAnswer['wanted']> {
  const { step, material } = view(after, protocolOf(after, call.registry), open);
  return { next_tool: step.tool, ...step.facts, ...material };
}

async function unknownSession(id: string, call: Call, ignored: readonly string[]): Promise<Reply> {
  const refusal = await notFound(id, worldOf(call));
  const step = offeredStep(refusal.next ?? remedies.list, (name) => call.registry.tools.has(name));
  return refusalReply(refusal, { sessionId: sentId(call.raw), step, ignored });
}

/** Whether the call has to know what the session is linked with: its reviews decide what comes next. */
function wantsLinks({ readsOrigin }: SessionTool, session: SessionDocument): boolean {
  return reviewsIn(session).length > 0 || (readsOrigin === true && originOf(session) !== null);
}

/** Decides on the session and what it is linked with, which is read outside of its lock. */
async function onLinked<T extends object>(
  tool: SessionTool,
  id: string,
  call: Call,
  decide: (stored: Stored, linked: Linked) => Decision<T>,
): Promise<T | null> {
  const first = await transactOrRead<T | { readonly unlinked: SessionDocument }>(tool, id, call, (stored) =>
    wantsLinks(tool, stored.session)
      ? { reply: { unlinked: stored.session } }
      : decide(stored, NOTHING_LINKED),
  );
  if (first === null || !('unlinked' in first)) return first;
  const linked = await linkedWith(first.unlinked, call);
  return transactOrRead(tool, id, call, (stored) => decide(stored, linked));
}

async function transactOrRead<T>(
  tool: SessionTool,
  id: string,
  { ports, now }: Call,
  decide: (stored: Stored) => Decision<T>,
): Promise<T | null> {
  if (tool.effect !== 'reads') return ports.store.transact(id, now, decide);
  const stored = await ports.store.read(id);
  return stored === null ? null : decide(stored).reply;
}

/** The tool's own rules, once nothing objects to the call. */
function decideCall(tool: SessionTool, stored: Stored, open: LinkedCall, call: Call): ReturnType<Decide> {
  const vetted = vetCall(tool, stored, open, call);
  if ('answer' in vetted) return vetted.answer;
  const { input, context } = vetted;
  if (input.cancel === true) return refuseNoJob();
  const order = tool.order(stored.session, input, context);
  if (order === null) return tool.call(stored.session, input, context);
  return order.kind === 'refused' ? order : { kind: 'ordered', order };
}

type Vetted =
  | { readonly answer: Answer }
  | { readonly input: Readonly<Record<string, unknown>>; readonly context: CallContext };

/** Another process at work, mode and status, then arguments, then phase. */
function vetCall(tool: SessionTool, stored: Stored, open: LinkedCall, call: Call): Vetted {
  const { config, lenses, protocol, has, holder, source, linked } = open;
  const { modes } = call.registry;
  if (holder !== null && tool.effect !== 'reads') return { answer: refuseBusy(holder) };
  const objection = gateSession(tool, stored.session, { protocol, modes });
  if (objection) return { answer: objection };
  const read = readArguments(tool.fields, call.raw, { textBytes: config.limits.text_kib * KIB });
  if (!read.ok) return { answer: refuseArgument(read.problem) };
  const context: CallContext = {
    now: call.now,
    config,
    lenses,
    dropped: open.dropped,
    path: stored.path,
    source,
    linked,
    modes,
    has,
    view: (document) => view(document, protocol, open),
  };
  const { input } = read;
  const refusal =
    tool.vet(stored.session, input, context) ??
    gatePhase(tool, protocol?.open(stored.session) ?? null, input);
  return refusal === null ? { input, context } : { answer: refusal };
}

/** The same tool when better arguments would do, else what the state after the call wants. */
function stepAfter(tool: SessionTool, answer: Answer, after: SessionDocument, { open, call }: Around): Step {
  const protocol = protocolOf(after, call.registry);
  const repeats = answer.kind === 'refused' && answer.again;
  if (repeats && admits(tool, protocol?.open(after) ?? null))
    return repeatStep(tool.name, { given: answer.retryWith });
  return nextStep(after, protocol, open);
}

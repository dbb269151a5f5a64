import { applyOverrides, type Config } from '../core/config.ts';
import type { SessionDocument } from '../core/session.ts';
import { readArguments, unknownNames } from '../kit/arguments.ts';
import { id, type Limits } from '../kit/field.ts';
import { admits, gatePhase, gateSession } from '../kit/gate.ts';
import { nextStep, type ResolverContext, remedies, view } from '../kit/next.ts';
import type { Refusal } from '../kit/outcome.ts';
import type { Protocol } from '../kit/protocol.ts';
import type { Registry } from '../kit/registry.ts';
import { type Reply, refusalReply, repeatStep, successReply } from '../kit/reply.ts';
import type { Step } from '../kit/step.ts';
import type { Answer, CallContext, HomeAnswer, HomeTool, SessionTool, World } from '../kit/tool.ts';
import { refuseArgument } from '../kit/wording.ts';
import { notFound } from '../session-tools/not-found.ts';
import { type Decision, type LensLibrary, type Ports, type Stored, StoreFault } from '../store/ports.ts';
import { createCallQueue } from './call-queue.ts';
import { type Fault, faultOf } from './faults.ts';

/** The arguments of a call as the client sent them. */
export type RawArguments = Readonly<Record<string, unknown>>;

/** What a call brought: the reply, and whether the server itself failed. */
export interface Result {
  readonly reply: Reply;
  readonly isError: boolean;
}

export interface Dispatcher {
  /** Runs a registered tool; never throws. Calls on one session run in the order of arrival. */
  call(name: string, raw: RawArguments): Promise<Result>;
}

const KIB = 1024;
const FALLBACK_TEXT_KIB = 256;
const idField = { session_id: id() };

/** The only path from a call to a tool, and back up to the reply. */
export function createDispatcher(registry: Registry, ports: Ports): Dispatcher {
  const queue = createCallQueue();
  const run = async (name: string, raw: RawArguments): Promise<Result> => {
    const tool = registry.tools.get(name);
    if (tool === undefined) throw new Error(`no tool is named ${name}`);
    try {
      const calls = { registry, ports, raw, now: ports.now() };
      const reply = tool.kind === 'session' ? await callSession(tool, calls) : await callHome(tool, calls);
      return { reply, isError: false };
    } catch (error) {
      return faultResult(faultOf(error), name, raw);
    }
  };
  return { call: (name, raw) => queue.run(sentId(raw) ?? '', () => run(name, raw)) };
}

/** The longest id that a reply repeats; ids of sessions are no longer. */
const ID_LENGTH = 64;

/** The session id as the client sent it; null when it sent no text. */
function sentId(raw: RawArguments): string | null {
  return typeof raw.session_id === 'string' ? raw.session_id : null;
}

interface Call {
  readonly registry: Registry;
  readonly ports: Ports;
  readonly raw: RawArguments;
  readonly now: string;
}

async function callHome(tool: HomeTool, call: Call): Promise<Reply> {
  const ignored = unknownNames(tool.fields, call.raw);
  const sessionId = sentId(call.raw)?.slice(0, ID_LENGTH) ?? null;
  const world = worldOf(call);
  const read = readArguments(tool.fields, call.raw, await limits(call.ports));
  const answer: HomeAnswer = read.ok ? await tool.call(read.input, world) : refuseArgument(read.problem);
  if (answer.kind === 'refused') {
    const step = answer.next ?? repeatStep(tool.name);
    return refusalReply(answer, { sessionId, step, ignored });
  }
  const { document } = answer;
  const step = document === undefined ? (answer.next ?? remedies.list) : (await world.view(document)).step;
  return successReply(answer.output, answer.message, { sessionId: document?.id ?? sessionId, step, ignored });
}

async function callSession(tool: SessionTool, call: Call): Promise<Reply> {
  const { registry, ports, raw } = call;
  const fields = { ...idField, ...tool.fields };
  const ignored = unknownNames(fields, raw);
  const named = readArguments(idField, raw, { textBytes: Number.POSITIVE_INFINITY });
  if (!named.ok)
    return refusalReply(refuseArgument(named.problem), {
      sessionId: null,
      step: repeatStep(tool.name),
      ignored,
    });
  const id = named.input.session_id;
  const [base, lenses] = await Promise.all([ports.config(), ports.lenses()]);
  const decide = (stored: Stored): Decision<Reply> => {
    const session = openCall(stored.session, { registry, base, lenses });
    const answer = decideCall(tool, stored, session, { ...call, raw });
    const after = answer.kind === 'done' ? answer.session : stored.session;
    const step = stepAfter(tool, answer, after, session);
    const envelope = { sessionId: id, step, ignored };
    if (answer.kind === 'refused') return { reply: refusalReply(answer, envelope) };
    const reply = successReply(answer.output, answer.message, envelope);
    return after === stored.session ? { reply } : { reply, session: after };
  };
  const reply = await transactOrRead(tool, id, call, decide);
  if (reply !== null) return reply;
  const missing = await notFound(id, worldOf(call));
  const step = ('next' in missing ? missing.next : undefined) ?? remedies.list;
  return missing.kind === 'refused'
    ? refusalReply(missing, { sessionId: id.slice(0, ID_LENGTH), step, ignored })
    : missing.output;
}

async function transactOrRead(
  tool: SessionTool,
  id: string,
  { ports, now }: Call,
  decide: (stored: Stored) => Decision<Reply>,
): Promise<Reply | null> {
  if (tool.effect !== 'reads') return ports.store.transact(id, now, decide);
  const stored = await ports.store.read(id);
  return stored === null ? null : decide(stored).reply;
}

/** What one call sees of a session: its protocol and its own configuration. */
interface OpenCall extends ResolverContext {
  readonly protocol: Protocol | null;
  readonly registry: Registry;
}

function openCall(
  document: SessionDocument,
  { registry, base, lenses }: { registry: Registry; base: Config; lenses: LensLibrary },
): OpenCall {
  const merged = applyOverrides(base, document.overrides);
  if (!merged.ok) {
    const [problem] = merged.problems;
    throw new StoreFault(
      'config_invalid',
      `overrides of session ${document.id}: ${problem?.key}: ${problem?.expected}`,
    );
  }
  return {
    registry,
    protocol: protocolOf(document, registry),
    config: merged.config,
    lenses,
    has: (tool) => registry.tools.has(tool),
  };
}

function protocolOf(document: SessionDocument, registry: Registry): Protocol | null {
  if (document.protocol === null) return null;
  const protocol = registry.protocols.get(document.protocol);
  if (protocol === undefined)
    throw new StoreFault('session_newer', `session ${document.id} runs "${document.protocol}"`);
  return protocol;
}

/** Mode and status, then arguments, then phase, then the tool's own rules. */
function decideCall(tool: SessionTool, stored: Stored, open: OpenCall, { raw, now }: Call): Answer {
  const { registry, config, protocol } = open;
  const objection = gateSession(tool, stored.session, registry.modes);
  if (objection) return objection;
  const read = readArguments(tool.fields, raw, { textBytes: config.limits.text_kib * KIB });
  if (!read.ok) return refuseArgument(read.problem);
  const context: CallContext = {
    now,
    config,
    lenses: open.lenses,
    path: stored.path,
    modes: registry.modes,
    has: open.has,
    view: (document) => view(document, protocol, open),
  };
  const opened = protocol?.open(stored.session) ?? null;
  return (
    tool.vet(stored.session, read.input, context) ??
    gatePhase(tool, opened, read.input) ??
    tool.call(stored.session, read.input, context)
  );
}

/** The same tool when better arguments would do, else what the state after the call wants. */
function stepAfter(tool: SessionTool, answer: Answer, after: SessionDocument, open: OpenCall): Step {
  const protocol = after.protocol === null ? null : protocolOf(after, open.registry);
  if (isAgain(answer) && admits(tool, protocol?.open(after) ?? null))
    return repeatStep(tool.name, answer.retryWith);
  return nextStep(after, protocol, open);
}

const isAgain = (answer: Answer): answer is Refusal => answer.kind === 'refused' && answer.again;

function worldOf({ registry, ports, now }: Call): World {
  return {
    ports,
    now,
    modes: registry.modes,
    remedies,
    view: async (document) => {
      const [base, lenses] = await Promise.all([ports.config(), ports.lenses()]);
      const open = openCall(document, { registry, base, lenses });
      return view(document, open.protocol, open);
    },
  };
}

/** The bound on texts; listing and clearing must work beside a configuration that is broken. */
async function limits({ config }: Ports): Promise<Limits> {
  const kib = await config().then(
    (valid) => valid.limits.text_kib,
    () => FALLBACK_TEXT_KIB,
  );
  return { textBytes: kib * KIB };
}

function faultResult(fault: Fault, tool: string, raw: RawArguments): Result {
  const sessionId = sentId(raw)?.slice(0, ID_LENGTH) ?? null;
  const { error, code, retryable, message, isError } = fault;
  const next_tool = fault.next ?? tool;
  return { reply: { session_id: sessionId, error, code, retryable, message, next_tool }, isError };
}

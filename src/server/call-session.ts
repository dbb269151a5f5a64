import type { SessionDocument } from '../core/session.ts';
import { readArguments, unknownNames } from '../kit/arguments.ts';
import { id } from '../kit/field.ts';
import { admits, gatePhase, gateSession } from '../kit/gate.ts';
import { nextStep, remedies, view } from '../kit/next.ts';
import { type Reply, refusalReply, repeatStep, successReply } from '../kit/reply.ts';
import type { Step } from '../kit/step.ts';
import type { Answer, CallContext, SessionTool } from '../kit/tool.ts';
import { refuseArgument } from '../kit/wording.ts';
import { notFound } from '../session-tools/not-found.ts';
import type { Decision, Stored } from '../store/ports.ts';
import { type Call, type OpenCall, openCall, protocolOf, sentId, worldOf } from './call.ts';

const KIB = 1024;
const idField = { session_id: id() };

/** Runs a tool that decides on one session: read, decide, store, and the reply from the state after it. */
export async function callSession(tool: SessionTool, call: Call): Promise<Reply> {
  const { registry, ports, raw } = call;
  const ignored = unknownNames({ ...idField, ...tool.fields }, raw);
  const named = readArguments(idField, raw, { textBytes: Number.POSITIVE_INFINITY });
  if (!named.ok) {
    const envelope = { sessionId: null, step: repeatStep(tool.name), ignored };
    return refusalReply(refuseArgument(named.problem), envelope);
  }
  const [base, lenses] = await Promise.all([ports.config(), ports.lenses()]);
  const decide = (stored: Stored): Decision<Reply> => {
    const open = openCall(stored.session, registry, { base, lenses });
    const answer = decideCall(tool, stored, open, call);
    const after = answer.kind === 'done' ? answer.session : stored.session;
    const envelope = { sessionId: after.id, step: stepAfter(tool, answer, after, { open, call }), ignored };
    if (answer.kind === 'refused') return { reply: refusalReply(answer, envelope) };
    const reply = successReply(answer.output, answer.message, envelope);
    return after === stored.session ? { reply } : { reply, session: after };
  };
  const reply = await transactOrRead(tool, named.input.session_id, call, decide);
  return reply ?? unknownSession(named.input.session_id, call, ignored);
}

async function unknownSession(id: string, call: Call, ignored: readonly string[]): Promise<Reply> {
  const refusal = await notFound(id, worldOf(call));
  return refusalReply(refusal, { sessionId: sentId(call.raw), step: refusal.next ?? remedies.list, ignored });
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

/** Mode and status, then arguments, then phase, then the tool's own rules. */
function decideCall(tool: SessionTool, stored: Stored, open: OpenCall, call: Call): Answer {
  const { config, lenses, protocol, has } = open;
  const { modes } = call.registry;
  const objection = gateSession(tool, stored.session, { protocol, modes });
  if (objection) return objection;
  const read = readArguments(tool.fields, call.raw, { textBytes: config.limits.text_kib * KIB });
  if (!read.ok) return refuseArgument(read.problem);
  const context: CallContext = {
    now: call.now,
    config,
    lenses,
    dropped: open.dropped,
    path: stored.path,
    modes,
    has,
    markdown: (document) => protocol?.markdown?.(document) ?? null,
    view: (document) => view(document, protocol, open),
  };
  return (
    tool.vet(stored.session, read.input, context) ??
    gatePhase(tool, protocol?.open(stored.session) ?? null, read.input) ??
    tool.call(stored.session, read.input, context)
  );
}

/** The same tool when better arguments would do, else what the state after the call wants. */
function stepAfter(
  tool: SessionTool,
  answer: Answer,
  after: SessionDocument,
  { open, call }: { readonly open: OpenCall; readonly call: Call },
): Step {
  const protocol = protocolOf(after, call.registry);
  const repeats = answer.kind === 'refused' && answer.again;
  if (repeats && admits(tool, protocol?.open(after) ?? null)) return repeatStep(tool.name);
  return nextStep(after, protocol, open);
}

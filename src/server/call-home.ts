import { readArguments, unknownNames } from '../kit/arguments.ts';
import type { Limits } from '../kit/field.ts';
import { offeredStep, remedies } from '../kit/next.ts';
import { type Reply, refusalReply, repeatStep, successReply } from '../kit/reply.ts';
import type { Step } from '../kit/step.ts';
import type { HomeAnswer, HomeTool, World } from '../kit/tool.ts';
import { refuseArgument } from '../kit/wording.ts';
import { notFound } from '../session-tools/not-found.ts';
import type { Ports } from '../store/ports.ts';
import { type Call, sentId, worldOf } from './call.ts';

const KIB = 1024;
const FALLBACK_TEXT_KIB = 256;

/** Runs a tool that works on the data root. An unknown id is told before any other mistake. */
export async function callHome(tool: HomeTool, call: Call): Promise<Reply> {
  const ignored = unknownNames(tool.fields, call.raw);
  const world = worldOf(call);
  const answer = await answerOf(tool, call, world);
  const sessionId = sentId(call.raw);
  const offered = (step: Step) => offeredStep(step, (name) => call.registry.tools.has(name));
  if (answer.kind === 'refused')
    return refusalReply(answer, {
      sessionId,
      step: offered(answer.next ?? repeatStep(tool.name, { alternative: tool.alternative })),
      ignored,
    });
  const { document } = answer;
  const step = document === undefined ? (answer.next ?? remedies.list) : (await world.view(document)).step;
  const envelope = { sessionId: document?.id ?? sessionId, step: offered(step), ignored };
  return successReply(answer.output, answer.message, envelope);
}

async function answerOf(tool: HomeTool, call: Call, world: World): Promise<HomeAnswer> {
  const read = readArguments(tool.fields, call.raw, await limits(call.ports));
  if (read.ok) return tool.call(read.input, world);
  const { session_id } = call.raw;
  const named = Object.hasOwn(tool.fields, 'session_id') && read.problem.parameter !== 'session_id';
  if (named && typeof session_id === 'string' && (await call.ports.store.read(session_id)) === null)
    return notFound(session_id, world);
  return refuseArgument(read.problem);
}

/** The bound on texts; listing and clearing must work beside a configuration that is broken. */
async function limits({ config }: Ports): Promise<Limits> {
  const kib = await config().then(
    (valid) => valid.limits.text_kib,
    () => FALLBACK_TEXT_KIB,
  );
  return { textBytes: kib * KIB };
}

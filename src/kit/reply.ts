import type { Refusal } from './outcome.ts';
import type { Step } from './step.ts';
import { sayStep } from './wording.ts';

/** One flat object: what a client receives as structured content and, the same, as text. */
export type Reply = Readonly<Record<string, unknown>>;

/** What every reply carries besides its own fields. */
export interface Envelope {
  readonly sessionId: string | null;
  readonly step: Step;
  /** Names of arguments that no parameter of the tool has. */
  readonly ignored: readonly string[];
}

function closing({ step, ignored }: Envelope, message: string): Reply {
  return {
    message: `${message} ${step.say}`.trim(),
    next_tool: step.tool,
    ...(step.alternative === undefined ? {} : { alternative_tool: step.alternative }),
    ...(step.arguments === undefined ? {} : { next_arguments: step.arguments }),
    ...(ignored.length === 0 ? {} : { ignored_arguments: ignored }),
  };
}

/** The reply of success: the tool's own fields in their order, then what happened and what comes next. */
export function successReply(output: Reply, message: string, envelope: Envelope): Reply {
  return { session_id: envelope.sessionId, ...output, ...closing(envelope, message) };
}

/** The reply of a refusal: an ordinary result that says what is wrong and what comes next. */
export function refusalReply(refusal: Refusal, envelope: Envelope): Reply {
  const { error, code, facts, message } = refusal;
  return { session_id: envelope.sessionId, error, code, ...facts, ...closing(envelope, message) };
}

/** The step "the same tool again, with better arguments", or another one for a client that has none. */
export function repeatStep(tool: string, alternative?: string): Step {
  const step = { code: 'repeat', tool, say: sayStep.repeat({ tool, alternative }) };
  return alternative === undefined ? step : { ...step, alternative };
}

/** What the rows of a listing may take of a reply, in characters: a reply stays under 8,000. */
export const ROOM = 7000;

/** How many of the leading sizes fit into the room. */
export function howManyFit(sizes: readonly number[], room: number): number {
  let left = room;
  let fitting = 0;
  for (const size of sizes) {
    left -= size;
    if (left < 0) break;
    fitting += 1;
  }
  return fitting;
}

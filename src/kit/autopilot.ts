import type { Config } from '../core/config.ts';
import type { StagedSession } from '../core/staged.ts';
import { isBlank } from '../core/text.ts';
import type { Input } from './field.ts';
import type { AutopilotOrder, AutopilotResult } from './job.ts';
import type { pilotFields } from './job-fields.ts';
import type { Refusal } from './outcome.ts';
import { refuseIncomplete, refuseStage } from './wording.ts';

const MS = 1000;

/** What a run was asked for. */
export type PilotInput = Input<ReturnType<typeof pilotFields>>;

/** Refuses a run that was meant for another stage. */
export function vetStage(session: StagedSession, { stage }: PilotInput): Refusal | null {
  const { current_stage } = session;
  if (stage === undefined || stage === current_stage) return null;
  return refuseStage({ requested_stage: stage, current_stage });
}

/** The order for one run; `begin` is the tool that begins a thought, `steps` the model calls of a whole run. */
export function pilotOrder(
  session: StagedSession,
  { initial_content }: PilotInput,
  { autopilot }: Config,
  { begin, steps }: Pick<AutopilotOrder, 'begin' | 'steps'>,
): AutopilotOrder {
  const { endpoint, model, temperature, timeout, retries } = autopilot;
  const given = initial_content === undefined || isBlank(initial_content) ? null : initial_content.trim();
  return {
    kind: 'autopilot',
    sessionId: session.id,
    begin,
    initialContent: given,
    endpoint,
    model,
    temperature,
    timeoutMs: timeout * MS,
    retries,
    steps,
  };
}

/** The refusal of a run that stopped before its commit, or null; `rounds` are those of the thought so far. */
export function stoppedRun(result: AutopilotResult, rounds: number): Refusal | null {
  const { stopped, steps, committed, thoughtId } = result;
  if (stopped === null) return null;
  return {
    ...refuseIncomplete({ phase: stopped.phase, detail: stopped.detail }),
    error: stopped.error,
    code: stopped.error === 'adapter_error' ? stopped.code : 'autopilot_incomplete',
    facts: {
      retryable: stopped.error === 'adapter_error' ? stopped.retryable : true,
      stopped_phase: stopped.phase,
      stopped_code: stopped.code,
      stopped_detail: stopped.detail,
      completed_steps: steps,
      committed_thought_ids: committed && thoughtId !== null ? [thoughtId] : [],
      rounds,
    },
  };
}

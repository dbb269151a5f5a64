import { openThought, type StagedSession } from '../../core/staged.ts';
import { roundPhase } from './state.ts';
import type { SerialRefusal } from './wording.ts';

/** Where the thought in work stands. */
export type SerialPhase =
  | 'no_thought'
  | 'zero_rounds'
  | 'await_critique'
  | 'await_refine'
  | 'await_score'
  | 'round_complete';

/** The phase of a session, derived from its open thought and that thought's last round. */
export function serialPhase(session: StagedSession): SerialPhase {
  const thought = openThought(session);
  if (thought === null) return 'no_thought';
  const last = thought.critique_rounds.at(-1);
  if (last === undefined) return 'zero_rounds';
  const phase = roundPhase(last);
  return phase === 'complete' ? 'round_complete' : phase;
}

/**
 * What each phase expects now: the code of `next_action`, its tool, and the refusal that other tools meet.
 * A complete round leads on to another lens until the thought has converged; then `commit_thought` is next.
 */
export const SERIAL_PHASES: Readonly<
  Record<SerialPhase, { code: string; tool: string; owed: SerialRefusal }>
> = {
  no_thought: { code: 'loop_no_thought_begin', tool: 'begin_thought', owed: 'begin_first' },
  zero_rounds: { code: 'loop_zero_rounds', tool: 'critique_current_thought', owed: 'need_critique' },
  await_critique: { code: 'loop_await_critique', tool: 'submit_critique', owed: 'need_submit' },
  await_refine: { code: 'loop_await_refine', tool: 'refine_current_thought', owed: 'need_refine' },
  await_score: { code: 'loop_await_score', tool: 'score_current_thought', owed: 'need_score' },
  round_complete: { code: 'loop_continue', tool: 'critique_current_thought', owed: 'need_critique' },
};

/** What a tool meets out of phase where it differs from what the phase owes. */
export function owedBy(tool: string, phase: SerialPhase): SerialRefusal {
  if (phase === 'no_thought') return 'begin_first';
  if (tool === 'begin_thought') return 'uncommitted_exists';
  if (tool === 'commit_thought' && phase === 'zero_rounds') return 'zero_rounds';
  return SERIAL_PHASES[phase].owed;
}

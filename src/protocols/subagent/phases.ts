import { openThought, type StagedSession } from '../../core/staged.ts';
import { pendingCandidates, winners } from './state.ts';
import type { SubagentRefusal } from './wording.ts';

/**
 * Where the thought in work stands: `begun` without any candidate, `first_round` while its first round is
 * being answered, `round_closed` between rounds, `next_round` from the first prompt of a later round on.
 */
export type SubagentPhase = 'no_thought' | 'begun' | 'first_round' | 'round_closed' | 'next_round';

/** The phase of a session, derived from the candidates of its open thought and the newest prompt. */
export function subagentPhase(session: StagedSession): SubagentPhase {
  const thought = openThought(session);
  if (thought === null) return 'no_thought';
  const answered = pendingCandidates(thought).length > 0;
  const closed = winners(thought).length;
  if (closed === 0) return answered ? 'first_round' : 'begun';
  const prompted = thought.specialist_plan?.prompted_round === closed;
  return answered || prompted ? 'next_round' : 'round_closed';
}

/** What each phase expects now: the code of `next_action`, its tool, and the refusal that other tools meet. */
export const SUBAGENT_PHASES: Readonly<
  Record<SubagentPhase, { code: string; tool: string; owed: SubagentRefusal }>
> = {
  no_thought: { code: 'subagent_no_thought_begin', tool: 'begin_subagent_thought', owed: 'begin_first' },
  begun: { code: 'subagent_awaiting_specialist', tool: 'advance_subagent_round', owed: 'no_rounds' },
  first_round: { code: 'subagent_awaiting_specialist', tool: 'advance_subagent_round', owed: 'no_rounds' },
  round_closed: { code: 'subagent_can_advance', tool: 'advance_subagent_round', owed: 'uncommitted_exists' },
  next_round: {
    code: 'subagent_awaiting_specialist',
    tool: 'advance_subagent_round',
    owed: 'uncommitted_exists',
  },
};

/** What a tool meets out of phase where it differs from what the phase owes. */
export function owedBy(tool: string, phase: SubagentPhase): SubagentRefusal {
  if (phase === 'no_thought') return 'begin_first';
  if (tool === 'begin_subagent_thought') return 'uncommitted_exists';
  return SUBAGENT_PHASES[phase].owed;
}

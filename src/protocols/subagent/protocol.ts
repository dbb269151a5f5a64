import { stagedPassages } from '../../core/search/staged-passages.ts';
import { openThought, type StagedSession, stagedSession, type Thought } from '../../core/staged.ts';
import { stagedResult } from '../../core/staged-result.ts';
import { stagedPage } from '../../kit/page/staged.ts';
import type { Protocol, StepContext } from '../../kit/protocol.ts';
import type { Step } from '../../kit/step.ts';
import { runSubagentAutopilot } from './autopilot.ts';
import { beginWith, engineObstacle } from './engine.ts';
import { owedBy, SUBAGENT_PHASES, type SubagentPhase, subagentPhase } from './phases.ts';
import { specialistTask } from './roster.ts';
import { planOf, seedText, shownStrength, standing } from './state.ts';
import { subagentTools } from './tools.ts';
import { refuse, sayPhase, summary } from './wording.ts';

/** Rival specialists write candidates for a stage, round by round, and the strongest one is committed. */
export const subagent: Protocol = {
  summary: { name: 'subagent', ...summary },
  idle: { prefix: 'subagent', begin: 'begin_subagent_thought', beginWith },
  phases: Object.keys(SUBAGENT_PHASES),
  tools: subagentTools,
  autopilot: runSubagentAutopilot,
  page: stagedPage,
  searchable: (document) => stagedPassages(stagedSession.read(document), seedText),
  result: (document) => stagedResult(stagedSession.read(document)),
  open: (document) => {
    const session = stagedSession.read(document);
    const phase = subagentPhase(session);
    const thought = openThought(session);
    return {
      phase,
      owed: (tool) => owed(session, phase, tool),
      step: (context) => (thought === null ? null : step(session, thought, phase, context)),
      material: (context) => (thought === null ? {} : material(session, thought, phase, context)),
    };
  },
};

function owed(session: StagedSession, phase: SubagentPhase, tool: string) {
  const code = owedBy(tool, phase);
  if (code !== 'uncommitted_exists') return refuse(code);
  return refuse(code, { thought_id: session.current_thought_id ?? '' });
}

function step(session: StagedSession, thought: Thought, phase: SubagentPhase, { config }: StepContext): Step {
  const plan = planOf(thought, config);
  const { code, tool } = SUBAGENT_PHASES[phase];
  if (phase !== 'round_closed') {
    const { specialist, us_round } = specialistTask(session, thought, plan);
    const facts = { specialist, us_round };
    return { code, tool, facts, say: sayPhase.awaiting_specialist(facts) };
  }
  const { budget_exhausted, converged } = standing(thought, plan);
  const commit = 'commit_subagent_thought';
  if (budget_exhausted)
    return { code: 'subagent_budget_exhausted', tool: commit, say: sayPhase.budget_exhausted() };
  if (converged) return { code: 'subagent_converged', tool: commit, say: sayPhase.converged() };
  if (engineObstacle(plan.engine, config) !== null)
    return { code, tool: commit, say: sayPhase.no_more_rounds() };
  return { code, tool, alternative: commit, say: sayPhase.can_advance() };
}

/** The waiting specialist's task, or between rounds the winner so far. */
function material(session: StagedSession, thought: Thought, phase: SubagentPhase, { config }: StepContext) {
  const plan = planOf(thought, config);
  if (phase !== 'round_closed') return { ...specialistTask(session, thought, plan) };
  const now = standing(thought, plan);
  return {
    thought_id: thought.id,
    us_round: now.rounds_run,
    rounds_run: now.rounds_run,
    max_rounds: now.max_rounds,
    equilibrium_strength: shownStrength(now),
    commit_threshold: now.threshold,
    selected_content: seedText(thought),
    final_utility_scores: thought.final_utility_scores,
  };
}

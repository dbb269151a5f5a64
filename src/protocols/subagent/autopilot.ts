import { openThought, type StagedSession, stagedSession } from '../../core/staged.ts';
import { type PilotInput, pilotOrder, stoppedRun, vetStage } from '../../kit/autopilot.ts';
import type { AutopilotOrder, AutopilotResult } from '../../kit/job.ts';
import { pilotFields } from '../../kit/job-fields.ts';
import { done, type Refusal } from '../../kit/outcome.ts';
import { type CallContext, sessionTool } from '../../kit/tool.ts';
import { engineObstacle } from './engine.ts';
import { callsOf } from './negotiation.ts';
import { planOf, shownStrength, standing } from './state.ts';
import { newPlan } from './transitions.ts';
import { GATE_METRICS, refuseEngine, say } from './wording.ts';

/** Model calls for one specialist of the manual engine: the candidate and its scores. */
const CALLS = 2;

export const runSubagentAutopilot = sessionTool(stagedSession)({
  name: 'run_subagent_autopilot',
  title: 'Let the server play the specialists',
  description:
    'The server itself plays every specialist with the model that its operator chose, round by round, and commits the strongest.',
  gate: { protocol: 'subagent' },
  effect: 'writes',
  openWorld: true,
  fields: pilotFields(),
  example: {},
  vet: vetStage,
  work: { kind: 'autopilot', order, finish },
  run: () => {
    throw new Error('every call of the autopilot orders work');
  },
  say: say.piloted,
});

function planHere(session: StagedSession, config: CallContext['config']) {
  const thought = openThought(session);
  const fresh = newPlan(config.subagent.engine, { prompt_focus: undefined }, config);
  return thought === null ? fresh : planOf(thought, config);
}

function order(session: StagedSession, input: PilotInput, { config }: CallContext): AutopilotOrder | Refusal {
  const plan = planHere(session, config);
  const obstacle = openThought(session) === null ? engineObstacle(plan.engine, config) : null;
  if (obstacle !== null) return refuseEngine(obstacle);
  const { length } = plan.agents;
  const calls = plan.engine === 'manual' ? CALLS * length : callsOf(length);
  return pilotOrder(session, input, config, {
    begin: 'begin_subagent_thought',
    steps: calls * plan.max_rounds,
  });
}

function finish(
  session: StagedSession,
  _input: PilotInput,
  { config }: CallContext,
  result: AutopilotResult,
) {
  const thought = session.thoughts.find(({ id }) => id === result.thoughtId);
  const plan = thought === undefined ? planHere(session, config) : planOf(thought, config);
  const now = thought === undefined ? null : standing(thought, plan);
  const refusal = stoppedRun(result, now?.rounds_run ?? 0);
  if (refusal !== null) return refusal;
  return done(session, {
    mode: 'subagent',
    autopilot: true,
    engine: plan.engine,
    stage: thought?.stage ?? '',
    thought_id: thought?.id ?? '',
    committed: true,
    rounds: now?.rounds_run ?? 0,
    equilibrium_strength: now === null ? null : shownStrength(now),
    gate_metric: GATE_METRICS[plan.engine],
    commit_threshold: plan.equilibrium_threshold,
    converged: now?.converged ?? false,
    budget_exhausted: now?.budget_exhausted ?? false,
    final_content: thought?.content ?? '',
    completed_steps: result.steps,
  });
}

import { stagedSession } from '../../core/staged.ts';
import { pilotOrder, stoppedRun, vetStage } from '../../kit/autopilot.ts';
import { pilotFields } from '../../kit/job-fields.ts';
import { done } from '../../kit/outcome.ts';
import { sessionTool } from '../../kit/tool.ts';
import { roundPhase } from './state.ts';
import { say } from './wording.ts';

/** Model calls of one round: critique, rewrite, scores. */
const CALLS = 3;

export const runStageAutopilot = sessionTool(stagedSession)({
  name: 'run_stage_autopilot',
  title: 'Let the server work the stage',
  description:
    'The server itself drafts, criticises, rewrites and scores with the model that its operator chose, and commits the thought.',
  gate: { protocol: 'serial' },
  effect: 'writes',
  openWorld: true,
  fields: pilotFields(),
  example: {},
  vet: vetStage,
  work: {
    kind: 'autopilot',
    order: (session, input, { config }) =>
      pilotOrder(session, input, config, {
        begin: 'begin_thought',
        steps: 1 + CALLS * config.serial.max_rounds,
      }),
    finish: (session, _input, _context, result) => {
      const thought = session.thoughts.find(({ id }) => id === result.thoughtId);
      const finished = thought?.critique_rounds.filter((round) => roundPhase(round) === 'complete') ?? [];
      const refusal = stoppedRun(result, finished.length);
      if (refusal !== null) return refusal;
      return done(session, {
        mode: 'serial',
        autopilot: true,
        stage: thought?.stage ?? '',
        thought_id: thought?.id ?? '',
        committed: true,
        rounds: finished.length,
        converged_reason: result.reason,
        final_content: thought?.content ?? '',
        completed_steps: result.steps,
      });
    },
  },
  run: () => {
    throw new Error('every call of the autopilot orders work');
  },
  say: say.piloted,
});

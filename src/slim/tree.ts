import { type ModelStep, picked, type StepTable, type Table } from './step.ts';
import { want } from './wording.ts';

/** Tasks that wait for results; they are handed out by the call that also takes the results. */
function work(standing: Table): ModelStep {
  const sessionId = standing.session_id;
  return {
    by: 'model',
    before: { tool: 'tot_step', input: { sessionId, graphMode: 'none' } },
    want: want.results(),
    field: 'results',
    material: picked(standing, ['query', 'tasks']),
    calls: ({ content }) => [{ tool: 'tot_step', input: { sessionId, results: content, graphMode: 'none' } }],
  };
}

/** The steps of an investigation. */
export const treeSteps: StepTable = {
  tot_propose: work,
  tot_commit: work,
  tot_reclassify: ({ next_arguments }) => ({
    by: 'server',
    calls: [{ tool: 'tot_reclassify', input: Object(next_arguments) }],
    keeps: [],
  }),
  tot_end: ({ session_id }) => ({
    by: 'server',
    calls: [{ tool: 'tot_end', input: { sessionId: session_id } }],
    keeps: ['solutions', 'deadEnds'],
  }),
};

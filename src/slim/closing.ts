import { type StepTable, serverStep } from './step.ts';
import { want } from './wording.ts';

/** The steps around the work: the choice of a mode, the way through the stages, the end. */
export const closingSteps: StepTable = {
  set_session_mode: ({ session_id, question }) => ({
    by: 'model',
    want: want.mode(),
    field: 'mode',
    material: { question },
    calls: ({ content }) => [{ tool: 'set_session_mode', input: { session_id, mode: content.trim() } }],
  }),
  advance_stage: (standing) => serverStep('advance_stage', standing),
  finalize_session: (standing) => serverStep('finalize_session', standing),
  // Where the record lies is for the user to change, with tools that slim does not have.
  move_session: (standing) => serverStep('keep_here', standing),
  keep_here: (standing) => serverStep('keep_here', standing),
};

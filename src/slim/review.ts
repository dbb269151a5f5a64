import type { StepTable } from './step.ts';
import { want } from './wording.ts';

/** The steps of a review. */
export const reviewSteps: StepTable = {
  submit: ({ session_id, claim, instructions }) => {
    // How the items are handed in is said by slim itself.
    const { how_to_submit: _, ...phase } = Object(instructions);
    return {
      by: 'model',
      want: want.items({ phase: String(phase.phase) }),
      field: 'items',
      material: { claim, ...phase },
      calls: ({ content }) => [{ tool: 'submit', input: { review_id: session_id, items: content } }],
    };
  },
  get_verdict: ({ session_id }) => ({
    by: 'server',
    // No state of a review shows that its verdict has been read, so it is closed at once.
    calls: [
      { tool: 'get_verdict', input: { review_id: session_id } },
      { tool: 'finalize_session', input: { session_id } },
    ],
    // Where the reviewed session goes on, stands in the arguments of the next call.
    keeps: ['assessment', 'assessment_reason', 'risk_score', 'next_arguments'],
  }),
};

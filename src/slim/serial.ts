import { type ModelStep, picked, type StepTable, serverStep, type Table } from './step.ts';
import { want } from './wording.ts';

const STAGE = ['question', 'current_stage', 'history_digest', 'context', 'reviews', 'refutation'];

/** A step whose content is one text argument of the pending tool. */
function textStep(
  standing: Table,
  step: Pick<ModelStep, 'want' | 'field' | 'material'>,
  tool: string,
): ModelStep {
  const { session_id, next_arguments } = standing;
  const calls: ModelStep['calls'] = ({ content }) => [
    { tool, input: { session_id, ...Object(next_arguments), [step.field]: content } },
  ];
  return { by: 'model', ...step, calls };
}

/** The first draft of a thought, or one that answers a review, which is then shown. */
function draft(standing: Table): ModelStep {
  const { from } = Object(standing.next_arguments);
  const stage = String(standing.current_stage);
  const wanted = from === undefined ? want.draft({ stage }) : want.reply({ stage, review: String(from) });
  const material = picked(standing, STAGE);
  return textStep(standing, { want: wanted, field: 'content', material }, 'begin_thought');
}

/** A rewrite may bring its scores along: then both are handed in. */
function rewrite(standing: Table): ModelStep {
  const tool = 'refine_current_thought';
  const material = picked(standing, ['draft_content', 'critique_text']);
  const step = textStep(standing, { want: want.rewrite(), field: 'new_content', material }, tool);
  const calls: ModelStep['calls'] = (handed) =>
    handed.scores === undefined
      ? step.calls(handed)
      : [...step.calls(handed), scored(standing, handed.scores)];
  return { ...step, calls };
}

const scored = ({ session_id }: Table, scores: unknown) => ({
  tool: 'score_current_thought',
  input: { session_id, scores },
});

/** The steps of a session that the client's own model drafts, criticises and rewrites. */
export const serialSteps: StepTable = {
  begin_thought: draft,
  critique_current_thought: (standing) => serverStep('critique_current_thought', standing),
  submit_critique: (standing) =>
    textStep(
      standing,
      {
        want: want.critique(),
        field: 'text',
        material: picked(standing, ['draft_content', 'lens_template']),
      },
      'submit_critique',
    ),
  refine_current_thought: rewrite,
  score_current_thought: (standing) => ({
    by: 'model',
    want: want.scores(),
    field: 'scores',
    material: picked(standing, ['refined_content', 'critique_text']),
    calls: ({ content, scores }) => [scored(standing, scores ?? content)],
  }),
  commit_thought: (standing) => serverStep('commit_thought', standing),
};

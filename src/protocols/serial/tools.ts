import { stagedSession } from '../../core/staged.ts';
import { flag, list, optional, prose, SCORES_EXAMPLE, scores, text, unless } from '../../kit/field.ts';
import { fromField } from '../../kit/source.ts';
import { type SessionTool, sessionTool } from '../../kit/tool.ts';
import type { SerialPhase } from './phases.ts';
import {
  beginThought,
  commitThought,
  critiqueThought,
  refineThought,
  scoreThought,
  submitCritique,
  vetBeginning,
  vetLens,
} from './transitions.ts';
import { say } from './wording.ts';

const tool = sessionTool(stagedSession);
const gate = (...phases: SerialPhase[]) => ({ protocol: 'serial', phases });

const begin = tool({
  name: 'begin_thought',
  title: 'Begin a thought',
  description:
    'Open a thought in the current stage with your best first draft, or with the result of another record.',
  gate: { ...gate('no_thought'), waivedBy: 'discard' },
  effect: 'writes',
  fields: {
    content: unless('from', prose()),
    from: fromField(),
    tags: optional(list()),
    axioms: optional(list('Premises you take as given.')),
    discard: optional(flag('Drop the open thought first.')),
  },
  example: { content: 'Cache at the edge: most reads are public and change once a day.' },
  vet: vetBeginning,
  run: beginThought,
  say: say.begun,
});

const critique = tool({
  name: 'critique_current_thought',
  title: 'Open a critique lens',
  description: 'Get the current text and a critique lens to hold against it.',
  gate: gate('zero_rounds', 'await_critique', 'round_complete'),
  effect: 'writes',
  fields: { lens: optional(text('A lens name, to choose it yourself.')) },
  example: {},
  vet: vetLens,
  run: critiqueThought,
  say: say.lensOpened,
});

const submit = tool({
  name: 'submit_critique',
  title: 'Submit the critique',
  description: 'Hand in what the open lens found in the text.',
  gate: gate('await_critique', 'await_refine'),
  effect: 'writes',
  fields: { text: text() },
  example: { text: 'Claim: "most reads are public". Missing: no measurement supports it.' },
  run: submitCritique,
  say: say.critiqued,
});

const refine = tool({
  name: 'refine_current_thought',
  title: 'Rewrite the thought',
  description: 'Hand in the whole rewritten thought that answers the critique.',
  gate: gate('await_refine', 'await_score'),
  effect: 'writes',
  fields: {
    new_content: text(),
    challenged_assumptions: optional(list('Assumptions the critique exposed.')),
  },
  example: { new_content: 'Cache at the edge if logs confirm that over 80% of reads are public.' },
  run: refineThought,
  say: say.refined,
});

const score = tool({
  name: 'score_current_thought',
  title: 'Score the rewrite',
  description: 'Score the rewrite from 0 to 1; the reply says whether the thought has converged.',
  gate: gate('await_score'),
  effect: 'writes',
  fields: { scores: optional(scores()) },
  example: { scores: SCORES_EXAMPLE },
  run: scoreThought,
  say: say.scored,
});

const commit = tool({
  name: 'commit_thought',
  title: 'Commit the thought',
  description: 'Store the best version of the open thought for good.',
  gate: gate('await_critique', 'round_complete'),
  effect: 'writes',
  fields: {},
  example: {},
  run: commitThought,
  say: say.committed,
});

export const serialTools: readonly SessionTool[] = [begin, critique, submit, refine, score, commit];

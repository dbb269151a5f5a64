import { EngineName, stagedSession } from '../../core/staged.ts';
import { choice, flag, optional, SCORES_EXAMPLE, scores, text, unjudged } from '../../kit/field.ts';
import { jobFields } from '../../kit/job-fields.ts';
import { fromField, vetSource } from '../../kit/source.ts';
import { type SessionTool, sessionTool } from '../../kit/tool.ts';
import { finishAdvance, finishBegin, type Negotiated, orderAdvance, orderBegin } from './negotiation.ts';
import type { SubagentPhase } from './phases.ts';
import type { SpecialistTask } from './state.ts';
import { vetSubmission } from './submission.ts';
import { type Advanced, advanceRound, beginThought, commitThought, inspectMatrix } from './transitions.ts';
import { say } from './wording.ts';

const tool = sessionTool(stagedSession);
const gate = (...phases: SubagentPhase[]) => ({ protocol: 'subagent', phases });

const begin = tool({
  name: 'begin_subagent_thought',
  title: 'Begin a contest of specialists',
  description:
    'Open a thought in the current stage. Engine manual: you write each candidate, the first prompt comes now; necort: models at the endpoints negotiate a whole round.',
  gate: { ...gate('no_thought'), waivedBy: 'discard' },
  effect: 'writes',
  openWorld: true,
  fields: {
    content: optional(text('A draft to develop.')),
    from: fromField(),
    prompt_focus: optional(text('What they should attend to.')),
    engine: optional(choice(EngineName.options)),
    discard: optional(flag('Drop the open thought first.')),
    ...jobFields(),
  },
  example: { content: 'Dual-write, compare, then cut over.', engine: 'manual' },
  vet: (session, { content, from }, { source }) =>
    vetSource(from, { source, own: session.id, wantsResult: content === undefined }),
  work: { kind: 'negotiation', order: orderBegin, finish: finishBegin },
  run: beginThought,
  say: (output: SpecialistTask | Negotiated) =>
    'selected_content' in output ? say.negotiated(output) : say.begun(output),
});

const advance = tool({
  name: 'advance_subagent_round',
  title: 'Submit a candidate',
  description:
    'Submit the candidate of the waiting specialist with its scores; without a candidate, get its prompt. Engine necort: another negotiated round.',
  gate: gate('begun', 'first_round', 'round_closed', 'next_round'),
  effect: 'writes',
  openWorld: true,
  fields: {
    candidate: optional(unjudged(text('The whole text.'))),
    scores: optional(unjudged(scores('How good it is, from 0 to 1.'))),
    ...jobFields(),
  },
  example: {
    candidate: 'Dual-write with checksums for two weeks, then cut over by tenant.',
    scores: SCORES_EXAMPLE,
  },
  vet: vetSubmission,
  work: { kind: 'negotiation', order: orderAdvance, finish: finishAdvance },
  run: advanceRound,
  say: (output: Advanced | Negotiated) => {
    if ('selected_content' in output) return say.negotiated(output);
    return output.specialist_index > 0 ? say.recorded(output) : say.handedOut(output);
  },
});

const inspect = tool({
  name: 'inspect_utility_matrix',
  title: 'Inspect the candidates',
  description: 'See every candidate of the newest round with its scores, and which one is selected.',
  gate: gate('first_round', 'round_closed', 'next_round'),
  effect: 'reads',
  openWorld: true,
  fields: {},
  example: {},
  run: inspectMatrix,
  say: say.inspected,
});

const commit = tool({
  name: 'commit_subagent_thought',
  title: 'Commit the strongest candidate',
  description: 'Store the strongest winner of all rounds as the thought, for good.',
  gate: gate('round_closed', 'next_round'),
  effect: 'writes',
  openWorld: true,
  fields: {},
  example: {},
  run: commitThought,
  say: say.committed,
});

export const subagentTools: readonly SessionTool[] = [begin, advance, inspect, commit];

import { picked, type SlimStep, type StepTable, serverStep, type Table } from './step.ts';
import { want } from './wording.ts';

const TOOL = 'advance_subagent_round';
const SCENE = ['specialist', 'us_round'];

/** A call at which models behind an endpoint may negotiate a whole round. */
const negotiable = (tool: string, standing: Table): SlimStep => ({
  ...serverStep(tool, standing),
  pausesAt: 'endpoints_used',
});

/** A specialist that waits for its candidate, or a round that is still to be opened. */
function round(standing: Table): SlimStep {
  const { session_id, specialist_prompt: prompt } = standing;
  if (typeof prompt !== 'string') return negotiable(TOOL, standing);
  return {
    by: 'model',
    want: want.candidate({ specialist: String(standing.specialist) }),
    field: 'candidate',
    material: { ...picked(standing, SCENE), specialist_prompt: inSlim(prompt) },
    calls: ({ content, scores }) => [
      { tool: TOOL, input: { session_id, candidate: content, ...(scores === undefined ? {} : { scores }) } },
    ],
  };
}

/** The prompt ends with the tool that takes its answer. */
function inSlim(prompt: string): string {
  const at = prompt.lastIndexOf(TOOL);
  return at < 0 ? prompt : `${prompt.slice(0, at)}answer${prompt.slice(at + TOOL.length)}`;
}

/** The steps of a session in which rival specialists answer. */
export const subagentSteps: StepTable = {
  begin_subagent_thought: (standing) => negotiable('begin_subagent_thought', standing),
  [TOOL]: round,
  commit_subagent_thought: (standing) => serverStep('commit_subagent_thought', standing),
};

import { excerpt, foldWhitespace } from '../../core/text.ts';
import { ROOT_ID } from './node-id.ts';
import { BREADTH, HASTE_MS } from './rules.ts';
import type { NodeState, PlanKind } from './state.ts';

/** How long a generated title may be, in code points. */
const TITLE_LENGTH = 80;

const GENERATED = /^(?:(?:Verify|Deepen|Combination):\s*)+/u;
const NUMBERED = /(?:\s*\(path \d+\))+$/u;

/** A title without what earlier generated titles put around it, so that they never nest. */
export function bareTitle(title: string): string {
  const folded = foldWhitespace(title);
  const bare = folded.replace(GENERATED, '').replace(NUMBERED, '');
  return excerpt(bare === '' ? folded : bare, TITLE_LENGTH);
}

/** Titles of tasks that the caller gave none. */
export const titles = {
  root: () => 'Root investigation',
  combination: (combination: string) => `Combination: ${combination}`,
  verify: (parent: string) => `Verify: ${bareTitle(parent)}`,
  deepen: (parent: string, path: number) =>
    `Deepen: ${bareTitle(parent)}${path === 0 ? '' : ` (path ${path + 1})`}`,
};

/** What is to be done for them. */
export const actions = {
  root: () => 'Map the problem: what is asked, what is known, which paths lead on.',
  combination: (combination: string, parent: string) => `Evaluate ${combination} under ${parent}.`,
  verify: (parent: string) => `Check the claim of ${parent} independently; try to refute it.`,
  confirm: (parent: string) => `Confirm that ${parent} is a dead end; try to reopen it.`,
  deepen: (parent: string) => `Follow a path under ${parent} that no other node follows.`,
  auto: (id: string) => `Result for ${id} without a plan.`,
};

interface Asked {
  readonly id: string;
  readonly query: string;
  readonly title: string;
  readonly plannedAction: string;
  readonly parent: string | null;
  readonly allowed: readonly NodeState[];
}

/** What the one who researches a node needs to know. */
export function promptFor({ id, query, title, plannedAction, parent, allowed }: Asked): string {
  return [
    `Question: ${excerpt(query, 400)}`,
    `Node ${id}${parent === null ? '' : ` under ${parent}`}: ${title}`,
    ...(plannedAction === title ? [] : [`Task: ${excerpt(plannedAction, 400)}`]),
    `Research it with real sources. Answer with Summary, Evidence, Decision (${allowed.join(', ')}), Confidence, Risks and a "## References" list. Invent nothing.`,
  ].join('\n');
}

/** The form of the findings. */
export function findingsTemplate(combination: string | null, isRoot: boolean): string {
  const fields = isRoot
    ? ['Summary', 'Evidence', 'Branches', 'Risks']
    : ['Summary', 'Evidence', 'Decision', 'Confidence', 'Risks'];
  return [
    ...fields.map((field) => `${field}:`),
    ...(combination === null ? [] : [`Combination: ${combination}`]),
    '## References',
    '- ',
  ].join('\n');
}

/** Stands where the name of the one who did the research goes. */
export const agentPlaceholder = '<who did the research; optional>';

const work = [
  'Research each task, yourself or with one agent per task.',
  'Demand evidence, a confidence, the risks and references.',
  'Invent nothing: an honest dead end is a result.',
  'Call tot_next again after each commit.',
];
const propose = ['Send proposePayload to tot_propose as it is.', ...work];

/** How to work on what tot_next returns, by the kind of its plan. */
export const nextInstructions: Readonly<Record<PlanKind, readonly string[]>> = {
  root: propose,
  work: propose,
  pending: ['Send the results to tot_commit, each in the form of expectedCommit.', ...work],
  stuck: ['Reopen a node: tot_reclassify with newState EXPLORE.'],
  end: ['Call tot_end, then present the result.'],
  ended: ['Present the result; tot_end repeats it.'],
  closed: ['Read it with tot_status.'],
};

export const unknownInstructions: readonly string[] = ['Call tot_start to begin an investigation.'];

/** Who should do the work of a step. */
export function subagentPolicy(mode: string): string {
  return mode === 'smoke'
    ? 'Small job: do it yourself or delegate.'
    : 'Delegate at least one task to an agent, and several at once when their paths are independent.';
}

interface StartFacts {
  readonly minRounds: number;
  readonly allowEarlyTerminal: boolean;
}

/** What a model needs to know for a whole investigation. */
export function startInstructions({ minRounds, allowEarlyTerminal }: StartFacts): string {
  return [
    'LOOP: tot_propose nodes, research each, tot_commit the results; repeat until canEnd is true; then tot_end. tot_step does both calls in one and hands out tasks; tot_next only suggests.',
    `IDS: one root ${ROOT_ID} with parent null. A child is one round deeper and extends its parent's letters: R2.A1, R3.A1a, R4.A1a1. Propose ${BREADTH} or more in R2.`,
    'STATES: EXPLORE (2+ children in R1-R2, then 1+), FOUND (1+ child: EXPLORE, FOUND or VERIFY), EXHAUST (1+ child: EXPLORE, EXHAUST or DEAD), VERIFY and DEAD (no children).',
    allowEarlyTerminal
      ? 'Every state may stand in any round.'
      : 'Before R4 every state but EXPLORE becomes EXPLORE.',
    `END: not before round ${minRounds}, every open node with its children, no proposal left without a result. Take one back with tot_propose withdraw.`,
    'FINDINGS: Summary, Evidence, Decision, Confidence, Risks, then a "## References" list of URLs and file paths.',
    `HONESTY: research each node for real (a result within ${HASTE_MS / 1000} s is marked), give an agentId, invent nothing, report dead ends.`,
  ].join('\n');
}

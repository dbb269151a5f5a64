import type { SpecialistRound, Thought } from '../../core/staged.ts';
import { type Block, heading, shown } from './page.ts';
import { scoreTable } from './scores.ts';
import { pageWords as words } from './wording.ts';

/** The rounds of a subagent thought: the scores of all candidates, then every text, the selected one first. */
export function specialistRounds(thought: Thought): Block[] {
  const indexes = [...new Set(thought.specialist_rounds.map((each) => each.round_index))];
  return indexes.sort((a, b) => a - b).flatMap((index) => roundSection(thought, index));
}

/** The rules under which the specialists worked; nothing where none were stored. */
export function contestRules({ specialist_plan: plan }: Thought): Block[] {
  if (plan === null) return [];
  return [{ kind: 'note', text: words.plan(plan.engine, plan.agents, plan.max_rounds) }];
}

function roundSection(thought: Thought, index: number): Block[] {
  const candidates = thought.specialist_rounds.filter((each) => each.round_index === index);
  const selected = candidates.find((each) => each.was_selected);
  const isKept = thought.committed && thought.committed_round === index;
  const state = words.equilibrium[(selected ?? candidates[0])?.equilibrium_state ?? 'pending'];
  const badge = isKept
    ? { text: words.kept, tone: 'good' as const }
    : { text: state, tone: 'plain' as const };
  return [
    heading(4, words.round(index), badge),
    ...scoreTable(words.specialistColumn, candidates.map(row)),
    ...candidates.flatMap((each) => (isKept && each === selected ? [] : text(each))),
  ];
}

function row({ agent_role, utility_vector, was_selected }: SpecialistRound) {
  return { name: agent_role, vector: utility_vector, strong: was_selected };
}

function text({ was_selected, agent_role, candidate_content }: SpecialistRound): Block[] {
  const label = was_selected ? words.selected(agent_role) : words.candidate(agent_role);
  return [{ kind: 'label', text: label }, ...shown(candidate_content)];
}

import type { SpecialistRound, Thought } from '../core/staged.ts';
import { foldWhitespace } from '../core/text.ts';
import { headline, quote, scoreRows } from './blocks.ts';

/** The rounds of a subagent thought: the scores of all candidates, then the text of the one that was selected. */
export function specialistRounds(thought: Thought): string[] {
  const indexes = [...new Set(thought.specialist_rounds.map((each) => each.round_index))];
  return indexes.sort((a, b) => a - b).flatMap((index) => roundSection(thought, index));
}

function roundSection(thought: Thought, index: number): string[] {
  const candidates = thought.specialist_rounds.filter((each) => each.round_index === index);
  const selected = candidates.find((each) => each.was_selected);
  const kept = thought.committed && thought.committed_round === index ? ' (kept)' : '';
  return [
    headline(4, `Round ${index}${kept}`),
    scoreRows('specialist', candidates.map(row)),
    ...(selected === undefined ? candidates.flatMap(unjudged) : chosen(selected, kept !== '')),
  ];
}

function row(candidate: SpecialistRound) {
  const role = foldWhitespace(candidate.agent_role).replaceAll('|', '\\|');
  return {
    name: candidate.was_selected ? `**${role}**` : role,
    vector: candidate.utility_vector,
  };
}

/** The selected text, unless the thought itself already shows it. */
function chosen(candidate: SpecialistRound, isKept: boolean): string[] {
  return isKept
    ? []
    : [`Selected: ${foldWhitespace(candidate.agent_role)}`, quote(candidate.candidate_content)];
}

function unjudged(candidate: SpecialistRound): string[] {
  return [`Candidate: ${foldWhitespace(candidate.agent_role)}`, quote(candidate.candidate_content)];
}

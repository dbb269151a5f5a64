import { sampleText } from './sample-text.ts';

/** When stored thoughts were made. */
export const TIME = '2026-01-01T00:00:00.000Z';

/** Thought number `n` of a stored session with one stage, committed. */
export function committedThought(n: number) {
  const text = sampleText(n, 600);
  return {
    id: `t${n + 1}`,
    stage: 'Only',
    position: n,
    timestamp: TIME,
    content: text,
    draft_content: text,
    tags: [],
    axioms: [],
    challenged_assumptions: [],
    critique_rounds: [],
    specialist_rounds: [],
    final_utility_scores: null,
    committed: true,
    committed_round: null,
    discarded: false,
  };
}

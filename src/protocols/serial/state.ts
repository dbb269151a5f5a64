import type { Config } from '../../core/config.ts';
import { type ConvergedReason, convergedReason } from '../../core/convergence.ts';
import { normalisedDistance } from '../../core/edit-distance.ts';
import { type CritiqueRound, type Thought, textBefore, UNSCORED } from '../../core/staged.ts';
import { overall } from '../../core/utility.ts';

/** Where a round stands: nothing but its three fields tells. */
export type RoundPhase = 'await_critique' | 'await_refine' | 'await_score' | 'complete';

/** Read off the pending marks "" and -2. */
export function roundPhase(round: CritiqueRound): RoundPhase {
  if (round.critique_text === '') return 'await_critique';
  if (round.refined_content === '') return 'await_refine';
  return round.delta_score === UNSCORED ? 'await_score' : 'complete';
}

/** The rounds that have been scored; only the last round can be unfinished. */
export function completeRounds(thought: Thought): CritiqueRound[] {
  return thought.critique_rounds.filter((round) => roundPhase(round) === 'complete');
}

/** The newest version of the thought. */
export function currentText(thought: Thought): string {
  return textBefore(thought, thought.critique_rounds.length);
}

/** The scores of the newest scored round, or null. */
export function previousScores(thought: Thought) {
  return completeRounds(thought).at(-1)?.utility_vector ?? thought.final_utility_scores;
}

/** How far a round's rewrite is from the text before it; recomputed for files that do not keep it. */
export function roundDistance(thought: Thought, round: CritiqueRound): number {
  if (round.edit_distance !== null) return round.edit_distance;
  return normalisedDistance(
    textBefore(thought, thought.critique_rounds.indexOf(round)),
    round.refined_content,
  ).distance;
}

/** Why the thought counts as finished, or null. */
export function converged(thought: Thought, config: Config): ConvergedReason | null {
  const progress = completeRounds(thought).map((round) => ({
    distance: roundDistance(thought, round),
    delta: round.delta_score,
  }));
  return convergedReason(progress, config.serial);
}

/** Sums of the same scores in another order differ in the last digit; that makes no difference of worth. */
const NOISE = 1e-9;

/** The round that a commit stores: the best-scored one (the later of equals), or the last one. */
export function roundToCommit(thought: Thought, config: Config): CritiqueRound | undefined {
  const rounds = completeRounds(thought);
  if (config.serial.commit === 'last') return rounds.at(-1);
  const worth = (round: CritiqueRound) =>
    round.utility_vector === null ? -1 : overall(round.utility_vector);
  return rounds.reduce<CritiqueRound | undefined>(
    (best, round) => (best === undefined || worth(round) > worth(best) - NOISE ? round : best),
    undefined,
  );
}

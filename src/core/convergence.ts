/** Sums of decimal fractions miss a bound by less than this. */
const NOISE = 1e-9;

/** Why a thought counts as finished, in order of precedence. */
export type ConvergedReason = 'fixed_point' | 'diminishing_returns' | 'max_rounds';

/** One finished round: how far the rewrite is from the text before it, and what it gained. */
export interface Progress {
  /** Normalised edit distance, 0 to 1. */
  readonly distance: number;
  /** Gain in the mean of the seven scores, -1 to 1; the first round's is measured from 0. */
  readonly delta: number;
}

/** The bounds of the three rules. */
export interface Bounds {
  readonly edit_distance_epsilon: number;
  readonly score_threshold: number;
  readonly max_rounds: number;
}

/**
 * The first rule that holds over the finished rounds: the last rewrite changed less than epsilon; the last
 * two rounds each gained less than the threshold; the cap is reached. Equality is neither flat nor fixed.
 */
export function convergedReason(rounds: readonly Progress[], bounds: Bounds): ConvergedReason | null {
  const last = rounds.at(-1);
  if (last === undefined) return null;
  if (last.distance < bounds.edit_distance_epsilon) return 'fixed_point';
  const flat = (round: Progress | undefined) =>
    round !== undefined && round.delta < bounds.score_threshold - NOISE;
  if (flat(last) && flat(rounds.at(-2))) return 'diminishing_returns';
  return rounds.length >= bounds.max_rounds ? 'max_rounds' : null;
}

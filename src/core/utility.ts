import * as z from 'zod';
import { lateSchema } from './late-schema.ts';

/** The seven dimensions of the utility matrix, in the order in which they are summed and shown. */
export const DIMENSIONS = [
  'correctness',
  'evidence',
  'novelty',
  'clarity',
  'bias_resistance',
  'actionability',
  'coverage',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

const unit = () => z.number().min(0).max(1);

/** One score per dimension, each from 0 to 1. */
export const UtilityVector = lateSchema(() =>
  z.object({
    correctness: unit(),
    evidence: unit(),
    novelty: unit(),
    clarity: unit(),
    bias_resistance: unit(),
    actionability: unit(),
    coverage: unit(),
  }),
);
export type UtilityVector = z.infer<typeof UtilityVector>;

/** What a dimension counts when nobody has ever scored it. */
export const NEUTRAL = 0.5;

/** The mean of the seven, added left to right, unrounded. */
export function overall(vector: UtilityVector): number {
  return DIMENSIONS.reduce((sum, name) => sum + vector[name], 0) / DIMENSIONS.length;
}

/**
 * A full vector from the dimensions that were given: the rest comes from `previous`, or counts 0.5.
 * `defaulted` names the ones that had nothing to carry.
 */
export function completeVector(
  given: Partial<Record<Dimension, number>>,
  previous: UtilityVector | null,
): { vector: UtilityVector; defaulted: Dimension[] } {
  const value = (name: Dimension) => given[name] ?? previous?.[name] ?? NEUTRAL;
  const vector: UtilityVector = {
    correctness: value('correctness'),
    evidence: value('evidence'),
    novelty: value('novelty'),
    clarity: value('clarity'),
    bias_resistance: value('bias_resistance'),
    actionability: value('actionability'),
    coverage: value('coverage'),
  };
  const defaulted = previous ? [] : DIMENSIONS.filter((name) => given[name] === undefined);
  return { vector, defaulted };
}

import type { Thought } from '../../core/staged.ts';
import { DIMENSIONS, overall, type UtilityVector } from '../../core/utility.ts';
import type { Block, TableRow } from './page.ts';
import { pageWords as words } from './wording.ts';

/** A row of a score table before its numbers are written out. */
export interface ScoreRow {
  readonly name: string;
  readonly vector: UtilityVector;
  readonly strong: boolean;
}

/** A table of scores with two decimals: a name, the seven dimensions and their mean; nothing without rows. */
export function scoreTable(first: string, rows: readonly ScoreRow[]): Block[] {
  if (rows.length === 0) return [];
  const columns = [first, ...DIMENSIONS.map((name) => name.replace('_', ' ')), words.overall];
  const written = rows.map(
    ({ name, vector, strong }): TableRow => ({
      cells: [
        name,
        ...[...DIMENSIONS.map((each) => vector[each]), overall(vector)].map((value) => value.toFixed(2)),
      ],
      ...(strong ? { strong } : {}),
    }),
  );
  return [{ kind: 'table', columns, rows: written }];
}

/** The mean score of each round, from 0 to 1, by round number; the winner's in a contest; null without a score. */
export function roundScores(thought: Thought): readonly (number | null)[] {
  const scores: (number | null)[] = [];
  const vectors = [
    ...thought.critique_rounds,
    ...thought.specialist_rounds.filter((each) => each.was_selected),
  ];
  for (const { round_index, utility_vector } of vectors)
    scores[round_index] = utility_vector === null ? null : overall(utility_vector);
  return Array.from(scores, (score) => score ?? null);
}

import type { Matrix } from './negotiation.ts';

/** Column means this close to each other count as equal. */
const SAME = 1e-9;

/** The mean of what the others gave to one candidate, 0 to 10; null when nobody's rating could be read. */
export function columnMean(matrix: Matrix, candidate: number): number | null {
  const ratings = matrix.flatMap((row, rater) => {
    const rating = row[candidate];
    return rater === candidate || typeof rating !== 'number' ? [] : [rating];
  });
  return ratings.length === 0 ? null : ratings.reduce((sum, each) => sum + each, 0) / ratings.length;
}

/** Every candidate whose column mean is the highest, ascending; all of them when none has been rated. */
export function equilibriumOf(matrix: Matrix): number[] {
  const means = matrix.map((_, candidate) => columnMean(matrix, candidate));
  const rated = means.filter((mean) => mean !== null);
  if (rated.length === 0) return means.map((_, candidate) => candidate);
  const best = Math.max(...rated);
  return means.flatMap((mean, candidate) => (mean !== null && best - mean <= SAME ? [candidate] : []));
}

/** The mean absolute difference over the pairs that both matrices rate; null when there is no such pair. */
export function difference(one: Matrix, other: Matrix): number | null {
  const gaps = one.flatMap((row, rater) =>
    row.flatMap((rating, candidate) => {
      const before = other[rater]?.[candidate];
      const known = typeof rating === 'number' && typeof before === 'number' && rater !== candidate;
      return known ? [Math.abs(rating - before)] : [];
    }),
  );
  return gaps.length === 0 ? null : gaps.reduce((sum, each) => sum + each, 0) / gaps.length;
}

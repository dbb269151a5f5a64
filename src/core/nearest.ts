import { distance } from 'fastest-levenshtein';

/** More typing errors than this are no typing errors. */
const TYPOS = 3;

/** So many letters of a word may hold one typing error. */
const LETTERS = 3;

/**
 * The name that differs from `wanted` by the fewest typing errors: at most one in three letters begun, and three in
 * all; undefined when none is near.
 */
export function nearest(names: readonly string[], wanted: string): string | undefined {
  const most = Math.min(TYPOS, Math.ceil(wanted.length / LETTERS));
  const near = names.map((name) => ({ name, far: distance(name, wanted) })).filter(({ far }) => far <= most);
  return near.sort((one, other) => one.far - other.far)[0]?.name;
}

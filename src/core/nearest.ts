import { distance } from 'fastest-levenshtein';

/** More typing errors than this are no typing errors. */
const TYPOS = 3;

/** The name that differs from `wanted` by the fewest typing errors, at most three; undefined when none is near. */
export function nearest(names: readonly string[], wanted: string): string | undefined {
  const near = names.map((name) => ({ name, far: distance(name, wanted) })).filter(({ far }) => far <= TYPOS);
  return near.sort((one, other) => one.far - other.far)[0]?.name;
}

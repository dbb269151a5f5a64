import { DIMENSIONS, UtilityVector } from '../../src/core/utility.ts';

/** The same score in all seven dimensions, but for those named in `over`. */
export function allScored(value: number, over: Partial<UtilityVector> = {}): UtilityVector {
  const vector = Object.fromEntries(DIMENSIONS.map((name) => [name, value]));
  return UtilityVector.parse({ ...vector, ...over });
}

const OUT_OF_TEN = /(-?\d+(?:\.\d+)?)\s*\/\s*10(?!\d)/u;
const OUT_OF_HUNDRED = /(-?\d+(?:\.\d+)?)\s*(?:\/\s*100(?!\d)|%)/u;
const FIRST_NUMBER = /-?\d+(?:\.\d+)?/u;

/**
 * The rating in a reply, held within 0 to 10: what stands before `/10`, else a tenth of what stands before `/100` or
 * `%`, else the first number; null without one.
 */
export function readRating(reply: string): number | null {
  const ten = OUT_OF_TEN.exec(reply)?.[1];
  const hundred = OUT_OF_HUNDRED.exec(reply)?.[1];
  const found = ten ?? (hundred === undefined ? FIRST_NUMBER.exec(reply)?.[0] : Number(hundred) / 10);
  return found === undefined ? null : Math.min(10, Math.max(0, Number(found)));
}

/** The number of rounds in a reply, 1 to 5; 1 when there is no number, because each round costs n² calls. */
export function readRounds(reply: string): number {
  const found = FIRST_NUMBER.exec(reply)?.[0];
  return found === undefined ? 1 : Math.min(5, Math.max(1, Math.round(Number(found))));
}

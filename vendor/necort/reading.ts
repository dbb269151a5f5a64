const FIRST_NUMBER = /-?\d+(?:\.\d+)?/u;
/** A number with the scale that it is given on: `7/10`, `20 / 100`, `7 of 10`; no part of a date. */
const SCALED = /(?<![\d./,-])(\d+(?:[.,]\d+)?)\s*(?:\/|out of|of(?=\s+10\b))\s*(\d+)(?![\d/]|[.,]\d)/giu;
/** A number by itself, perhaps in percent; no part of a name, a date, a time or a range. */
const ALONE = /(?<![\w./,:-])(-?\d+(?:[.,]\d+)?)(?!\d)\s*(%?)(?![A-Za-z_/]|[.,:-]\d)/gu;

const numberIn = (digits: string | undefined) => Number((digits ?? '').replace(',', '.'));

/** A number and nothing else: above 10 it counts as 10. */
const ONLY = /^[\s*_"'.:]*(\d+(?:[.,]\d+)?)[\s*_"'.]*$/u;

/** On a scale of at most 100, turned into tenths of it; null when it does not fit its scale. */
function scaled(value: number, scale: number): number | null {
  return scale < 2 || scale > 100 || value > scale ? null : (10 * value) / scale;
}

function firstOf(found: Iterable<number | null>): number | null {
  for (const rating of found) if (rating !== null) return rating;
  return null;
}

/**
 * The rating in a reply, 0 to 10: a number that is all of it, else the first number with its scale, else the first
 * number that is in percent or not above 10; null without one. A negative number counts as 0, and one above 10 that is
 * all of the reply, or stands before `/10`, as 10.
 */
export function readRating(reply: string): number | null {
  const only = ONLY.exec(reply)?.[1];
  if (only !== undefined) return Math.min(10, numberIn(only));
  const onScale = [...reply.matchAll(SCALED)].map(([, value, scale]) =>
    numberIn(scale) === 10 ? Math.min(10, numberIn(value)) : scaled(numberIn(value), numberIn(scale)),
  );
  const alone = [...reply.matchAll(ALONE)].map(([, value, percent]) =>
    scaled(Math.max(0, numberIn(value)), percent === '%' ? 100 : 10),
  );
  return firstOf([...onScale, ...alone]);
}

/** The number of rounds in a reply, 1 to 5; 1 when there is no number, because each round costs n² calls. */
export function readRounds(reply: string): number {
  const found = FIRST_NUMBER.exec(reply)?.[0];
  return found === undefined ? 1 : Math.min(5, Math.max(1, Math.round(Number(found))));
}

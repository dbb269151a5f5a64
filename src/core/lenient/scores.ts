import { DIMENSIONS, type Dimension } from '../utility.ts';
import { readScore, type Score } from './number.ts';
import { notGiven, type Reading, type Refusal, refuse, show } from './reading.ts';
import { dimensionOf, readPairs, type ScorePair } from './score-pairs.ts';

/** Scores as the rest of the program uses them, with what was done to get them. */
export interface ScoresRead {
  /** The dimensions that were given, each from 0 to 1. */
  given: Partial<Record<Dimension, number>>;
  /** Names that are no dimension, and dimensions with a word for a value, as `correctness: high`. */
  ignored: string[];
  /** The scale that the bare numbers were converted from, or null when they were taken as they are. */
  scale: '0-10' | '0-100' | null;
  /** Whether nothing was sent at all: left out, null, blank, `{}`, or members that are all null. */
  empty: boolean;
}

type Usable = Exclude<Score, { kind: 'refused' | 'none' }>;
interface Sorted {
  found: Map<Dimension, Usable>;
  ignored: string[];
  sent: number;
}

/** What a call without scores brought. */
export const NO_SCORES: ScoresRead = { given: {}, ignored: [], scale: null, empty: true };

function takePair(pair: ScorePair, into: Sorted): Refusal | null {
  const dimension = dimensionOf(pair.name);
  const absent = !pair.fromText && notGiven(pair.value);
  if (dimension !== null && absent) return null;
  into.sent += 1;
  if (dimension === null) {
    into.ignored.push(show(pair.name === '' ? `: ${show(pair.value)}` : pair.name));
    return null;
  }
  const score = readScore(pair.value);
  if (score.kind === 'refused') return refuse(score.reason, { at: dimension, got: pair.value });
  if (score.kind === 'none') {
    into.ignored.push(show(`${dimension}: ${pair.value === undefined ? '' : show(pair.value)}`));
    return null;
  }
  const known = into.found.get(dimension);
  if (known && (known.kind !== score.kind || known.value !== score.value))
    return refuse('twice', { at: dimension, got: pair.value });
  into.found.set(dimension, score);
  return null;
}

function sortPairs(pairs: readonly ScorePair[]): Reading<Sorted> {
  const sorted: Sorted = { found: new Map(), ignored: [], sent: 0 };
  for (const pair of pairs) {
    const refusal = takePair(pair, sorted);
    if (refusal) return refusal;
  }
  return { ok: true, value: sorted };
}

/** The divisor for all bare values together, or the refusal of a fraction beside whole points. */
function scaleOf(found: ReadonlyMap<Dimension, Usable>): Reading<1 | 10 | 100> {
  const bare = [...found].filter(([, score]) => score.kind === 'bare');
  const values = bare.map(([, score]) => score.value);
  const largest = Math.max(0, ...values);
  if (largest <= 1) return { ok: true, value: 1 };
  const fraction = bare.find(([, score]) => score.value > 0 && score.value < 1);
  if (fraction) return refuse('mixed_scale', { at: fraction[0], got: fraction[1].value });
  const halfSteps = values.every((value) => Number.isInteger(value * 2));
  return { ok: true, value: halfSteps && largest <= 10 ? 10 : 100 };
}

const SCALE_NAMES = { 1: null, 10: '0-10', 100: '0-100' } as const;

/**
 * Scores from any of the written forms (see `readPairs`). Bare numbers share one scale: all at most 1 are taken as
 * they are, whole and half steps up to 10 are tenths, else up to 100 percent. Refused, with the dimension in `at`:
 * `negative`, `too_large`, `not_finite`, `bad_fraction`, `decimal_comma`, `mixed_scale`, `twice`; without one:
 * `nothing_recognised`, `not_scores` and the codes of the JSON reader.
 */
export function readScores(value: unknown): Reading<ScoresRead> {
  const pairs = readPairs(value);
  if (!pairs.ok) return pairs;
  const sorted = sortPairs(pairs.value);
  if (!sorted.ok) return sorted;
  const { found, ignored, sent } = sorted.value;
  if (sent === 0) return { ok: true, value: NO_SCORES };
  if (found.size === 0) return refuse('nothing_recognised', { got: value });
  const scale = scaleOf(found);
  if (!scale.ok) return scale;
  const given: Partial<Record<Dimension, number>> = {};
  for (const name of DIMENSIONS) {
    const score = found.get(name);
    if (score) given[name] = score.kind === 'bare' ? score.value / scale.value : score.value;
  }
  return { ok: true, value: { given, ignored, scale: SCALE_NAMES[scale.value], empty: false } };
}

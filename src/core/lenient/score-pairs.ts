import { DIMENSIONS, type Dimension } from '../utility.ts';
import { fenced, findObject, repeatedKeys } from './json.ts';
import { isTable, notGiven, type Reading, refuse } from './reading.ts';

/** One named value as it was written; `fromText` when a blank value is a gap and not an absent member. */
export interface ScorePair {
  name: string;
  value: unknown;
  fromText: boolean;
}

/** The dimension that a written name means, bullets, emphasis, quotes, case, `-` and spaces aside, or null. */
export function dimensionOf(name: string): Dimension | null {
  const key = normalised(name);
  return DIMENSIONS.find((each) => each === key) ?? null;
}

/** Longest name or value that is looked at; beyond it the text is prose. */
const LONGEST = 100;
const EDGE = /^(?:[\s\-*_•`'"“”‘’]|\d+[.)]\s)+|[\s\-*_`'"“”‘’]+$/gu;

function normalised(name: string): string {
  if (name.length > LONGEST) return '';
  const bare = name.replace(EDGE, '').toLowerCase();
  return bare.replace(/[-\s]+/gu, '_');
}

const HEADING = /^[\s\-*_`'"]*scores[\s*_`'"]*[:=][*_`'"]*/iu;

function splitPair(segment: string): ScorePair | null {
  const at = segment.search(/[:=]/u);
  if (at < 0) return null;
  const name = segment.slice(0, at).trim();
  const written = segment.slice(at + 1).trim();
  if (written.length > LONGEST) return { name, value: written, fromText: true };
  const value = written.replace(/^[\s*_`'"“”‘’]+|[\s*_`'"“”‘’]+$/gu, '');
  return { name, value: value.replace(/(?<=\d)\.$/u, ''), fromText: true };
}

const ENDS_IN_NUMBER = /[:=][\s*_`'"“]*[+-]?[\d.]+\s*$/u;

/** A pair cut off by a comma that may as well be a decimal one: `correctness: 0,8` or `correctness: 0, 8`. */
function doubtfulPair(pieces: readonly string[]): ScorePair | null {
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    if (next === undefined || !ENDS_IN_NUMBER.test(piece)) continue;
    const glued = /\d$/u.test(piece) && /^\d/u.test(next);
    if (glued || /^\s*\d[^:=]*$/u.test(next)) return splitPair(`${piece},${next}`);
  }
  return null;
}

function pairsOfText(text: string): Reading<ScorePair[]> {
  const body = (fenced(text) ?? text).replace(HEADING, '');
  const pairs: ScorePair[] = [];
  for (const line of body.split(/[;\n\r]/u)) {
    const pieces = line.split(',');
    const doubtful = doubtfulPair(pieces);
    if (doubtful)
      return refuse('decimal_comma', {
        at: dimensionOf(doubtful.name) ?? doubtful.name,
        got: doubtful.value,
      });
    for (const piece of pieces.filter((each) => each.trim() !== ''))
      pairs.push(splitPair(piece) ?? { name: piece.trim(), value: undefined, fromText: true });
  }
  return pairs.length > 0 ? { ok: true, value: pairs } : refuse('nothing_recognised', { got: text });
}

function pairsOfTable(table: Record<string, unknown>, depth: number): Reading<ScorePair[]> {
  const pairs: ScorePair[] = [];
  for (const [name, value] of Object.entries(table)) {
    const wrapped =
      depth === 0 && normalised(name) === 'scores' && (isTable(value) || typeof (value ?? '') === 'string');
    if (!wrapped) {
      pairs.push({ name, value, fromText: false });
      continue;
    }
    const inner = readPairs(value, depth + 1);
    if (!inner.ok) return inner;
    pairs.push(...inner.value);
  }
  return { ok: true, value: pairs };
}

/**
 * The named values of a score argument in the order written: members of an object (of `scores` inside it), of JSON
 * object text, or `name: v` and `name = v` parted by commas, semicolons or line ends. Nothing sent: no pairs.
 * Only at `depth` 0 is a `scores` member opened.
 */
export function readPairs(value: unknown, depth = 0): Reading<ScorePair[]> {
  if (notGiven(value)) return { ok: true, value: [] };
  if (isTable(value)) return pairsOfTable(value, depth);
  if (typeof value !== 'string') return refuse('not_scores', { got: value });
  if (!/[{}[\]]/u.test(value)) return pairsOfText(value);
  const object = findObject(value);
  if (!object.ok) return object;
  const twice = repeatedKeys(value).find((key) => dimensionOf(key) !== null);
  return twice === undefined ? pairsOfTable(object.value, depth) : refuse('twice', { at: twice });
}

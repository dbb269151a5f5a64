import { distance as levenshtein } from 'fastest-levenshtein';
import { closeDistance } from './close-distance.ts';
import { codePointLength } from './text.ts';

/** Longest text, in code points, that is compared character by character. */
const CHARACTER_LIMIT = 20_000;
/** Most cells of the comparison table of one piece that are worth the wait: about a twentieth of a second. */
const CELL_LIMIT = 1.5e8;
/** Most units that are compared at once, so that each distinct one has its own UTF-16 unit. */
const PIECE_LIMIT = 60_000;

/** A normalised distance from 0 to 1 and the unit that was counted. */
export interface EditDistance {
  distance: number;
  unit: 'character' | 'word';
}

/** Words as whitespace parts them; letters of scripts written without spaces count one by one. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])\S)+/gu;

function wordsOf(text: string): string[] {
  return text.match(WORDS) ?? [];
}

type Units = readonly string[];

/** Both sequences without their common beginning and end. */
function trimmed(a: Units, b: Units): [Units, Units] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
}

/** Both sequences as strings of one UTF-16 unit each: 0 and 1 stand for what only one side has. */
function encoded(a: Units, b: Units): [string, string] {
  const codes = new Map<string, number>();
  const inB = new Set(b);
  for (const unit of a) if (inB.has(unit) && !codes.has(unit)) codes.set(unit, codes.size + 2);
  const write = (units: Units, own: number) =>
    units.map((unit) => String.fromCharCode(codes.get(unit) ?? own)).join('');
  return [write(a, 0), write(b, 1)];
}

/** Up to this share of edits the distance is found faster edit by edit than in the whole table. */
const CLOSE_SHARE = 0.15;

/** The Levenshtein distance of two strings in UTF-16 units when they are close; null when they are not. */
function ifClose(a: string, b: string): number | null {
  return closeDistance(a, b, Math.floor(Math.min(a.length, b.length) * CLOSE_SHARE));
}

/** The edits between two sequences; those that are long and not close are cut into pieces that keep the work in bounds. */
function edits(a: Units, b: Units): number {
  const longest = Math.max(a.length, b.length);
  if (longest > PIECE_LIMIT) return editsOfPieces(a, b, Math.ceil(longest / PIECE_LIMIT));
  const [left, right] = encoded(a, b);
  const pieces = Math.ceil((a.length * b.length) / CELL_LIMIT);
  return ifClose(left, right) ?? (pieces > 1 ? editsOfPieces(a, b, pieces) : levenshtein(left, right));
}

/** The edits of both sequences cut at the same proportions, piece by piece. */
function editsOfPieces(a: Units, b: Units, pieces: number): number {
  const part = (units: Units, index: number) =>
    units.slice(
      Math.floor((units.length * index) / pieces),
      Math.floor((units.length * (index + 1)) / pieces),
    );
  let sum = 0;
  for (let index = 0; index < pieces; index += 1) sum += edits(part(a, index), part(b, index));
  return Math.min(sum, Math.max(a.length, b.length));
}

/**
 * Levenshtein distance over the length of the longer text, 0 for two empty ones and the same in both directions.
 * It counts code points, or words when a text has more than 20,000 code points. The number is exact up to
 * about 12,000 differing words on each side, and for up to 60,000 where few differ; beyond, both texts are
 * cut at the same proportions and the pieces compared, which is an upper bound and never above 1.
 */
export function normalisedDistance(a: string, b: string): EditDistance {
  const unit = isLong(a) || isLong(b) ? 'word' : 'character';
  if (a === b) return { distance: 0, unit };
  if (unit === 'character' && !SURROGATE.test(a) && !SURROGATE.test(b))
    return { distance: ofPlain(a, b), unit };
  const split = unit === 'word' ? wordsOf : (text: string) => Array.from(text);
  const left = split(a);
  const right = split(b);
  const longest = Math.max(left.length, right.length);
  return { distance: longest === 0 ? 0 : edits(...trimmed(left, right)) / longest, unit };
}

const SURROGATE = /[\ud800-\udfff]/;

/** The same for two texts whose code points are single UTF-16 units, without taking them apart. */
function ofPlain(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a.charCodeAt(head) === b.charCodeAt(head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail))
    tail += 1;
  const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  return (ifClose(left, right) ?? levenshtein(left, right)) / Math.max(a.length, b.length);
}

function isLong(text: string): boolean {
  return text.length > CHARACTER_LIMIT && codePointLength(text) > CHARACTER_LIMIT;
}

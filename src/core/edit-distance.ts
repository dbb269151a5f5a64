import { distance as levenshtein } from 'fastest-levenshtein';
import { closeDistance } from './close-distance.ts';
import { codePointLength } from './text.ts';

/** Longest text, in code points, that is compared character by character. */
const CHARACTER_LIMIT = 20_000;
/** Most cells of the comparison table that are worth the wait: about half a second. */
const CELL_LIMIT = 1e9;
/** Most units of one piece, so that each distinct one has its own UTF-16 unit. */
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

/** The Levenshtein distance of two strings in UTF-16 units. */
function exactDistance(a: string, b: string): number {
  const most = Math.floor(Math.min(a.length, b.length) * CLOSE_SHARE);
  return closeDistance(a, b, most) ?? levenshtein(a, b);
}

/** The edits between two sequences; both are cut into as many pieces as keep the work in bounds. */
function edits(a: Units, b: Units): number {
  const longest = Math.max(a.length, b.length);
  const pieces = Math.max(1, Math.ceil((a.length * b.length) / CELL_LIMIT), Math.ceil(longest / PIECE_LIMIT));
  const part = (units: Units, index: number) =>
    units.slice(
      Math.floor((units.length * index) / pieces),
      Math.floor((units.length * (index + 1)) / pieces),
    );
  let sum = 0;
  for (let index = 0; index < pieces; index += 1)
    sum += exactDistance(...encoded(part(a, index), part(b, index)));
  return Math.min(sum, longest);
}

/**
 * Levenshtein distance over the length of the longer text, 0 for two empty ones and the same in both directions.
 * It counts code points, or words when a text has more than 20,000 code points. The number is exact up to about
 * 30,000 differing words on each side; beyond, both texts are cut at the same proportions and the pieces compared,
 * which is an upper bound, close when the change is small, and never above 1.
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
  return exactDistance(left, right) / Math.max(a.length, b.length);
}

function isLong(text: string): boolean {
  return text.length > CHARACTER_LIMIT && codePointLength(text) > CHARACTER_LIMIT;
}

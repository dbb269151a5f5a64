import { distance } from 'fastest-levenshtein';
import { lengthAt, placeFrom, type WordList, wordAt, wordCount } from './word-list.ts';
import { isUnspaced } from './words.ts';

/** A word of the index that may stand for a word of a query; `weight` is in (0, 1], 1 for the word itself. */
export interface Variant {
  readonly word: string;
  readonly weight: number;
  /** Its place in each of the lists, -1 where it is missing. */
  readonly places: readonly number[];
}

/** What the beginning of a longer word and a misspelt word count at most. */
const PREFIX_WEIGHT = 0.6;
const TYPO_WEIGHT = 0.4;
/** Shorter words begin too many others. */
const SHORTEST_PREFIX = 3;
/** From so many letters on a word may have one typing error, or two. */
const ONE_TYPO = 4;
const TWO_TYPOS = 8;

/** The shortest first, so that the nearest words are the ones that fit into a limit. */
const byLength = (one: string, other: string) =>
  one.length - other.length || (one < other ? -1 : Number(one > other));

/** The places of words in each of several lists. */
type Places = Map<string, number[]>;

function note(found: Places, word: string, lists: number, list: number, at: number): void {
  const places = found.get(word) ?? new Array<number>(lists).fill(-1);
  places[list] = at;
  found.set(word, places);
}

function beginningWith(list: WordList, word: string, visit: (word: string, at: number) => void): void {
  const isOpen = word.length >= SHORTEST_PREFIX || isUnspaced(word);
  for (let at = placeFrom(list, word); at < wordCount(list); at += 1) {
    const each = wordAt(list, at);
    if (each !== word && !(isOpen && each.startsWith(word))) return;
    visit(each, at);
  }
}

/** The words of the lists that begin with `word`, itself included, each once, the shortest first. */
export function wordsWithPrefix(lists: readonly WordList[], word: string): Variant[] {
  const found: Places = new Map();
  for (const [number, list] of lists.entries())
    beginningWith(list, word, (each, at) => note(found, each, lists.length, number, at));
  const weightOf = (each: string) => (each === word ? 1 : (PREFIX_WEIGHT * word.length) / each.length);
  return [...found]
    .sort(([one], [other]) => byLength(one, other))
    .map(([each, places]) => ({ word: each, weight: weightOf(each), places }));
}

function typosIn(word: string): number {
  if (word.length < ONE_TYPO || /\p{N}/u.test(word)) return 0;
  return word.length < TWO_TYPOS ? 1 : 2;
}

/** The words of the lists that `word` may have been meant to be, the nearest first; numbers are never misspelt. */
export function wordsAlike(lists: readonly WordList[], word: string): Variant[] {
  const most = typosIn(word);
  const far = new Map<string, number>();
  const found: Places = new Map();
  for (const [number, list] of most === 0 ? [] : lists.entries())
    for (let at = 0; at < wordCount(list); at += 1) {
      if (Math.abs(lengthAt(list, at) - word.length) > most) continue;
      const each = wordAt(list, at);
      const typos = typosBetween(word, each);
      if (typos > most) continue;
      far.set(each, typos);
      note(found, each, lists.length, number, at);
    }
  return [...far]
    .sort(([one, a], [other, b]) => a - b || byLength(one, other))
    .map(([each, typos]) => ({ word: each, weight: TYPO_WEIGHT / typos, places: found.get(each) ?? [] }));
}

/** Two neighbouring letters in the wrong order are one typing error. */
function typosBetween(one: string, other: string): number {
  const typos = distance(one, other);
  if (typos !== 2 || one.length !== other.length) return typos;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const swapped = one.slice(0, at) + one.slice(at + 1, at + 2) + one.slice(at, at + 1) + one.slice(at + 2);
  return swapped === other ? 1 : typos;
}

import type { Sought } from './ranking.ts';
import { LONGEST_WORD, placedWords } from './words.ts';

/** A word of a text that stands for a word of a query, in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** The place of the word in the query. */
  readonly word: number;
}

/** A letter or number beyond ASCII; other signs are no part of words. */
const FOREIGN = /(?![\0-\x7f])[\p{L}\p{N}\p{M}]/u;

function isWordUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57);
}

/** Where a whole word begins with `stem`, and where that word ends, in a text in lower case. */
function* wordsBeginning(text: string, stem: string): Generator<[start: number, end: number]> {
  for (let start = text.indexOf(stem); start >= 0; start = text.indexOf(stem, start + 1)) {
    if (isWordUnit(text.charCodeAt(start - 1))) continue;
    let end = start + stem.length;
    while (isWordUnit(text.charCodeAt(end))) end += 1;
    yield [start, end];
  }
}

/** For texts whose words are ASCII, so that folding them is lower case: looks for the beginnings of the variants. */
function asciiMatches(text: string, sought: readonly Sought[]): Match[] {
  const lower = text.toLowerCase();
  const found = new Map<number, Match>();
  for (const [word, { stems, variants }] of sought.entries())
    for (const [start, end] of stems.flatMap((stem) => [...wordsBeginning(lower, stem)]))
      if (!found.has(start) && variants.has(lower.slice(start, Math.min(end, start + LONGEST_WORD))))
        found.set(start, { start, end, word });
  return [...found.values()].sort((one, other) => one.start - other.start);
}

/** The words of a text that stand for words of the query, in their order; the first word of the query counts. */
export function matchesIn(text: string, sought: readonly Sought[]): Match[] {
  if (!FOREIGN.test(text)) return asciiMatches(text, sought);
  return placedWords(text).flatMap(({ word, start, end }) => {
    const at = sought.findIndex(({ variants }) => variants.has(word));
    return at < 0 ? [] : [{ start, end, word: at }];
  });
}

import type { Passage } from './passage.ts';
import { wordsOf } from './words.ts';

/** How often each word stands in a session, and the number of its words; the question counts more than once. */
export interface Tally {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** A session is about its question, so that a word there weighs as much as so many others. */
const QUESTION_WEIGHT = 3;

/** Counts the words of a session. */
export function tally(question: string, passages: readonly Passage[]): Tally {
  const counts = new Map<string, number>();
  let length = 0;
  const count = (text: string, weight: number) => {
    for (const word of wordsOf(text)) {
      counts.set(word, (counts.get(word) ?? 0) + weight);
      length += weight;
    }
  };
  count(question, QUESTION_WEIGHT);
  for (const { text } of passages) count(text, 1);
  return { counts, length };
}

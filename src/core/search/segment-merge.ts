import { addPostings, type Counts } from './postings.ts';
import { allDocs, postingsAt, type Segment } from './segment.ts';
import { segmentWriter } from './segment-writer.ts';
import { placeOf, type WordList, wordAt, wordCount } from './word-list.ts';

/** A segment of which some sessions are taken over. */
interface Source {
  readonly segment: Segment;
  /** The new number of a session, or -1 for one that is left out. */
  readonly numberOf: (doc: number) => number;
  /** Filled for one word at a time and emptied again. */
  readonly counts: Counts;
}

const source = (segment: Segment, numberOf: Source['numberOf']): Source => ({
  segment,
  numberOf,
  counts: { times: new Float64Array(segment.docs.count), docs: [] },
});

/** Tells `visit` each session with the word, by its new number, and the count there. */
function visitWord(
  { segment, numberOf, counts }: Source,
  word: string,
  visit: (doc: number, count: number) => void,
) {
  const at = placeOf(segment.words, word);
  if (at < 0) return;
  const numbering = { first: 0, count: segment.docs.count, skip: new Uint8Array(0) };
  addPostings(postingsAt(segment, at), numbering, 1, counts);
  for (const doc of counts.docs) {
    const number = numberOf(doc);
    if (number >= 0) visit(number, counts.times[doc] ?? 0);
    counts.times[doc] = 0;
  }
  counts.docs.length = 0;
}

/** One segment of two: the sessions of the first whose ids are not in `dropped`, then those of the second. */
export function mergeSegments(first: Segment, dropped: ReadonlySet<string>, second: Segment): Segment {
  const isKept = first.docs.ids.map((id) => !dropped.has(id));
  const docs = [...allDocs(first.docs).filter((_, at) => isKept[at]), ...allDocs(second.docs)];
  const kept = docs.length - second.docs.count;
  if (kept === 0) return second;
  let next = 0;
  const numbers = isKept.map((isIn) => (isIn ? next++ : -1));
  const writer = segmentWriter(docs);
  const sources = [source(first, (doc) => numbers[doc] ?? -1), source(second, (doc) => kept + doc)];
  for (const word of allWords([first.words, second.words])) {
    for (const each of sources) visitWord(each, word, writer.add);
    writer.end(word);
  }
  return writer.segment();
}

function allWords(lists: readonly WordList[]): string[] {
  const words = new Set<string>();
  for (const list of lists) for (let at = 0; at < wordCount(list); at += 1) words.add(wordAt(list, at));
  return [...words].sort();
}

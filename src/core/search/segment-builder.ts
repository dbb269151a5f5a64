import type { SearchDoc, Segment } from './segment.ts';
import { segmentWriter } from './segment-writer.ts';
import type { Tally } from './tally.ts';

/** Collects sessions for a new segment. */
export interface SegmentBuilder {
  add(doc: SearchDoc, counts: Tally['counts']): void;
  build(): Segment;
}

/** The words of one session, by number, and how often each stands there. */
interface Entries {
  readonly words: Uint32Array;
  readonly counts: Uint32Array;
}

/** For each word, by number, the sessions in which it stands and the counts there, from its start on. */
function byWord(sessions: readonly Entries[], wordCount: number) {
  const starts = new Uint32Array(wordCount + 1);
  for (const { words } of sessions) for (const word of words) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  for (let word = 0; word < wordCount; word += 1)
    starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const next = starts.slice();
  const docs = new Uint32Array(starts[wordCount] ?? 0);
  const counts = new Uint32Array(docs.length);
  for (const [doc, entries] of sessions.entries())
    for (const [at, word] of entries.words.entries()) {
      const place = next[word] ?? 0;
      docs[place] = doc;
      counts[place] = entries.counts[at] ?? 0;
      next[word] = place + 1;
    }
  return { starts, docs, counts };
}

/** A builder of a segment. */
export function segmentBuilder(): SegmentBuilder {
  const docs: SearchDoc[] = [];
  const sessions: Entries[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (word: string) => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size);
    return numbers.size - 1;
  };
  return {
    add: (doc, counts) => {
      docs.push(doc);
      const words = Uint32Array.from(counts.keys(), numberOf);
      sessions.push({ words, counts: Uint32Array.from(counts.values()) });
    },
    build: () => {
      const found = byWord(sessions, numbers.size);
      const writer = segmentWriter(docs);
      for (const [word, number] of [...numbers].sort(([one], [other]) => (one < other ? -1 : 1))) {
        const end = found.starts[number + 1] ?? 0;
        for (let at = found.starts[number] ?? 0; at < end; at += 1)
          writer.add(found.docs[at] ?? 0, found.counts[at] ?? 0);
        writer.end(word);
      }
      return writer.segment();
    },
  };
}

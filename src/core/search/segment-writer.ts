import { postingWriter } from './postings.ts';
import { docList, type SearchDoc, type Segment } from './segment.ts';
import { wordList } from './word-list.ts';

/** Makes a segment word by word. */
export interface SegmentWriter {
  /** Adds a session and how often the word has it; within a word the numbers rise. */
  add(doc: number, count: number): void;
  /** Ends a word; words come in rising order, and one that no session has is left out. */
  end(word: string): void;
  segment(): Segment;
}

/** A writer of a segment of these sessions. */
export function segmentWriter(docs: readonly SearchDoc[]): SegmentWriter {
  const writer = postingWriter();
  const words: string[] = [];
  const [offsets, spreads] = [[0], [] as number[]];
  let spread = 0;
  return {
    add: (doc, count) => {
      writer.add(doc, count);
      spread += 1;
    },
    end: (word) => {
      const end = writer.end();
      if (spread === 0) return;
      words.push(word);
      offsets.push(end);
      spreads.push(spread);
      spread = 0;
    },
    segment: () => {
      const all = writer.bytes();
      return {
        docs: docList(docs),
        words: wordList(words),
        offsets: Uint32Array.from(offsets),
        spreads: Uint32Array.from(spreads),
        postings: (from, to) => all.subarray(from, to),
      };
    },
  };
}

/** The segment of no session. */
export const EMPTY_SEGMENT: Segment = segmentWriter([]).segment();

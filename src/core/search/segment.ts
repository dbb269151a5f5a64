import type { WordList } from './word-list.ts';

/** A session as the index knows it. */
export interface SearchDoc {
  readonly id: string;
  /** What tells this state of its file from others; "" for a file that has to be read again. */
  readonly stamp: string;
  /** Where the file lies outside the data root, or null. */
  readonly path: string | null;
  /** The number of its words. */
  readonly length: number;
  readonly protocol: string | null;
  readonly status: string;
  readonly project: string | null;
}

/** The sessions of an index by number; what few of them need is made when it is asked for. */
export interface DocList {
  readonly count: number;
  readonly ids: readonly string[];
  readonly lengths: readonly number[];
  /** Those whose file can change while the sessions folder stays as it is. */
  readonly loose: readonly number[];
  doc(at: number): SearchDoc;
}

/** An index of some sessions: words with their postings, which name the sessions by number. */
export interface Segment {
  readonly docs: DocList;
  readonly words: WordList;
  /** Where the postings of each word begin, and where the last ones end. */
  readonly offsets: Uint32Array;
  /** In how many sessions each word stands. */
  readonly spreads: Uint32Array;
  /** The bytes of the postings from one offset to another. */
  postings(from: number, to: number): Uint8Array;
}

/** A moved file lies elsewhere, a tail grows in place, and what was being written may be written again. */
function isLoose({ path, stamp }: SearchDoc): boolean {
  return path !== null || stamp === '' || stamp.includes('|');
}

/** The list of these sessions. */
export function docList(docs: readonly SearchDoc[]): DocList {
  return {
    count: docs.length,
    ids: docs.map(({ id }) => id),
    lengths: docs.map(({ length }) => length),
    loose: docs.flatMap((doc, at) => (isLoose(doc) ? [at] : [])),
    // Numbers are handed out by this list.
    doc: (at) => docs[at] as SearchDoc,
  };
}

/** All sessions of the list. */
export function allDocs(list: DocList): SearchDoc[] {
  return list.ids.map((_, at) => list.doc(at));
}

/** The postings of the word at a place. */
export function postingsAt({ offsets, postings }: Segment, at: number): Uint8Array {
  return postings(offsets[at] ?? 0, offsets[at + 1] ?? 0);
}

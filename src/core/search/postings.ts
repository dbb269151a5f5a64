/** An index whose bytes make no sense: it has to be built anew. */
export class DamagedIndex extends Error {}

/** Writes the postings of words, one word after another. */
export interface PostingWriter {
  /** Adds a session and the count of the word there; within a word the numbers rise. */
  add(doc: number, count: number): void;
  /** Ends a word; returns where its postings end. */
  end(): number;
  bytes(): Uint8Array;
}

const FIRST_BYTES = 1024;
/** The longest entry: two numbers of 32 bits in groups of 7. */
const ENTRY_BYTES = 10;

/** A writer of postings: for each session the step from the one before and the count, in groups of 7 bits. */
export function postingWriter(): PostingWriter {
  let bytes = new Uint8Array(FIRST_BYTES);
  let length = 0;
  let last = -1;
  const put = (value: number) => {
    let rest = value;
    while (rest > 0x7f) {
      bytes[length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[length++] = rest;
  };
  return {
    add: (doc, count) => {
      if (length + ENTRY_BYTES > bytes.length) {
        const wider = new Uint8Array(2 * bytes.length);
        wider.set(bytes);
        bytes = wider;
      }
      put(doc - last);
      put(count);
      last = doc;
    },
    end: () => {
      last = -1;
      return length;
    },
    bytes: () => bytes.slice(0, length),
  };
}

/** How often a word stands in each session, by number, and in which sessions it stands at all. */
export interface Counts {
  readonly times: Float64Array;
  readonly docs: number[];
}

/** Whose postings are read: so many sessions, which are numbered from `first` on; those with a 1 in `skip` are left out. */
export interface Numbering {
  readonly first: number;
  readonly count: number;
  readonly skip: Uint8Array;
}

/** Adds `weight` times the postings to the counts; false when none counts. Throws `DamagedIndex`. */
export function addPostings(
  bytes: Uint8Array,
  { first, count, skip }: Numbering,
  weight: number,
  into: Counts,
): boolean {
  const { times, docs } = into;
  let value = 0;
  let shift = 0;
  let doc = first - 1;
  let isCount = false;
  let isThere = false;
  for (const byte of bytes) {
    value |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte > 0x7f) continue;
    if (!isCount) doc += value;
    else if (skip[doc] !== 1) {
      const before = times[doc] ?? 0;
      if (before === 0) docs.push(doc);
      times[doc] = before + weight * value;
      isThere = true;
    }
    value = 0;
    shift = 0;
    isCount = !isCount;
  }
  if (shift > 0 || isCount || doc >= first + count) throw new DamagedIndex('the postings have another end');
  return isThere;
}

import { addPostings, type Counts } from './postings.ts';
import { postingsAt, type SearchDoc, type Segment } from './segment.ts';
import { type Variant, wordsAlike, wordsWithPrefix } from './vocabulary.ts';
import { placeOf } from './word-list.ts';

/** The sessions that a search looks through: those of two segments, without some of the first. */
export interface Corpus {
  readonly base: Segment;
  readonly recent: Segment;
  /** Ids of sessions of `base` that have gone, or are in `recent` as they are now. */
  readonly gone: ReadonlySet<string>;
}

/** A word of a query: the words of the index that stand for it, and how much it tells, more for a rarer word. */
export interface Sought {
  /** What each variant begins with. */
  readonly stems: readonly string[];
  readonly variants: ReadonlySet<string>;
  readonly worth: number;
}

/** What was found: the sessions, best first, and how the words of the query were read. */
export interface Ranking {
  readonly docs: readonly SearchDoc[];
  readonly sought: readonly Sought[];
}

/** How many words of the index one word of a query stands for at most. */
const MOST_VARIANTS = 30;
/** The usual constants of BM25: how soon a repeated word counts no more, and how much length counts. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.7;
/** From so many sessions on a word that stands in more than half of them does not count beside a rarer one. */
const LARGE = 50;

/** The sessions of both segments under one numbering. */
interface Shelf {
  readonly parts: readonly { readonly segment: Segment; readonly first: number }[];
  readonly lengths: readonly number[];
  /** 1 for each that counts no more. */
  readonly isGone: Uint8Array;
  /** How many of the first segment count no more. */
  readonly gone: number;
  readonly count: number;
  readonly meanLength: number;
}

function shelve({ base, recent, gone }: Corpus): Shelf {
  const lengths =
    recent.docs.count === 0 ? base.docs.lengths : [...base.docs.lengths, ...recent.docs.lengths];
  const isGone = new Uint8Array(lengths.length);
  let length = lengths.reduce((sum, each) => sum + each, 0);
  let dropped = 0;
  for (const [at, id] of gone.size === 0 ? [] : base.docs.ids.entries()) {
    if (!gone.has(id)) continue;
    isGone[at] = 1;
    dropped += 1;
    length -= lengths[at] ?? 0;
  }
  const count = lengths.length - dropped;
  const parts = [
    { segment: base, first: 0 },
    { segment: recent, first: base.docs.count },
  ];
  return {
    parts,
    lengths,
    isGone,
    gone: dropped,
    count,
    meanLength: Math.max(1, length / Math.max(1, count)),
  };
}

/** Adds the counts of a variant; false when it stands nowhere any more. */
function collect({ parts, isGone }: Shelf, { places, weight }: Variant, counts: Counts): boolean {
  let isThere = false;
  for (const [number, { segment, first }] of parts.entries()) {
    const at = places[number] ?? -1;
    if (at < 0) continue;
    const numbering = { first, count: segment.docs.count, skip: isGone };
    if (addPostings(postingsAt(segment, at), numbering, weight, counts)) isThere = true;
  }
  return isThere;
}

interface Counted extends Sought, Counts {}

function countWord(shelf: Shelf, word: string): Counted {
  const lists = shelf.parts.map(({ segment }) => segment.words);
  const counts: Counts = { times: new Float64Array(shelf.lengths.length), docs: [] };
  const variants = new Set<string>();
  const take = (candidates: readonly Variant[]) => {
    for (const variant of candidates) {
      if (variants.size === MOST_VARIANTS) return;
      if (collect(shelf, variant, counts)) variants.add(variant.word);
    }
  };
  take(wordsWithPrefix(lists, word));
  const isMisspelt = variants.size === 0;
  if (isMisspelt) take(wordsAlike(lists, word));
  const spread = counts.docs.length;
  const worth = Math.log(1 + (shelf.count - spread + 0.5) / (spread + 0.5));
  return { stems: isMisspelt ? [...variants] : [word], variants, worth, ...counts };
}

/** Whether a word that stands in so many sessions tells nothing about any of them. */
const isEverywhere = ({ count }: Shelf, spread: number) => count >= LARGE && 2 * spread > count;

/** The least number of sessions in which a word stands, without a look at its postings. */
function leastSpread({ parts, gone }: Shelf, word: string): number {
  const [base] = parts;
  const at = base === undefined ? -1 : placeOf(base.segment.words, word);
  return (base?.segment.spreads[at] ?? 0) - gone;
}

/** The words that tell sessions apart, each counted; all of them when none of those finds anything. */
function countTelling(shelf: Shelf, words: readonly string[]): Counted[] {
  const rarer = words.filter((word) => !isEverywhere(shelf, leastSpread(shelf, word)));
  const telling = rarer
    .map((word) => countWord(shelf, word))
    .filter(({ docs }) => !isEverywhere(shelf, docs.length));
  return telling.some(({ docs }) => docs.length > 0) ? telling : words.map((word) => countWord(shelf, word));
}

/** For each session its score, and how many words of the query stand in it. */
function score({ lengths, meanLength }: Shelf, words: readonly Counted[]) {
  const scores = new Float64Array(lengths.length);
  const matched = new Uint8Array(lengths.length);
  for (const { times, docs, worth } of words)
    for (const doc of docs) {
      const often = times[doc] ?? 0;
      const size = (lengths[doc] ?? 0) / meanLength;
      const share = often / (often + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * size));
      scores[doc] = (scores[doc] ?? 0) + worth * share;
      matched[doc] = (matched[doc] ?? 0) + 1;
    }
  return { scores, matched };
}

/**
 * Ranks the sessions that `accepts` lets pass by BM25 over the words, which differ; one that has more of them
 * comes before others of like worth, those of equal score in the order of the ids.
 */
export function rank(
  corpus: Corpus,
  words: readonly string[],
  accepts: (doc: SearchDoc) => boolean,
): Ranking {
  const shelf = shelve(corpus);
  const counted = countTelling(shelf, words);
  const { scores, matched } = score(shelf, counted);
  const { base, recent } = corpus;
  const docAt = (at: number) =>
    at < base.docs.count ? base.docs.doc(at) : recent.docs.doc(at - base.docs.count);
  const found = [...new Set(counted.flatMap(({ docs }) => docs))]
    .map((at) => ({ doc: docAt(at), value: (scores[at] ?? 0) * (matched[at] ?? 0) }))
    .filter(({ doc }) => accepts(doc))
    .sort((one, other) => other.value - one.value || (one.doc.id < other.doc.id ? -1 : 1));
  return { docs: found.map(({ doc }) => doc), sought: counted };
}

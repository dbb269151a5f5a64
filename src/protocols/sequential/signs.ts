import { type Chain, type ChainThought, type SignCode, thoughtNumbers } from './state.ts';

/** Something about a chain that is worth knowing and never blocks it. */
export type Sign =
  | { readonly code: 'repetition'; readonly times: number }
  | { readonly code: 'past_estimate'; readonly estimate: number }
  | { readonly code: 'missing_reference'; readonly thoughts: readonly number[] };

/** Like thoughts among the newest `WINDOW` from which on a chain counts as repeating itself. */
const REPEATS = 5;
const WINDOW = 100;

/** What `thought`, not yet part of the chain, shows: in a fixed order, each kind at most once. */
export function signsOf(chain: Chain, thought: ChainThought): readonly Sign[] {
  return [repetition(chain, thought), pastEstimate(chain, thought), missing(chain, thought)].filter(
    (sign) => sign !== null,
  );
}

/** The codes of signs that the chain has not been told about before. */
export function unnoted(chain: Chain, signs: readonly Sign[]): readonly SignCode[] {
  return signs.map((sign) => sign.code).filter((code) => !chain.noted.includes(code));
}

function repetition(chain: Chain, thought: ChainThought): Sign | null {
  const mark = markOf(thought);
  const like = chain.thoughts.slice(1 - WINDOW).filter((each) => markOf(each) === mark);
  return like.length + 1 >= REPEATS ? { code: 'repetition', times: like.length + 1 } : null;
}

/**
 * At least twice the total given with the thought and five beyond it; or, where the total grows along with the
 * thoughts, three times the total given with the first one and ten beyond it.
 */
function pastEstimate(chain: Chain, thought: ChainThought): Sign | null {
  const far = (estimate: number, factor: number, beyond: number) =>
    thought.thoughtNumber >= factor * estimate && thought.thoughtNumber - estimate >= beyond;
  const first = chain.thoughts[0]?.totalThoughts ?? thought.totalThoughts;
  if (far(thought.totalThoughts, 2, 5)) return { code: 'past_estimate', estimate: thought.totalThoughts };
  return far(first, 3, 10) ? { code: 'past_estimate', estimate: first } : null;
}

function missing(chain: Chain, { revisesThought, branchFromThought }: ChainThought): Sign | null {
  const referred = new Set([revisesThought, branchFromThought].filter((each) => each !== undefined));
  const known = thoughtNumbers.of(chain.thoughts);
  const thoughts = [...referred].filter((number) => !known.has(number));
  return thoughts.length > 0 ? { code: 'missing_reference', thoughts } : null;
}

const marks = new WeakMap<ChainThought, number>();

/** A number that is the same for texts which differ only in counters, punctuation, spacing and case. */
function markOf(thought: ChainThought): number {
  const known = marks.get(thought);
  if (known !== undefined) return known;
  const mark = hash(comparedPart(thought.thought));
  marks.set(thought, mark);
  return mark;
}

/** Code units at each end of a long text's skeleton that are compared; between them it may differ unseen. */
const END = 250;

/** What texts are compared by: the whole skeleton, of a long text its two ends. */
function comparedPart(text: string): string {
  if (text.length <= 4 * END) return skeleton(text);
  // Twice as much is read, so that a word cut by the reading falls outside of what is compared.
  const [start, end] = [skeleton(text.slice(0, 2 * END)), skeleton(text.slice(-2 * END))];
  return `${start.slice(0, END)} ${end.slice(-END)}`;
}

const COUNTING_WORDS = new Set(
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
    'eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred',
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth',
  ].flatMap((row) => row.split(' ')),
);

/** Whether a word counts: a counting word, a single letter, a Roman numeral up to 39. */
function isCounter(word: string): boolean {
  return word.length === 1 || COUNTING_WORDS.has(word) || (word.length < 8 && /^[ivx]+$/u.test(word));
}

/** The words of a text in lower case, each number, counting word or single letter as `#`, runs of these as one. */
function skeleton(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[\p{N}一二三四五六七八九十百]+/gu, '#')
    .split(/[^\p{L}\p{M}\p{S}#]+/u)
    .map((word) => (isCounter(word) ? '#' : word));
  return words.filter((word, at) => word !== '' && (word !== '#' || words[at - 1] !== '#')).join(' ');
}

/** A hash of 52 bits: two rounds of multiply-and-fold with different factors. */
function hash(text: string): number {
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (high >>> 15);
  }
  return (low >>> 0) + (high >>> 12) * 0x1_0000_0000;
}

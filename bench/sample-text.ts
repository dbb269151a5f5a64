const WORDS =
  'the cost of a cache depends on how often its content changes and who reads it first so before we move any traffic we should measure which share of all requests is public what an outage of the origin would mean for each region and whether the team can purge an entry within one minute of a correction'.split(
    ' ',
  );

/** A repeatable stream of whole numbers from 0 to 2^31 - 1. */
function numbers(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state;
  };
}

/** Prose-like text of about `length` characters, the same for the same seed. */
export function sampleText(seed: number, length: number): string {
  const next = numbers(seed);
  const words: string[] = [];
  for (let size = 0; size < length; ) {
    const word = WORDS[(next() >> 8) % WORDS.length] ?? '';
    words.push(word);
    size += word.length + 1;
  }
  return words.join(' ').slice(0, length);
}

/** The text with about one word in ten replaced. */
export function rewritten(text: string, seed: number): string {
  const next = numbers(seed);
  const swap = (word: string) =>
    (next() >> 8) % 10 === 0 ? (WORDS[(next() >> 8) % WORDS.length] ?? word) : word;
  return text.split(' ').map(swap).join(' ');
}

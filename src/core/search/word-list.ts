/** Words in rising order as one text, since most of them are never looked at one by one. */
export interface WordList {
  /** The words, one behind the other. */
  readonly text: string;
  /** Where each word begins in `text`, in UTF-16 units, and where the last one ends. */
  readonly starts: Uint32Array;
}

/** The list of these words, which are in rising order. */
export function wordList(words: readonly string[]): WordList {
  const starts = new Uint32Array(words.length + 1);
  for (const [at, { length }] of words.entries()) starts[at + 1] = (starts[at] ?? 0) + length;
  return { text: words.join(''), starts };
}

/** How many words the list has. */
export function wordCount({ starts }: WordList): number {
  return starts.length - 1;
}

/** The length of the word at a place, in UTF-16 units. */
export function lengthAt({ starts }: WordList, at: number): number {
  return (starts[at + 1] ?? 0) - (starts[at] ?? 0);
}

/** The word at a place; "" beyond the end. */
export function wordAt({ text, starts }: WordList, at: number): string {
  return text.slice(starts[at], starts[at + 1] ?? 0);
}

/** The place of the first word that is not less than `wanted`. */
export function placeFrom(list: WordList, wanted: string): number {
  let low = 0;
  let high = wordCount(list);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (wordAt(list, middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of a word, or -1. */
export function placeOf(list: WordList, word: string): number {
  const at = placeFrom(list, word);
  return at < wordCount(list) && wordAt(list, at) === word ? at : -1;
}

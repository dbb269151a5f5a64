import { once } from '../once.ts';

/** A word as the index has it, and where it stands in its text, in UTF-16 units. */
export interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /[\p{L}\p{N}\p{M}]+/gu;
const ASCII = /^[a-z0-9]*$/iu;
/** Scripts that set no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = once(() => new Intl.Segmenter('en', { granularity: 'word' }));
/** The accents that fall away: the general ones, the vowel points of Hebrew and of Arabic. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/gu;
/** Letters that stand for others and have no decomposition. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
};
const SPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'gu');
/** The rest of a longer word is left out, in UTF-16 units. */
export const LONGEST_WORD = 40;

/** A word without case, accents and differences of width. */
function fold(token: string): string {
  if (ASCII.test(token)) return token.toLowerCase().slice(0, LONGEST_WORD);
  const bare = token.normalize('NFKD').replace(ACCENTS, '').toLowerCase();
  const spelled = bare.replace(SPELLED, (letter) => SPELLINGS[letter] ?? letter);
  return spelled.normalize('NFC').slice(0, LONGEST_WORD);
}

/** The words of a text in their order, in any language; signs and blanks are none. */
export function placedWords(text: string): PlacedWord[] {
  const found: PlacedWord[] = [];
  const add = (token: string, start: number) => {
    const word = fold(token);
    if (word !== '') found.push({ word, start, end: start + token.length });
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (!UNSPACED.test(token)) add(token, index);
    else
      for (const part of segmenter().segment(token))
        if (part.isWordLike) add(part.segment, index + part.index);
  }
  return found;
}

/** The words of a text without their places. */
export function wordsOf(text: string): string[] {
  return placedWords(text).map(({ word }) => word);
}

/** Whether the word belongs to a script whose words are one or two letters long. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

import { diffArrays } from 'diff';

/** A stretch of two texts: in both, only in the older, or only in the newer. */
export interface Part {
  readonly kind: 'same' | 'out' | 'in';
  readonly text: string;
}

/** Beyond so many changed words a comparison costs too much and tells nothing. */
const MOST_EDITS = 1000;
/** Texts of which less is common than this share are better read one after the other. */
const LEAST_COMMON = 0.3;

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** What changed from one text to the next, word by word; null when they have too little in common. */
export function wordDiff(before: string, after: string): readonly Part[] | null {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MOST_EDITS });
  if (changes === undefined) return null;
  const parts = changes.map(({ added, removed, value }): Part => {
    return { kind: added ? 'in' : removed ? 'out' : 'same', text: value.join('') };
  });
  const common = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  return common < LEAST_COMMON * Math.max(before.trim().length, after.trim().length) ? null : joined(parts);
}

/** Changes with nothing but space between them are read as one: all that went out, then all that came in. */
function joined(parts: readonly Part[]): readonly Part[] {
  const result: Part[] = [];
  let [out, come] = ['', ''];
  const flush = () => {
    if (out !== '') result.push({ kind: 'out', text: out });
    if (come !== '') result.push({ kind: 'in', text: come });
    [out, come] = ['', ''];
  };
  for (const [place, { kind, text }] of parts.entries()) {
    const isGap = kind === 'same' && text.trim() === '' && out + come !== '' && place < parts.length - 1;
    if (kind === 'out' || isGap) out += text;
    if (kind === 'in' || isGap) come += text;
    if (kind !== 'same' || isGap) continue;
    flush();
    result.push({ kind, text });
  }
  flush();
  return result;
}

/** Space, words, and every other sign by itself. */
const PIECES = /\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu;
/** Scripts that put no space between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

function wordsOf(text: string): string[] {
  const pieces = text.replace(/\r\n?/gu, '\n').trim().match(PIECES) ?? [];
  return pieces.flatMap((piece) => (UNSPACED.test(piece) ? segments(piece) : piece));
}

/** In short stretches, because the time that a segmenter takes grows with the square of the text. */
function segments(text: string): string[] {
  const stretches = text.match(/.{1,200}/gu) ?? [];
  return stretches.flatMap((stretch) => Array.from(WORDS.segment(stretch), ({ segment }) => segment));
}

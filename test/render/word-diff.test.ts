import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordDiff } from '../../src/render/word-diff.ts';

const side = (before: string, after: string, mine: 'out' | 'in') =>
  wordDiff(before, after)
    ?.filter(({ kind }) => kind === 'same' || kind === mine)
    .map(({ text }) => text)
    .join('');

describe('a comparison word by word', () => {
  it('tells what went out and what came in', () => {
    expect(wordDiff('The cache is fast.', 'The cache is not slow.')).toEqual([
      { kind: 'same', text: 'The cache is ' },
      { kind: 'out', text: 'fast' },
      { kind: 'in', text: 'not slow' },
      { kind: 'same', text: '.' },
    ]);
  });

  it('reads changes with only space between them as one', () => {
    expect(wordDiff('Keep this end: red hot sun.', 'Keep this end: blue cold moon.')).toEqual([
      { kind: 'same', text: 'Keep this end: ' },
      { kind: 'out', text: 'red hot sun' },
      { kind: 'in', text: 'blue cold moon' },
      { kind: 'same', text: '.' },
    ]);
  });

  it('knows the words of a language without spaces', () => {
    const parts = wordDiff('キャッシュは速いです', 'キャッシュは遅いです');
    expect(parts?.some(({ kind, text }) => kind === 'same' && text.startsWith('キャッシュ'))).toBe(true);
  });

  it('is given up for texts that have little in common or are very long and quite different', () => {
    expect(wordDiff('one two three', 'four five six')).toBeNull();
    const words = (name: string) => Array.from({ length: 3000 }, (_, n) => `${name}${n}`).join(' ');
    expect(wordDiff(words('a'), words('b'))).toBeNull();
  });

  it('loses no letter of either text', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '.', '\n', '日本', '👍'), { maxLength: 30 });
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [before, after] = [`common ${one.join('')} stem`, `common ${other.join('')} stem`];
        if (wordDiff(before, after) === null) return;
        expect(side(before, after, 'out')).toBe(before);
        expect(side(before, after, 'in')).toBe(after);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesIn } from '../../../src/core/search/matches.ts';
import type { Sought } from '../../../src/core/search/ranking.ts';
import { bestFinding } from '../../../src/core/search/snippet.ts';
import { placedWords } from '../../../src/core/search/words.ts';
import { codePointLength } from '../../../src/core/text.ts';

const sought = (...words: string[]): Sought[] =>
  words.map((word) => ({ stems: [word], variants: new Set([word]), worth: 1 }));
const place = (n: number) => ({ thought_id: `t${n}` });

describe('the snippet', () => {
  it('comes from the place that holds most of the words, and counts the others', () => {
    const passages = ['only walrus here', 'the walrus and the carpenter', 'carpenter', 'nobody'];
    const found = bestFinding(
      passages.map((text, n) => ({ place: place(n), text })),
      sought('walrus', 'carpenter'),
    );
    expect(found).toEqual({ place: place(1), snippet: 'the walrus and the carpenter', others: 2 });
  });

  it('shows the words deep inside a long text, on one line', () => {
    const text = `${'filler words\n'.repeat(5000)}the walrus sat down${' more filler'.repeat(5000)}`;
    const { snippet = '' } = bestFinding([{ place: {}, text }], sought('walrus')) ?? {};
    expect(snippet).toContain('the walrus sat down');
    expect(snippet).toMatch(/^\.\.\.\S.*\.\.\.$/);
  });

  it('is nothing where no word stands', () => {
    expect(bestFinding([{ place: {}, text: 'walruses' }], sought('walrus'))).toBeNull();
  });

  it('never exceeds 160 characters, splits no grapheme and stays in the text', () => {
    const family = '👩‍👩‍👧‍👦';
    const piece = fc.constantFrom('walrus', ' ', '\n', 'word ', family, 'e\u0301', '東京', 'я', '.');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 120 }), (pieces) => {
        const text = `${pieces.join('')} walrus ${pieces.join('')}`;
        const { snippet = '' } = bestFinding([{ place: {}, text }], sought('walrus')) ?? {};
        expect(codePointLength(snippet)).toBeLessThanOrEqual(160);
        const shown = snippet.replace(/^\.\.\./, '').replace(/\.\.\.$/, '');
        expect(text.replace(/\s+/gu, ' ')).toContain(shown.trim());
        expect(shown.replaceAll(family, '')).not.toContain('\u200d');
        expect(shown.replaceAll('e\u0301', '')).not.toMatch(/^\u0301|e$(?!\u0301)/u);
      }),
    );
  });
});

describe('the matches in a text', () => {
  it('are the same however the text is read', () => {
    const word = fc.constantFrom(
      'cat',
      'cats',
      'Cat',
      'concat',
      'a',
      'a1',
      'x'.repeat(45),
      '-',
      '_',
      ' ',
      '—',
      '’',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const text = words.join('');
        const variants = [
          { stems: ['cat'], variants: new Set(['cat', 'cats']), worth: 1 },
          ...sought('a', 'x'.repeat(40)),
        ];
        const slow = placedWords(text).flatMap(({ word: each, start, end }) => {
          const at = variants.findIndex((one) => one.variants.has(each));
          return at < 0 ? [] : [{ start, end, word: at }];
        });
        expect(matchesIn(text, variants)).toEqual(slow);
      }),
    );
  });
});

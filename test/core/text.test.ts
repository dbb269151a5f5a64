import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codePointLength,
  cutText,
  excerpt,
  fixedHalfEven,
  flat,
  foldWhitespace,
  inert,
  isBlank,
  jsonText,
  roundHalfEven,
  shownText,
  utf8Length,
} from '../../src/core/text.ts';

const graphemesOf = (text: string) =>
  Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), (each) => each.segment);

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', ' ', '\r\n', '👨‍👩‍👧', '🇩🇪', 'é', '字', 'か\u3099', '각', '\ud83d'))
    .map((all) => all.join('')),
);

describe('lengths', () => {
  it('counts code points, not UTF-16 units', () => {
    expect(codePointLength('a😀é')).toBe(3);
    expect(codePointLength('\ud83d')).toBe(1);
  });

  it('counts bytes of UTF-8', () => {
    expect(utf8Length('a😀é')).toBe(7);
  });

  it('agrees with string iteration on any text', () => {
    fc.assert(fc.property(anyText, (text) => codePointLength(text) === Array.from(text).length));
  });
});

describe('whitespace', () => {
  it('folds every run to one space and trims', () => {
    expect(foldWhitespace(' a \n\t b  ')).toBe('a b');
  });

  it('knows a blank text', () => {
    expect(isBlank(' \n\t')).toBe(true);
    expect(isBlank(' x ')).toBe(false);
  });
});

describe('cutText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc...'],
    ['ab cd', 3, 'ab...'],
    ['abc', 0, '...'],
    ['abc', -1, '...'],
    ['', 0, ''],
    ['👨‍👩‍👧x', 3, '...'],
    ['a👨‍👩‍👧x', 6, 'a👨‍👩‍👧...'],
    ['🇩🇪🇫🇷x', 3, '🇩🇪...'],
    ['e\u0301e\u0301', 3, 'e\u0301...'],
    ['a\r\nb', 2, 'a...'],
  ])('cuts %j after %i code points to %j', (text, max, expected) => {
    expect(cutText(text, max)).toBe(expected);
  });

  it('keeps only whole graphemes of any text and never more than the limit', () => {
    fc.assert(
      fc.property(anyText, fc.nat(30), (text, max) => {
        const cut = cutText(text, max);
        if (codePointLength(text) <= max) return cut === text;
        const kept = cut.slice(0, -3);
        const graphemes = graphemesOf(text);
        const prefixes = [
          '',
          ...graphemes.map((_, index) =>
            graphemes
              .slice(0, index + 1)
              .join('')
              .trimEnd(),
          ),
        ];
        return prefixes.includes(kept) && codePointLength(kept) <= max;
      }),
      { numRuns: 2000 },
    );
  });

  it('copes with a grapheme of any length', () => {
    expect(cutText(`a${'\u0301'.repeat(50_000)}`, 40_000)).toBe('...');
  });
});

describe('excerpt', () => {
  it('folds before it cuts', () => {
    expect(excerpt(' a  b  c ', 5)).toBe('a b c');
    expect(excerpt(' a  b  c ', 4)).toBe('a b...');
  });

  it('leaves an excerpt that already fits alone', () => {
    fc.assert(
      fc.property(anyText, fc.nat(30), (text, max) => {
        const once = excerpt(text, max);
        return excerpt(once, max + 3) === once;
      }),
    );
  });
});

describe('rounding to even', () => {
  it.each([
    [0.625, 2, '0.62'],
    [0.875, 2, '0.88'],
    [0.125, 2, '0.12'],
    [-0.125, 2, '-0.12'],
    [0.375, 2, '0.38'],
    [2.5, 0, '2'],
    [3.5, 0, '4'],
    [1.005, 2, '1.00'],
    [2.675, 2, '2.67'],
    [0.7999999999999999, 2, '0.80'],
    [0, 2, '0.00'],
    [1, 2, '1.00'],
  ])('writes %d with %i decimals as %s', (value, digits, expected) => {
    expect(fixedHalfEven(value, digits)).toBe(expected);
    expect(roundHalfEven(value, digits)).toBe(Number(expected));
  });

  it('leaves what has no decimals to round as it is', () => {
    expect(roundHalfEven(Number.NaN, 2)).toBeNaN();
    expect(roundHalfEven(1e22, 2)).toBe(1e22);
  });

  it('is never further than half a step away and is idempotent', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.nat(6), (value, digits) => {
        const rounded = roundHalfEven(value, digits);
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 * 10 ** -digits * (1 + 1e-6));
        expect(roundHalfEven(rounded, digits)).toBe(rounded);
      }),
    );
  });
});

describe('a text that is shown', () => {
  it('keeps its lines and tabs and loses every other control sign and half of a pair', () => {
    expect(inert('a\tb\nc\r\nd\re')).toBe('a\tb\nc\nd\ne');
    expect(inert('\u001b[31m\u0000\u009b\u007f\ud800')).toBe('\ufffd[31m\ufffd\ufffd\ufffd\ufffd');
  });

  it('stands on one line, in its own direction', () => {
    expect(flat('a\u001b\r\nb\u2028c')).toBe('a b c');
    expect(flat('fdp.\u202egpj.exe\u2066\u2069')).toBe('fdp.gpj.exe');
  });

  it('holds nothing of the kind, whatever was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(inert(text)).not.toMatch(/(?![\t\n])\p{Cc}/u);
        expect(flat(text)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(shownText(text)).not.toMatch(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  it('stands in JSON as it is, with nothing of the kind in the JSON', () => {
    expect(jsonText({ a: 'x\u009b\u202ey\u007f' })).toBe('{\n  "a": "x\\u009b\\u202ey\\u007f"\n}\n');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = jsonText([text]);
        expect(JSON.parse(json)).toEqual([text]);
        expect(json).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});

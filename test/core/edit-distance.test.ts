import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisedDistance } from '../../src/core/edit-distance.ts';

/** The textbook table, over code points. */
function reference(a: string, b: string): number {
  const right = Array.from(b);
  let row = [0, ...right.map((_, index) => index + 1)];
  for (const [i, x] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, y] of right.entries())
      next.push(Math.min((row[j] ?? 0) + (x === y ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  const longest = Math.max(Array.from(a).length, right.length);
  return longest === 0 ? 0 : (row.at(-1) ?? 0) / longest;
}

const shortText = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '😀', '😁', 'é', '\ud83d'),
  maxLength: 80,
});
const words = (count: number, word: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => word(i)).join(' ');
/** A fixed pseudo-random sequence, so that big texts differ everywhere and runs repeat. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 8;
  };
}

describe('distance of short texts', () => {
  it.each([
    ['', '', 0],
    ['same', 'same', 0],
    ['', 'abc', 1],
    ['ab', 'ac', 0.5],
    ['kitten', 'sitting', 3 / 7],
    ['tide', 'diet', 0.75],
    ['abcdefghij', 'abcdefghiJ', 0.1],
    ['x'.repeat(199), `!${'x'.repeat(199)}`, 1 / 200],
    ['a😀b', 'a😁b', 1 / 3],
    ['😀', '😁', 1],
  ])('%j to %j', (a, b, expected) => {
    expect(normalisedDistance(a, b)).toEqual({ distance: expected, unit: 'character' });
  });

  it('is Levenshtein over the longer length, whatever the characters', () => {
    fc.assert(
      fc.property(shortText, shortText, (a, b) => {
        expect(normalisedDistance(a, b).distance).toBeCloseTo(reference(a, b), 12);
      }),
      { numRuns: 500 },
    );
  });

  it('is symmetric, zero only for equal texts, and within 0 and 1', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const { distance } = normalisedDistance(a, b);
        expect(normalisedDistance(b, a).distance).toBe(distance);
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThanOrEqual(1);
        expect(distance === 0).toBe(a === b);
      }),
    );
  });

  it('tells thousands of distinct characters beyond the basic plane apart', () => {
    const text = Array.from({ length: 5000 }, (_, i) => String.fromCodePoint(0x20000 + i));
    const changed = text.with(10, '!').with(4000, '?');
    expect(normalisedDistance(text.join(''), changed.join('')).distance).toBe(2 / 5000);
  });
});

describe('distance of long texts', () => {
  it('counts characters up to 20,000 and words beyond', () => {
    const edge = 'ab '.repeat(6666).padEnd(20_000, 'x');
    expect(normalisedDistance(edge, 'y').unit).toBe('character');
    expect(normalisedDistance(`${edge}x`, 'y').unit).toBe('word');
    expect(normalisedDistance('y', `${edge}x`).unit).toBe('word');
  });

  it('measures the limit in code points', () => {
    expect(normalisedDistance('😀'.repeat(20_000), '').unit).toBe('character');
    expect(normalisedDistance('😀'.repeat(20_001), '').unit).toBe('word');
  });

  it('counts changed words', () => {
    const text = words(10_000, (i) => `w${i}`);
    expect(normalisedDistance(text, text.replace('w5000 ', 'other '))).toEqual({
      distance: 1 / 10_000,
      unit: 'word',
    });
  });

  it('counts each letter of a script without spaces', () => {
    const text = '思考'.repeat(15_000);
    expect(normalisedDistance(text, `${text.slice(0, 9000)}新${text.slice(9001)}`).distance).toBe(1 / 30_000);
  });

  it('is 0 for texts that differ in whitespace only, even without a word', () => {
    expect(normalisedDistance(' '.repeat(30_000), ' '.repeat(40_000)).distance).toBe(0);
  });

  it('is small for a small change at both ends of the largest texts', () => {
    const next = sequence(7);
    const text = words(131_000, () => String.fromCharCode(97 + (next() % 26)));
    const { distance } = normalisedDistance(`X ${text} end`, `${text} Y other end!`);
    expect(distance).toBeGreaterThan(0);
    expect(distance).toBeLessThan(0.001);
  });

  it('is exact where few of 55,000 words differ, though their places do', () => {
    const list = Array.from({ length: 55_000 }, (_, i) => `w${i}`);
    const changed = list.map((word, i) => (i % 200 === 0 ? `x${i}` : word));
    const before = Array.from({ length: 50 }, (_, i) => `new${i}`);
    const { distance } = normalisedDistance(list.join(' '), [...before, ...changed].join(' '));
    expect(distance).toBe((275 + 50) / 55_050);
  });

  it('is an upper bound for texts of which much differs', () => {
    const half = words(14_000, (i) => `a${i}`);
    const rest = words(14_000, (i) => `b${i}`);
    const other = words(14_000, (i) => `c${i}`);
    const { distance } = normalisedDistance(`${half} ${rest}`, `${other} ${half}`);
    expect(distance).toBeGreaterThanOrEqual(28_000 / 28_000 - 1e-9);
    expect(distance).toBeLessThanOrEqual(1);
    expect(normalisedDistance(`${half} ${rest}`, `${half} ${other}`).distance).toBe(0.5);
  });

  it.each<[string, (next: () => number) => string]>([
    ['single-letter words', (next) => words(131_072, () => String.fromCharCode(97 + (next() % 26)))],
    ['distinct words', (next) => words(60_000, () => (next() % 65_000).toString(36))],
    [
      'no spaces',
      (next) => Array.from({ length: 262_144 }, () => String.fromCharCode(97 + (next() % 26))).join(''),
    ],
    [
      'Chinese',
      (next) => Array.from({ length: 87_000 }, () => String.fromCharCode(0x4e00 + (next() % 3000))).join(''),
    ],
  ])(
    'answers for unlike texts of %s',
    (_name, make) => {
      const a = make(sequence(1));
      const b = make(sequence(2));
      const { distance } = normalisedDistance(a, b);
      expect(distance).toBeGreaterThan(0.4);
      expect(distance).toBeLessThanOrEqual(1);
      expect(normalisedDistance(b, a).distance).toBe(distance);
    },
    30_000,
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeVector, DIMENSIONS, overall, UtilityVector } from '../../src/core/utility.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const vectors = fc.array(unit, { minLength: 7, maxLength: 7 }).map(vectorOf);
const partial = fc.dictionary(fc.constantFrom(...DIMENSIONS), unit);

function vectorOf(values: readonly number[]): UtilityVector {
  return UtilityVector.parse(Object.fromEntries(DIMENSIONS.map((name, index) => [name, values[index]])));
}

describe('the overall score', () => {
  it('is the mean of the seven, added left to right and not rounded', () => {
    expect(overall(vectorOf([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]))).toBeCloseTo(0.4, 12);
    expect(overall(vectorOf(Array(7).fill(0.8)))).toBe((0.8 + 0.8 + 0.8 + 0.8 + 0.8 + 0.8 + 0.8) / 7);
  });

  it('counts every dimension once', () => {
    for (const name of DIMENSIONS)
      expect(overall({ ...vectorOf(Array(7).fill(0)), [name]: 1 })).toBeCloseTo(1 / 7, 12);
  });

  it('lies from 0 to 1', () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        expect(overall(vector)).toBeGreaterThanOrEqual(0);
        expect(overall(vector)).toBeLessThanOrEqual(1);
      }),
    );
    expect(overall(vectorOf(Array(7).fill(1)))).toBe(1);
  });
});

describe('a full vector', () => {
  it('counts what nobody ever scored as 0.5 and names it', () => {
    const { vector, defaulted } = completeVector({ clarity: 0.9, evidence: 0 }, null);
    expect(vector).toEqual({ ...vectorOf(Array(7).fill(0.5)), clarity: 0.9, evidence: 0 });
    expect(defaulted).toEqual(['correctness', 'novelty', 'bias_resistance', 'actionability', 'coverage']);
  });

  it('carries what was scored before and then names nothing', () => {
    const before = vectorOf([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
    const { vector, defaulted } = completeVector({ correctness: 0 }, before);
    expect(vector).toEqual({ ...before, correctness: 0 });
    expect(defaulted).toEqual([]);
  });

  it('has all seven within range, takes what was given, and leaves its sources alone', () => {
    fc.assert(
      fc.property(partial, fc.option(vectors), (given, previous) => {
        const copies = structuredClone({ given, previous });
        const { vector, defaulted } = completeVector(given, previous);
        expect(UtilityVector.safeParse(vector).success).toBe(true);
        expect(Object.keys(vector)).toEqual([...DIMENSIONS]);
        expect(vector).toMatchObject(given);
        const open = DIMENSIONS.filter((name) => !(name in given));
        expect(defaulted).toEqual(previous === null ? open : []);
        expect({ given, previous }).toEqual(copies);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnMean, difference, equilibriumOf } from '../../../vendor/necort/matrix.ts';

const rating = fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { nil: null });
const matrices = fc
  .integer({ min: 1, max: 6 })
  .chain((n) => fc.array(fc.array(rating, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }));

describe('the mean of a column', () => {
  it('leaves out the own rating, missing ones and short rows', () => {
    const matrix = [
      [9, 8],
      [7, 0, 5],
      [6, null, 0],
    ];
    expect(columnMean(matrix, 0)).toBe(6.5);
    expect(columnMean(matrix, 1)).toBe(8);
    expect(columnMean(matrix, 2)).toBe(5);
    expect(columnMean([[0]], 0)).toBeNull();
  });
});

describe('the equilibrium set', () => {
  it('holds every candidate with the highest mean, equal within 1e-9', () => {
    expect(
      equilibriumOf([
        [0, 8, 6],
        [7, 0, 5],
        [6, 9, 0],
      ]),
    ).toEqual([1]);
    expect(
      equilibriumOf([
        [0, 0.3],
        [0.1 + 0.2, 0],
      ]),
    ).toEqual([0, 1]);
    expect(
      equilibriumOf([
        [0, 5],
        [5.00001, 0],
      ]),
    ).toEqual([0]);
  });

  it('leaves out who was not rated, unless nobody was', () => {
    expect(
      equilibriumOf([
        [0, null],
        [0, 0],
      ]),
    ).toEqual([0]);
    expect(
      equilibriumOf([
        [0, null],
        [null, 0],
      ]),
    ).toEqual([0, 1]);
  });

  it('is never empty, ascending, and beaten by nobody', () => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        const set = equilibriumOf(matrix);
        expect(set.length).toBeGreaterThan(0);
        expect(set).toEqual([...set].sort((a, b) => a - b));
        const best = columnMean(matrix, set[0] ?? -1);
        for (const index of matrix.keys())
          expect(columnMean(matrix, index) ?? -1).toBeLessThanOrEqual((best ?? -1) + 1e-9);
      }),
    );
  });
});

describe('the difference of two matrices', () => {
  it('is the mean over the pairs that both rate', () => {
    expect(
      difference(
        [
          [0, 8],
          [6, 0],
        ],
        [
          [10, 7],
          [4, 0],
        ],
      ),
    ).toBe(1.5);
    expect(
      difference(
        [
          [0, null],
          [6, 0],
        ],
        [
          [0, 7],
          [4, 0],
        ],
      ),
    ).toBe(2);
    expect(
      difference(
        [
          [0, null],
          [null, 0],
        ],
        [
          [0, 7],
          [4, 0],
        ],
      ),
    ).toBeNull();
  });

  it('is symmetric, and 0 between a matrix and itself', () => {
    fc.assert(
      fc.property(matrices, matrices, (one, other) => {
        expect(difference(one, other)).toBe(difference(other, one));
        expect(difference(one, one) ?? 0).toBe(0);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCount } from '../../../src/core/lenient/count.ts';

describe('readCount', () => {
  it.each<[unknown, number]>([
    [50, 50],
    ['50', 50],
    [' 50 ', 50],
    ['50.0', 50],
    [50.0, 50],
    ['-3', -3],
    ['-0', 0],
    [0, 0],
  ])('reads %j', (input, value) => {
    expect(readCount(input)).toEqual({ ok: true, value });
  });

  it.each<[unknown, string]>([
    [1.5, 'not_whole'],
    [Number.NaN, 'not_whole'],
    [Number.POSITIVE_INFINITY, 'not_whole'],
    ['99999999999999999999', 'not_whole'],
    ['1.5', 'not_a_number'],
    ['abc', 'not_a_number'],
    ['', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['0x10', 'not_a_number'],
    [null, 'not_a_number'],
    [true, 'not_a_number'],
    [[5], 'not_a_number'],
  ])('refuses %j', (input, reason) => {
    expect(readCount(input)).toMatchObject({ ok: false, reason });
  });

  it('reads every safe integer from its text and never throws', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.anything(), (number, other) => {
        expect(readCount(String(number))).toEqual({ ok: true, value: number });
        expect(typeof readCount(other).ok).toBe('boolean');
      }),
    );
  });
});

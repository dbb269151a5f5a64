import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFlag } from '../../../src/core/lenient/flag.ts';

describe('readFlag', () => {
  it.each<[row: string, input: unknown, value: boolean]>([
    ['72', true, true],
    ['72', false, false],
    ['73', 1, true],
    ['73', 0, false],
    ['74', 5, true],
    ['74', -1, true],
    ['75', 1.0, true],
    ...['TRUE', ' Yes ', 't', 'y', 'on', '1'].map((word) => ['77', word, true] as [string, string, boolean]),
    ...['F', 'off', 'N', ' no ', '0'].map((word) => ['78', word, false] as [string, string, boolean]),
  ])('row %s: %j is %s', (_row, input, value) => {
    expect(readFlag(input)).toEqual({ ok: true, value });
  });

  it.each<[row: string, input: unknown]>([
    ['76', 2.5],
    ['76', []],
    ['79', ''],
    ['79', 'maybe'],
    ['79', '2'],
    ['79', 'enabled'],
    ['80', null],
    ['81', 'null'],
    ['none', Number.NaN],
    ['none', 'constructor'],
  ])('row %s: %j is refused', (_row, input) => {
    expect(readFlag(input)).toMatchObject({ ok: false, reason: 'not_a_flag' });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => typeof readFlag(value).ok === 'boolean'));
  });
});

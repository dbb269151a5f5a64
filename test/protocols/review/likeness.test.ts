import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thinIn } from '../../../src/protocols/review/likeness.ts';
import { THRESHOLDS, textAt } from '../../support/review-bench.ts';

const found = (texts: readonly string[], thresholds = THRESHOLDS, from = 0) =>
  thinIn(
    'steelman',
    'strongest_case',
    { strongest_case: texts.map((text) => ({ text })) },
    thresholds,
    from,
  ).map(({ code, index }) => `${code} ${index}`);

describe('thin texts', () => {
  it.each([
    ['x'.repeat(30)],
    ['bad bad bad bad bad bad bad bad bad'],
    ['too slow xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'],
    ['哈'.repeat(40)],
  ])('are padded: %s', (text) => {
    expect(found([text])).toEqual(['padded 0']);
  });

  it.each([
    [textAt(0)],
    ['系统在高峰时段从未经过测试,没有人知道它会怎样表现。'],
    [`${textAt(0)} ${textAt(1)} ${textAt(2)} `.repeat(20)],
  ])('are not padded: %s', (text) => {
    expect(found([text])).toEqual([]);
  });

  it('are near-equal whatever their case, spaces and last sign', () => {
    const [one, other] = [textAt(0), `  ${textAt(0).toUpperCase().replaceAll(' ', '\n ')}!`];
    expect(found([one, textAt(1), other])).toEqual(['near_equal 2']);
  });

  it('are reported by the given thresholds only, and from the given place on', () => {
    expect(found([textAt(0), textAt(0)], { near_equal: 1, padded: 0 })).toEqual(['near_equal 1']);
    expect(found(['x'.repeat(30)], { near_equal: 1, padded: 0 })).toEqual([]);
    expect(found([textAt(0), textAt(0), textAt(0)], THRESHOLDS, 2)).toEqual(['near_equal 2']);
  });

  it('are any text beside its own copy, and never the first of two', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        const near = found([text, text]).filter((each) => each.startsWith('near'));
        expect(near).toEqual(['near_equal 1']);
      }),
    );
  });
});

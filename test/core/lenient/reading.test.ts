import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTable, notGiven, refuse, show } from '../../../src/core/lenient/reading.ts';

describe('notGiven', () => {
  it.each([undefined, null, '', ' \n', 'null', ' null '])('holds for %j', (value) => {
    expect(notGiven(value)).toBe(true);
  });

  it.each([0, false, 'none', [], {}, Number.NaN, 'Null'])('does not hold for %j', (value) => {
    expect(notGiven(value)).toBe(false);
  });
});

describe('refuse', () => {
  it('names only what is known', () => {
    expect(refuse('blank')).toEqual({ ok: false, reason: 'blank' });
    expect(refuse('blank', { at: 'a', got: { b: 1 } })).toEqual({
      ok: false,
      reason: 'blank',
      at: 'a',
      got: '{"b":1}',
    });
  });
});

describe('show', () => {
  it('puts any value on one short line', () => {
    expect(show('a\n b')).toBe('a b');
    expect(show(Number.NaN)).toBe('NaN');
    expect(show(10n)).toBe('10');
    expect(show(undefined)).toBe('undefined');
  });

  it('never throws and never runs long', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(show(loop)).toBe('object');
    fc.assert(fc.property(fc.anything(), (value) => Array.from(show(value)).length <= 63));
  });
});

describe('isTable', () => {
  it('tells tables from lists and null', () => {
    expect([isTable({}), isTable([]), isTable(null), isTable('a')]).toEqual([true, false, false, false]);
  });
});

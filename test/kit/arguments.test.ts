import { describe, expect, it } from 'vitest';
import { readArguments, unknownNames } from '../../src/kit/arguments.ts';
import { flag, list, optional, prose, scores, text } from '../../src/kit/field.ts';

const limits = { textBytes: 20 };
const fields = { first: prose(), second: text(), third: optional(flag()), fourth: optional(list()) };
const good = { first: 'one', second: 'two' };

function problem(raw: Record<string, unknown>) {
  const read = readArguments(fields, raw, limits);
  return read.ok ? null : read.problem;
}

describe('reading the arguments of a call', () => {
  it('gives every declared name, undefined where nothing was sent', () => {
    expect(readArguments(fields, good, limits)).toEqual({
      ok: true,
      input: { first: 'one', second: 'two', third: undefined, fourth: undefined },
    });
  });

  it('objects in the order of declaration, not in the order sent', () => {
    expect(problem({ fourth: 7, third: 'perhaps', second: 2, first: ' ' })?.parameter).toBe('first');
    expect(problem({ fourth: 7, third: 'perhaps', second: 2, first: 'one' })?.parameter).toBe('second');
    expect(problem({ ...good, fourth: 7, third: 'perhaps' })?.parameter).toBe('third');
  });

  it.each([
    ['is not there', {}],
    ['is null', { second: null }],
    ['is undefined', { second: undefined }],
  ])('misses a required parameter that %s', (_, raw) => {
    expect(problem({ first: 'one', ...raw })).toMatchObject({
      code: 'missing_argument',
      parameter: 'second',
      reason: 'missing',
    });
  });

  it.each([
    [{ first: '  ', second: 'two' }, 'first', 'blank'],
    [{ first: 'one', second: 5 }, 'second', 'not_text'],
    [{ first: 'one', second: ['two'] }, 'second', 'not_text'],
    [{ ...good, second: 'x'.repeat(21) }, 'second', 'too_long'],
  ])('calls %j bad', (raw, parameter, reason) => {
    expect(problem(raw)).toMatchObject({ code: 'bad_argument', parameter, reason });
  });

  it('takes an empty text for a plain required text', () => {
    expect(problem({ first: 'one', second: '' })).toBeNull();
  });

  it.each([[null], [''], ['  \n'], [undefined]])(
    'counts %j of an optional parameter as not given',
    (value) => {
      const read = readArguments(fields, { ...good, third: value, fourth: value }, limits);
      expect(read).toMatchObject({ ok: true, input: { third: undefined, fourth: undefined } });
    },
  );

  it('keeps a given false and an empty list', () => {
    const read = readArguments(fields, { ...good, third: false, fourth: [] }, limits);
    expect(read).toMatchObject({ ok: true, input: { third: false, fourth: [] } });
  });

  it('does not find arguments on the prototype of what was sent', () => {
    const named = { constructor: text(), toString: optional(text()) };
    expect(readArguments(named, {}, limits)).toMatchObject({ problem: { parameter: 'constructor' } });
    const read = readArguments(named, { constructor: 'x' }, limits);
    expect(read.ok && read.input.toString).toBeUndefined();
  });

  it('passes on where the trouble is', () => {
    const read = readArguments({ scores: scores() }, { scores: { clarity: -1 } }, limits);
    expect(read).toMatchObject({ problem: { reason: 'negative', at: 'clarity', got: '-1' } });
  });
});

describe('unknown names', () => {
  it('are listed in the order sent', () => {
    expect(unknownNames(fields, { zeta: 1, first: 'one', alpha: 2 })).toEqual(['zeta', 'alpha']);
    expect(unknownNames(fields, JSON.parse('{"__proto__": 1, "toString": 2}'))).toEqual([
      '__proto__',
      'toString',
    ]);
    expect(unknownNames(fields, good)).toEqual([]);
  });

  it('are cut short, each and in number', () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`name${index}`, 1]));
    const shown = unknownNames(fields, { ['x'.repeat(500)]: 1, ...many });
    expect(shown).toHaveLength(21);
    expect(shown[0]).toMatch(/^x{60}\.{3}$/);
    expect(shown.at(-1)).toBe('+6');
    expect(unknownNames(fields, Object.fromEntries(Object.entries(many).slice(0, 20)))).toHaveLength(20);
  });
});

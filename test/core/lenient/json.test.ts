import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenced, findJson, findObject, parseLenient, repeatedKeys } from '../../../src/core/lenient/json.ts';

describe('parseLenient', () => {
  it.each<[string, unknown]>([
    ['{"a": 1,}', { a: 1 }],
    ["{'a': 0.8}", { a: 0.8 }],
    ['{a: .8, b: -.5}', { a: 0.8, b: -0.5 }],
    ['{"a": True, "b": None}', { a: true, b: null }],
    ['{"a": NaN}', { a: 'NaN' }],
    ["{'a': 'say \"hi\", ok'}", { a: 'say "hi", ok' }],
    ["{'a': 'it\\'s'}", { a: "it's" }],
    ['["“x”",]', ['“x”']],
    ['["a // b", "c # d",]', ['a // b', 'c # d']],
    ['[["a",],]', [['a']]],
    ['[["["],"}",]', [['['], '}']],
    ['{a: 8/10, b: high, c: 80%}', { a: '8/10', b: 'high', c: '80%' }],
    ['{true: 1, 2: 1.}', { true: 1, 2: 1 }],
    ['5', 5],
    ['null', null],
  ])('reads %s', (text, value) => {
    expect(parseLenient(text)).toEqual({ ok: true, value });
  });

  it.each<[string, string]>([
    ['', 'unbalanced'],
    ['{', 'unbalanced'],
    ['{"a": 1', 'unbalanced'],
    ['{"a": "1}', 'unbalanced'],
    ['{"a": [1}', 'unbalanced'],
    ['}', 'malformed'],
    ['{"a": "b" "c"}', 'malformed'],
    ['{"a" "b"}', 'malformed'],
    ['{"a": 1 "b": 2}', 'malformed'],
    ['{"a": 1}, {"b": 2}', 'several'],
    ['{"a": 1} and {"b": 2}', 'malformed'],
    ['{"a": two words}', 'malformed'],
    ['{“a”: 1}', 'malformed'],
    ['["a": 1,]', 'malformed'],
    ['[a]', 'unquoted'],
    ['{"a": "\\d",}', 'bad_escape'],
    ['callback({"a": 1})', 'malformed'],
    ['{"a": """b"""}', 'malformed'],
    ['plain words', 'malformed'],
  ])('refuses %s as %s', (text, reason) => {
    expect(parseLenient(text)).toMatchObject({ ok: false, reason });
  });

  it('stops at a depth that no argument needs', () => {
    expect(parseLenient(`${'['.repeat(1000)}1,${']'.repeat(1000)}`)).toMatchObject({ reason: 'too_deep' });
  });

  it('reads any JSON as JSON does, and with a trailing comma', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1 }), (list) => {
        const text = JSON.stringify(list);
        const value: unknown = JSON.parse(text);
        expect(parseLenient(text)).toEqual({ ok: true, value });
        expect(parseLenient(`${text.slice(0, -1)},]`)).toEqual({ ok: true, value });
      }),
    );
  });

  it('keeps the contents of every string when quotes are single', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (list) => {
        const single = (text: string) =>
          `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
        expect(parseLenient(`[${list.map(single).join(', ')}]`)).toEqual({ ok: true, value: list });
      }),
    );
  });

  it('never throws on near-JSON', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ',',
      ':',
      'a',
      ' ',
      '1',
      '\\',
      '\n',
      '...',
      '/*',
      '//',
      '```',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = pieces.join('');
        expect(typeof findObject(text).ok).toBe('boolean');
        expect(typeof findJson(text).ok).toBe('boolean');
      }),
      { numRuns: 5000 },
    );
  });
});

describe('finding JSON in a text', () => {
  it('looks into the first fence', () => {
    expect(fenced('so:\n```json\n[1]\n```\n```\n[2]\n```')).toBe('[1]');
    expect(findJson('so:\n```json\n[1]\n```\n')).toEqual({ ok: true, value: [1] });
    expect(fenced('no fence')).toBeNull();
  });

  it('looks between the outer braces for objects only', () => {
    expect(findObject('so {"a": {"b": 1}} it is')).toEqual({ ok: true, value: { a: { b: 1 } } });
    expect(findJson('so {"a": 1} it is').ok).toBe(false);
  });

  it('takes no list for an object', () => {
    expect(findObject('[{"a": 1}]')).toMatchObject({ ok: false, reason: 'not_an_object' });
  });

  it('refuses two objects in one text', () => {
    expect(findObject('{"a": 1}\n{"b": 2}').ok).toBe(false);
    expect(findObject('first {"a": 1} then {"b": 2}').ok).toBe(false);
  });

  it('names the keys that stand twice in one object', () => {
    expect(repeatedKeys('{"a": 1, "b": {"a": 2}, "a": 3}')).toEqual(['a']);
    expect(repeatedKeys('no object')).toEqual([]);
  });
});

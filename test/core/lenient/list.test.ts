import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readList } from '../../../src/core/lenient/list.ts';

describe('lists that are read', () => {
  it.each<[row: string, input: unknown, members: string[]]>([
    ['1', ['a', 'b'], ['a', 'b']],
    ['2 without null', [1, 2.5, true], ['1', '2.5', 'true']],
    ['3', [], []],
    ['4', [''], ['']],
    ['5', null, []],
    ['5 undefined', undefined, []],
    ['7', 'a, b', ['a', 'b']],
    ['8', 'a\nb\n\n', ['a', 'b']],
    ['9', 'a,\n, b ,\n\nc,', ['a', 'b', 'c']],
    ['10', 'a\r\nb', ['a', 'b']],
    ['11', '', []],
    ['11 spaces', '  ', []],
    ['12', 'single', ['single']],
    ['13', '["a","b"]', ['a', 'b']],
    ['14', '["a","b",]', ['a', 'b']],
    ['15', '```\n["a"]\n```', ['a']],
    ['15 json', '```json\n["a"]\n```', ['a']],
    ['15 one line', '```json ["a"]```', ['a']],
    ['24', 'a; b', ['a; b']],
    ['25', '- a\n- b', ['- a', '- b']],
    ['26', '1. a\n2. b', ['1. a', '2. b']],
    ['27', "'a', 'b'", ["'a'", "'b'"]],
    ['29', 'x\ty', ['x\ty']],
    ['30', 'null', []],
    ['31', '5', ['5']],
    ['31 word', 'true', ['true']],
    ['32', 'a, b, a', ['a', 'b', 'a']],
    ['single quotes', "['a', 'b, \"c\"', 'it\\'s']", ['a', 'b, "c"', "it's"]],
    ['line break in a string', '["a\nb"]', ['a\nb']],
    ['empty JSON', '[]', []],
    ['blank member of JSON', '["", "a"]', ['', 'a']],
    ['comma and colon in a string', '["a, b: c",]', ['a, b: c']],
  ])('row %s', (_row, input, members) => {
    expect(readList(input)).toEqual({ ok: true, value: members });
  });
});

describe('lists that are refused', () => {
  it.each<[row: string, input: unknown, reason: string, at?: string]>([
    ['2', [1, 2.5, true, null], 'not_text', '3'],
    ['6', 5, 'not_a_list'],
    ['6 object', { a: 1 }, 'not_a_list'],
    ['16', '[1, null, true, ["x"]]', 'not_text', '1'],
    ['16 nested', ['a', ['x']], 'not_text', '1'],
    ['17', '["a","b"', 'unbalanced'],
    ['18', '"a", "b"', 'structural'],
    ['19', '"a"', 'structural'],
    ['20', '[a, b]', 'unquoted'],
    ['21', '{"a": 1}', 'structural'],
    ['22', 'Sure: ["a"]', 'structural'],
    ['23', 'say "hi"', 'structural'],
    ['28', '```\na\nb\n```', 'malformed'],
    ['fenced text', '```json\n"a"\n```', 'not_a_list'],
    ['open quote', '["a","b]', 'unbalanced'],
    ['wrong bracket', '["a"}', 'unbalanced'],
    ['apostrophe', "['it's', 'b']", 'malformed'],
    ['missing comma', '["a" "b"]', 'malformed'],
    ['double comma', '["a",,"b"]', 'malformed'],
    ['two lists', '["a"]["b"]', 'malformed'],
    ['escape of no kind', '["C:\\dir",]', 'bad_escape'],
    ['not finite', [Number.NaN], 'not_text', '0'],
    ['boolean', true, 'not_a_list'],
  ])('row %s', (_row, input, reason, at) => {
    const reading = readList(input);
    expect(reading).toMatchObject({ ok: false, reason });
    expect(reading).toMatchObject(at === undefined ? {} : { at });
  });

  it('shows what was sent, shortened', () => {
    expect(readList(`["${'x'.repeat(500)}`)).toMatchObject({ got: `"${'x'.repeat(59)}...` });
  });
});

describe('lists of any kind', () => {
  it('never throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' })), (value) => {
        expect(typeof readList(value).ok).toBe('boolean');
      }),
    );
  });

  it('survive as arrays and as JSON text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (list) => {
        expect(readList(list)).toEqual({ ok: true, value: list });
        expect(readList(JSON.stringify(list))).toEqual({ ok: true, value: list });
        expect(readList(`${JSON.stringify(list).slice(0, -1)}\n]`)).toEqual({ ok: true, value: list });
      }),
    );
  });
});

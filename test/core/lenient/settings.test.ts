import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/core/lenient/settings.ts';

const TWO = { serial: { max_rounds: 3, commit: 'last' } };

describe('settings that are read', () => {
  it.each<[row: string, input: unknown, value: unknown]>([
    ['82', { a: 1 }, { a: 1 }],
    ['82 empty', {}, {}],
    ['83', '{"a": 1}', { a: 1 }],
    ['83 commas', '{"a": {"b": [1, 2,],},}', { a: { b: [1, 2] } }],
    ['84', '```json\n{"a": 1}\n```', { a: 1 }],
    ['84 prose', 'Use {"a": 1} please', { a: 1 }],
    ['84 prose after', '{"a": 1} please', { a: 1 }],
    ['85', null, {}],
    ['86', 'null', {}],
    ['87', '', {}],
    ['87 spaces', '  ', {}],
    ['90', 'a: 1', { a: 1 }],
    ['90 equals', 'a=1', { a: 1 }],
    ['90 quotes', "{'a': 1}", { a: 1 }],
    ['TOML', 'serial.max_rounds = 3\nserial.commit = "last"', TWO],
    ['TOML table', '[serial]\nmax_rounds = 3 # few\ncommit = "last"', TWO],
    ['colons and words', 'serial.max_rounds: 3\r\n\nserial.commit: last', TWO],
    ['word with a comment', 'serial.max_rounds = 3\nserial.commit = last # best?', TWO],
    ['inline table', 'serial = { max_rounds = 3, commit = "last" }', TWO],
    ['fenced TOML', '```toml\nserial.max_rounds = 3\nserial.commit = "last"\n```', TWO],
    ['list', 'stages.default = ["Frame", "Solve"]', { stages: { default: ['Frame', 'Solve'] } }],
    ['date as text', 'a = 2024-01-01', { a: '2024-01-01' }],
  ])('row %s', (_row, input, value) => {
    expect(readSettings(input)).toEqual({ ok: true, value });
  });
});

describe('settings that are refused', () => {
  it.each<[row: string, input: unknown, reason: string]>([
    ['88', '5', 'not_a_table'],
    ['88 word', 'true', 'not_a_table'],
    ['88 string', '"x"', 'not_a_table'],
    ['89', '[]', 'not_a_table'],
    ['90 unbalanced', '{"a": 1', 'unbalanced'],
    ['91', 5, 'not_a_table'],
    ['91 true', true, 'not_a_table'],
    ['91 list', [], 'not_a_table'],
    ['91 names', ['a'], 'not_a_table'],
    ['91 text', '["a"]', 'not_a_table'],
    ['prose', 'more rounds please', 'bad_line'],
    ['words after a colon', 'serial.commit: the last one', 'bad_line'],
    ['twice', 'a: 1\na: 2', 'conflicting_lines'],
    ['two objects', '{"a": 1} {"b": 2}', 'malformed'],
  ])('row %s', (_row, input, reason) => {
    expect(readSettings(input)).toMatchObject({ ok: false, reason });
  });
});

describe('settings of any kind', () => {
  it.each([
    '{"__proto__": {"polluted": 1}}',
    "{'__proto__': {'polluted': 1},}",
    '__proto__.polluted = 1',
    '__proto__.polluted: yes',
    'constructor.prototype.polluted: yes',
  ])('leave every other object alone: %s', (text) => {
    const reading = readSettings(text);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    if (reading.ok) expect(Object.getPrototypeOf(reading.value)).toBe(Object.prototype);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' })), (value) => {
        expect(typeof readSettings(value).ok).toBe('boolean');
      }),
    );
  });

  it('survive as JSON text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (table) => {
        const plain: unknown = JSON.parse(JSON.stringify(table));
        expect(readSettings(JSON.stringify(table))).toEqual({ ok: true, value: plain });
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { choice, count, flag, list, optional, prose, scores, settings, text } from '../../src/kit/field.ts';

const limits = { textBytes: 10 };

describe('a text', () => {
  it('is kept as it is, blank or not', () => {
    expect(text().read(' a\n', limits)).toEqual({ ok: true, value: ' a\n' });
    expect(text().read('  ', limits)).toEqual({ ok: true, value: '  ' });
    expect(text().read('{"a":1}', limits)).toEqual({ ok: true, value: '{"a":1}' });
  });

  it('is measured in bytes of UTF-8, the limit included', () => {
    expect(text().read('x'.repeat(10), limits).ok).toBe(true);
    expect(text().read('ä'.repeat(5), limits).ok).toBe(true);
    expect(text().read('ä'.repeat(6), limits)).toEqual({
      ok: false,
      reason: 'too_long',
      got: '12',
      at: '10',
    });
  });

  it.each([
    [5, 'number'],
    [true, 'boolean'],
    [{}, 'object'],
    [['a'], 'array'],
  ])('is not %j', (value, got) => {
    expect(text().read(value, limits)).toEqual({ ok: false, reason: 'not_text', got });
  });

  it('must say something as prose', () => {
    expect(prose().read(' \n\t', limits)).toEqual({ ok: false, reason: 'blank' });
    expect(prose().read(' a ', limits)).toEqual({ ok: true, value: ' a ' });
    expect(prose().read(7, limits)).toMatchObject({ reason: 'not_text' });
    expect(prose().read('x'.repeat(11), limits)).toMatchObject({ reason: 'too_long' });
  });

  it('refuse settings that lie too deep to be written out, also in their JSON text', () => {
    const [open, close] = ['{"a":', '}'].map((each) => each.repeat(50_000));
    const deep = `${open}1${close}`;
    for (const value of [deep, JSON.parse(deep)])
      expect(settings().read(value, { textBytes: 1e7 })).toMatchObject({ reason: 'too_deep' });
  });
});

describe('a choice', () => {
  const mode = choice(['serial', 'subagent']);

  it('takes its words exactly', () => {
    expect(mode.read('serial', limits)).toEqual({ ok: true, value: 'serial' });
    expect(mode.read('Serial', limits)).toEqual({ ok: false, reason: 'not_an_option', got: 'Serial' });
    expect(mode.read(['serial'], limits)).toMatchObject({ ok: false });
  });

  it('echoes only the beginning of a long word', () => {
    const reading = mode.read('y'.repeat(500), limits);
    expect(reading.ok ? '' : reading.got).toMatch(/^y{60}(\.{3})?$/);
  });

  it('advertises its words', () => {
    expect(mode.schema).toEqual({ type: 'string', enum: ['serial', 'subagent'] });
  });
});

describe('a count', () => {
  const limit = count(1, 100);

  it.each([
    [1, 1],
    ['20', 20],
    [100, 100],
    [101, 100],
  ])('reads %j as %j', (value, expected) => {
    expect(limit.read(value, limits)).toEqual({ ok: true, value: expected });
  });

  it('names the least', () => {
    expect(limit.read(0, limits)).toEqual({ ok: false, reason: 'too_small', at: '1', got: '0' });
    expect(limit.read('many', limits).ok).toBe(false);
  });
});

describe('lists, scores, flags and settings', () => {
  it('read their lenient forms', () => {
    expect(list().read('a, b', limits)).toEqual({ ok: true, value: ['a', 'b'] });
    expect(flag().read('yes', limits)).toEqual({ ok: true, value: true });
    expect(scores().read('clarity: 0.5', limits)).toMatchObject({ value: { given: { clarity: 0.5 } } });
    const wide = { textBytes: 100 };
    expect(settings().read('{"serial":{"max_rounds":2}}', wide)).toEqual({
      ok: true,
      value: { serial: { max_rounds: 2 } },
    });
  });

  it('bound lists and settings like texts', () => {
    expect(list().read(['12345', '12345'], limits)).toMatchObject({ reason: 'too_long', got: '11' });
    expect(settings().read({ serial: { max_rounds: 2 } }, limits)).toMatchObject({ reason: 'too_long' });
  });
});

describe('what is advertised', () => {
  it('has one type, and a description only where one was given', () => {
    expect(text().schema).toEqual({ type: 'string' });
    expect(text('About it.').schema).toEqual({ type: 'string', description: 'About it.' });
    expect(list().schema).toEqual({ type: 'array', items: { type: 'string' } });
    expect(Object.keys(scores().schema.properties ?? {})).toHaveLength(7);
  });

  it('is required unless it is made optional, which changes nothing else', () => {
    const field = prose('About it.');
    const loose = optional(field);
    expect([field.required, loose.required]).toEqual([true, false]);
    expect(loose.schema).toEqual(field.schema);
    expect(loose.read('a', limits)).toEqual(field.read('a', limits));
  });
});

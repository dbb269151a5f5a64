import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScores } from '../../../src/core/lenient/scores.ts';
import { DIMENSIONS, type Dimension } from '../../../src/core/utility.ts';

type Given = Partial<Record<Dimension, number>>;
const BOTH: Given = { correctness: 0.8, clarity: 0.7 };
const ONE: Given = { correctness: 0.8 };

describe('scores that are read', () => {
  it.each<[row: string, input: unknown, given: Given, ignored?: string[]]>([
    ['33', { correctness: 0.8 }, ONE],
    ['35', '{"correctness": 0.8}', ONE],
    ['36', '{"correctness": 0.8,}', ONE],
    ['36 over lines', '{\n  "correctness": 0.8,\n}', ONE],
    ['37', '```\n{"correctness": 0.8}\n```', ONE],
    ['37 tagged', '```json\n{"correctness": 0.8}\n```', ONE],
    ['38', 'Here you are: {"correctness": 0.8} as asked.', ONE],
    ['39', 'correctness: 0.8, clarity: 0.7', BOTH],
    ['40', 'correctness: 0.8\nclarity: 0.7', BOTH],
    ['41', 'correctness:0.8,clarity:0.7', BOTH],
    ['42', 'Correctness: .8', ONE],
    ['42 capitals', 'CORRECTNESS : 1', { correctness: 1 }],
    ['43', 'bias-resistance: 0.9', { bias_resistance: 0.9 }],
    ['43 space', 'Bias Resistance: 0.9', { bias_resistance: 0.9 }],
    ['45', 'correctness: 1e-1', { correctness: 0.1 }],
    ['47', 'correctness: high, clarity: 0.7', { clarity: 0.7 }, ['correctness: high']],
    ['48', 'correctness: 0.8, note', ONE, ['note']],
    ['50', '- correctness: 0.8', ONE],
    ['50 numbered', '1. correctness: 0.8\n2) clarity: 0.7', BOTH],
    ['50 dot', '• correctness: 0.8', ONE],
    ['51', '**correctness**: 0.8', ONE],
    ['51 quotes', "'correctness': 0.8", ONE],
    ['51 bold colon', '* **correctness:** 0.8\n* `clarity` = 0.7', BOTH],
    ['53', '{"scores": {"correctness": 0.8}}', ONE],
    ['53 object', { scores: { correctness: 0.8 }, comment: 'fine' }, ONE, ['comment']],
    ['53 text inside', { scores: 'correctness: 0.8' }, ONE],
    ['54', '{"correctness": "0.8"}', ONE],
    ['54 true', '{"correctness": true, "clarity": false}', { correctness: 1, clarity: 0 }],
    ['54 null beside', '{"correctness": 0.8, "clarity": null}', ONE],
    ['55', { correctness: '80%' }, ONE],
    ['57', 'correctness: 80%', ONE],
    ['57 fraction', 'correctness: 8/10', ONE],
    ['58', 'correctness = 0.8', ONE],
    ['59', 'correctness: 0.8; clarity: 0.7', BOTH],
    ['62 heading', 'Scores: correctness: 0.8', ONE],
    ['62 heading line', '**Scores:**\n- correctness: 0.8', ONE],
    ['64', "{'correctness': 0.8}", ONE],
    ['65', '{"correctness": .8}', ONE],
    ['66', '"correctness": 0.8', ONE],
    ['bare key', '{correctness: 0.8}', ONE],
    ['bare word', '{correctness: high, clarity: 0.7}', { clarity: 0.7 }, ['correctness: high']],
    ['bare percentage', '{correctness: 80%}', ONE],
    ['bare fraction', '{"correctness": 8/10}', ONE],
    ['fenced pairs', '```\ncorrectness: 0.8\n```', ONE],
    ['unknown name', { accuracy: 0.9, correctness: 0.8 }, ONE, ['accuracy']],
    ['list value', { clarity: [1], correctness: 0.8 }, ONE, ['clarity: [1]']],
    ['decimal comma in JSON', { correctness: '0,8' }, ONE],
    ['comma percentage in JSON', { correctness: '80,0%' }, ONE],
    ['zero', { correctness: 0, clarity: '-0' }, { correctness: 0, clarity: 0 }],
    ['same twice', 'correctness: 0.8, Correctness: 0.8', ONE],
    ['end of a sentence', 'correctness: 0.8, clarity: 0.7.', BOTH],
    [
      'remark with numbers',
      'clarity: 0.7, correctness: 0.8, see round 1, 2 left',
      BOTH,
      ['see round 1', '2 left'],
    ],
    ['five-part', 'correctness: 4/5', ONE],
  ])('row %s', (_row, input, given, ignored = []) => {
    expect(readScores(input)).toEqual({ ok: true, value: { given, ignored, scale: null, empty: false } });
  });

  it.each<[row: string, input: unknown]>([
    ['34', null],
    ['34 blank', ''],
    ['34 empty', {}],
    ['34 empty text', '{}'],
    ['69', 'null'],
    ['left out', undefined],
    ['only nulls', { correctness: null, clarity: '' }],
    ['empty wrapper', { scores: {} }],
    ['null wrapper', { scores: null }],
  ])('row %s is empty', (_row, input) => {
    expect(readScores(input)).toEqual({
      ok: true,
      value: { given: {}, ignored: [], scale: null, empty: true },
    });
  });
});

describe('scales of bare numbers', () => {
  it.each<[input: unknown, scale: string | null, given: Given]>([
    ['correctness: 8', '0-10', { correctness: 0.8 }],
    [{ correctness: 8, clarity: 1, novelty: 0 }, '0-10', { correctness: 0.8, clarity: 0.1, novelty: 0 }],
    [{ correctness: '7', clarity: 7.5 }, '0-10', { correctness: 0.7, clarity: 0.75 }],
    [{ correctness: 7, clarity: 3.25 }, '0-100', { correctness: 0.07, clarity: 0.0325 }],
    [{ correctness: 85, clarity: 100 }, '0-100', { correctness: 0.85, clarity: 1 }],
    [{ correctness: 10.5 }, '0-100', { correctness: 0.105 }],
    [
      { correctness: 8, clarity: '70%', novelty: true },
      '0-10',
      { correctness: 0.8, clarity: 0.7, novelty: 1 },
    ],
    [{ correctness: '50%', clarity: 0.5 }, null, { correctness: 0.5, clarity: 0.5 }],
    [{ correctness: 1, clarity: 0 }, null, { correctness: 1, clarity: 0 }],
  ])('%j is on %s', (input, scale, given) => {
    const reading = readScores(input);
    expect(reading).toMatchObject({ ok: true, value: { scale } });
    if (reading.ok)
      for (const [name, value] of Object.entries(given))
        expect(Object.entries(reading.value.given).find(([key]) => key === name)?.[1]).toBeCloseTo(value, 12);
  });
});

describe('scores that are refused', () => {
  it.each<[row: string, input: unknown, reason: string, at?: string]>([
    ['44', 'correctness: -1', 'negative', 'correctness'],
    ['46', 'correctness: nan', 'not_finite', 'correctness'],
    ['46 inf', 'correctness: inf', 'not_finite', 'correctness'],
    ['49', 'correctness: 0,8', 'decimal_comma', 'correctness'],
    ['49 second', 'clarity: 0.7, correctness: 0,8', 'decimal_comma', 'correctness'],
    ['49 spaced', 'correctness: 0, 8', 'decimal_comma', 'correctness'],
    ['49 glued', 'correctness: 0.8,0.7', 'decimal_comma', 'correctness'],
    ['49 percent', 'correctness: 80,5%', 'decimal_comma', 'correctness'],
    ['52', { accuracy: 0.9 }, 'nothing_recognised'],
    ['56', '{"correctness": NaN}', 'not_finite', 'correctness'],
    ['56 number', { correctness: Number.POSITIVE_INFINITY }, 'not_finite', 'correctness'],
    ['60', 'correctness: 0.8 clarity: 0.7', 'nothing_recognised'],
    ['61', 'correctness:', 'nothing_recognised'],
    ['61 no name', ': 0.8', 'nothing_recognised'],
    ['61 word', 'correctness: high', 'nothing_recognised'],
    ['62', 'a: b: 1', 'nothing_recognised'],
    ['63', '{"correctness": 0.8', 'unbalanced'],
    ['67', '{"correctness": 0.8} {"clarity": 0.7}', 'malformed'],
    ['68', 'none', 'nothing_recognised'],
    ['68 number', '0.8', 'nothing_recognised'],
    ['70', 0.8, 'not_scores'],
    ['71', [0.8], 'not_scores'],
    ['71 text', '[0.8]', 'not_an_object'],
    ['71 empty', '[]', 'not_an_object'],
    ['too large', { correctness: 101 }, 'too_large', 'correctness'],
    ['too large a share', { correctness: '12/10' }, 'too_large', 'correctness'],
    ['too many percent', 'correctness: 120%', 'too_large', 'correctness'],
    ['of nothing', 'correctness: 1/0', 'bad_fraction', 'correctness'],
    ['mixed', { correctness: 0.8, clarity: 7 }, 'mixed_scale', 'correctness'],
    ['twice', 'correctness: 0.8, Correctness: 0.2', 'twice', 'correctness'],
    ['twice in JSON', '{"correctness": 0.8, "correctness": 0.2}', 'twice', 'correctness'],
    ['twice by wrapper', { correctness: 0.8, scores: { correctness: 0.2 } }, 'twice', 'correctness'],
    ['thousands', { correctness: '0,800' }, 'decimal_comma', 'correctness'],
    ['only commas', ', ;', 'nothing_recognised'],
    ['only a heading', 'Scores:', 'nothing_recognised'],
    ['wrapped number', { scores: 5 }, 'nothing_recognised'],
    ['boolean', true, 'not_scores'],
  ])('row %s', (_row, input, reason, at) => {
    const reading = readScores(input);
    expect(reading).toMatchObject({ ok: false, reason });
    expect(reading).toMatchObject(at === undefined ? {} : { at });
  });

  it('shows what was sent', () => {
    expect(readScores({ clarity: 0.4, correctness: -3 })).toMatchObject({ at: 'correctness', got: '-3' });
    expect(readScores('correctness: 0,8')).toMatchObject({ got: '0,8' });
  });
});

const value = fc.oneof(
  fc.double(),
  fc.integer({ min: -5, max: 120 }),
  fc.constantFrom(0, 0.5, 1, 7, '80%', '8/10', '0,8', true, null, 'high', '', '7.5', '12/3', [], {}),
);
const table = fc.dictionary(fc.oneof(fc.constantFrom(...DIMENSIONS), fc.string()), value, { maxKeys: 9 });
const written = table.map((each) =>
  Object.entries(each)
    .map(([name, score]) => `${name}: ${String(score)}`)
    .join(', '),
);

describe('scores of any kind', () => {
  it('never throw, and lie between 0 and 1 when accepted', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          table,
          table.map((each) => JSON.stringify(each)),
          written,
          fc.anything(),
        ),
        (input) => {
          const reading = readScores(input);
          if (!reading.ok) return;
          for (const score of Object.values(reading.value.given)) {
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(1);
          }
          expect(reading.value.empty && Object.keys(reading.value.given).length > 0).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('read the same again once they are on the unit scale', () => {
    fc.assert(
      fc.property(table, (input) => {
        const once = readScores(input);
        if (!once.ok || once.value.empty) return;
        expect(readScores(once.value.given)).toEqual({
          ok: true,
          value: { given: once.value.given, ignored: [], scale: null, empty: false },
        });
      }),
    );
  });

  it('mean the same as object, JSON text and lines', () => {
    const unit = fc.record(
      Object.fromEntries(
        DIMENSIONS.map((name) => [name, fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000)]),
      ),
      { requiredKeys: ['clarity'] },
    );
    fc.assert(
      fc.property(unit, (scores) => {
        const lines = Object.entries(scores).map(([name, score]) => `- **${name}** = ${score}`);
        expect(readScores(JSON.stringify(scores))).toEqual(readScores(scores));
        expect(readScores(lines.join('\n'))).toEqual(readScores(scores));
      }),
    );
  });
});

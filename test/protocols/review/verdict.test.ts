import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModeName, ReviewSession } from '../../../src/protocols/review/state.ts';
import { reportOf, verdictOf, wireTime } from '../../../src/protocols/review/verdict.ts';
import {
  assumed,
  attacks,
  causes,
  played,
  points,
  reviewOf,
  THRESHOLDS,
} from '../../support/review-bench.ts';

const WHY = 'Measured twice under full load, and it was otherwise.';
const grade = fc.integer({ min: 1, max: 5 });

/** Answers for the targets, in the order of the given words. */
function answered(session: ReviewSession, indexes: readonly number[], answer: (at: number) => object) {
  return indexes.length === 0
    ? session
    : played(
        session,
        indexes.map((index, at) => ({ index, ...answer(at) })),
      );
}

interface Case {
  readonly session: ReviewSession;
  /** What the rule of the mode wants, said without the code under test. */
  readonly wants: { readonly assessment: string; readonly value: number };
}

const verdictWords = fc.constantFrom('holds', 'partially_holds', 'refuted');

const devils: fc.Arbitrary<Case> = fc
  .array(fc.tuple(grade, verdictWords), { minLength: 3, maxLength: 8 })
  .map((rows) => {
    const open = played(reviewOf('devils_advocate'), attacks(...rows.map(([severity]) => severity)));
    const grave = rows.flatMap(([severity, word], index) =>
      severity >= 3 ? [{ severity, word, index }] : [],
    );
    const session = answered(
      open,
      grave.map(({ index }) => index),
      (at) => ({ verdict: grave[at]?.word, justification: WHY }),
    );
    const pattern = grave.map(({ severity, word }) => `${word}${severity === 5 ? '!' : ''}`).join(' ');
    const holding = pattern.match(/\bholds/g)?.length ?? 0;
    const table: readonly (readonly [RegExp, string])[] = [
      [/(^| )holds.* holds|(^| )holds!/, 'claim refuted'],
      [/(^| )holds|(^| )partially.* partially/, 'claim needs revision'],
      [/^/, 'claim survives scrutiny'],
    ];
    return {
      session,
      wants: { assessment: table.find(([test]) => test.test(pattern))?.[1] ?? '', value: holding },
    };
  });

const plan: fc.Arbitrary<Case> = fc
  .array(fc.tuple(grade, grade, fc.constantFrom('low', 'medium', 'high')), { minLength: 4, maxLength: 9 })
  .map((rows) => {
    const open = played(
      reviewOf('premortem'),
      { horizon: 'May' },
      causes(...rows.map(([a, b]) => [a, b] as const)),
    );
    const risky = rows.flatMap(([a, b, risk], index) => (a * b >= 9 ? [{ risk, index }] : []));
    const session = answered(
      open,
      risky.map(({ index }) => index),
      (at) => ({ action: WHY, residual_risk: risky[at]?.risk }),
    );
    const total = rows.map(([a, b]) => a * b).reduce((one, other) => one + other);
    const high = risky.some(({ risk }) => risk === 'high');
    // Differences of whole numbers, so that no average is rounded here either.
    const [over12, over6] = [total - 12 * rows.length > 0, total - 6 * rows.length > 0];
    const assessment = over12
      ? 'claim refuted'
      : over6 || high
        ? 'claim needs revision'
        : 'claim survives scrutiny';
    return { session, wants: { assessment, value: Number((total / rows.length).toFixed(2)) } };
  });

const silent: fc.Arbitrary<Case> = fc
  .array(fc.tuple(fc.boolean(), fc.constantFrom('verified', 'partial', 'none')), {
    minLength: 4,
    maxLength: 8,
  })
  .map((rows) => {
    const open = played(reviewOf('assumptions'), assumed(...rows));
    const weak = rows.flatMap(([bears, evidence], index) =>
      bears && evidence !== 'verified' ? [{ evidence, index }] : [],
    );
    const session = answered(
      open,
      weak.map(({ index }) => index),
      () => ({ test: WHY }),
    );
    const none = weak.filter(({ evidence }) => evidence === 'none').length;
    const rest = weak.length - none;
    const row = ['survives scrutiny', 'survives scrutiny', 'needs revision'][Math.min(2, rest)];
    const assessment = `claim ${[row, 'needs revision', 'refuted'][Math.min(2, none)]}`;
    return { session, wants: { assessment, value: weak.length } };
  });

const other: fc.Arbitrary<Case> = fc
  .array(fc.constantFrom('concede', 'counter'), { minLength: 3, maxLength: 8 })
  .map((stances) => {
    const open = played(reviewOf('steelman'), points(stances.length));
    const session = answered(
      open,
      stances.map((_, index) => index),
      (at) => ({ stance: stances[at], text: WHY }),
    );
    const balance = stances.map((each) => (each === 'concede' ? 1 : -1)).reduce<number>((a, b) => a + b, 0);
    const conceded = (balance + stances.length) / 2;
    const assessment =
      balance === stances.length
        ? 'claim refuted'
        : balance >= 0
          ? 'claim needs revision'
          : 'claim survives scrutiny';
    return { session, wants: { assessment, value: conceded } };
  });

const CASES: Readonly<Record<ModeName, fc.Arbitrary<Case>>> = {
  devils_advocate: devils,
  premortem: plan,
  assumptions: silent,
  steelman: other,
};

describe('the verdict', () => {
  it.each(Object.entries(CASES))('follows the rule of %s on any review', (_, cases) => {
    fc.assert(
      fc.property(cases, ({ session, wants }) => {
        const verdict = verdictOf(session);
        expect(verdict?.assessment).toBe(wants.assessment);
        expect(verdict?.risk_score.value).toBeCloseTo(wants.value, 1);
      }),
      { numRuns: 150 },
    );
  });

  it('is there only when the last phase is closed', () => {
    fc.assert(
      fc.property(fc.oneof(...Object.values(CASES)), ({ session }) => {
        const { rebuttals: _, mitigations: __, tests: ___, responses: ____, ...asked } = session.phases;
        const isAnswered = Object.keys(asked).length < Object.keys(session.phases).length;
        expect(reportOf(session, THRESHOLDS)).not.toBeNull();
        expect(verdictOf({ ...session, phases: asked }) === null).toBe(isAnswered);
      }),
    );
  });

  it.each([
    ['exactly 12', causes([3, 4], [3, 4], [3, 4], [3, 4]), 'claim needs revision', 12],
    [
      'just above 12',
      [...causes(...Array.from({ length: 200 }, () => [3, 4] as const)), ...causes([4, 4])],
      'claim refuted',
      12.02,
    ],
  ])('compares the average itself: %s', (_, items, assessment, value) => {
    const open = played(reviewOf('premortem'), { horizon: 'May' }, items);
    const session = answered(
      open,
      items.map((__, index) => index),
      () => ({ action: WHY, residual_risk: 'low' }),
    );
    expect(verdictOf(session)).toMatchObject({ assessment, risk_score: { value } });
  });

  it('gives counts, rule and the rule in words', () => {
    const open = played(reviewOf('devils_advocate'), attacks(3, 4, 5, 2));
    const words = ['refuted', 'holds', 'holds'];
    const session = answered(open, [0, 1, 2], (at) => ({ verdict: words[at], justification: WHY }));
    expect(verdictOf(session)).toMatchObject({
      rule: 'two_hold',
      counts: {
        counterarguments: 4,
        rebutted: 3,
        holds: 2,
        partially_holds: 0,
        refuted: 1,
        gravest_holding: 1,
      },
      reason:
        '3 of 4 counterarguments rebutted: 2 hold (1 of severity 5), 0 partially hold, 1 refuted. Rule: 2 or more counterarguments hold, so: claim refuted.',
    });
  });
});

describe('the report', () => {
  const skipped = played(reviewOf('devils_advocate'), attacks(1, 1, 2));

  it('says aloud what was skipped and that the score rests on nothing', () => {
    expect(reportOf(skipped, THRESHOLDS)).toMatchObject({
      skipped_phases: ['rebuttals'],
      assessment: 'claim survives scrutiny',
      assessment_reason: expect.stringContaining('rests on 0 rebuttals'),
      risk_score: { value: 0, scale: '0 to 0' },
      warnings: [],
    });
  });

  it('tells of repeated and padded texts in the warnings and in the reason', () => {
    const same = attacks(1, 1, 1).map((each) => ({ ...each, text: 'y'.repeat(40) }));
    expect(reportOf(played(reviewOf('devils_advocate'), same), THRESHOLDS)).toMatchObject({
      warnings: { length: 5 },
      assessment_reason: expect.stringContaining('2 near-repetitions, 3 padded texts'),
    });
  });

  it('keeps the verdict of a complete review that was abandoned', () => {
    const gone: ReviewSession = { ...skipped, status: 'abandoned', abandon_reason: 'changed our mind' };
    expect(reportOf(gone, THRESHOLDS)).toMatchObject({ abandoned: 'changed our mind' });
  });

  it('shortens texts where all together are too long, and says so', () => {
    const long = attacks(...Array.from({ length: 60 }, () => 1)).map((each) => ({
      ...each,
      text: `${each.text} `.repeat(40),
    }));
    const report = reportOf(played(reviewOf('devils_advocate'), long), THRESHOLDS);
    expect(JSON.stringify(report).length).toBeLessThan(50_001);
    expect(report).toMatchObject({
      phases: { counterarguments: { length: 60 } },
      left_out: expect.any(String),
    });
  });

  it('writes times to the second with their offset', () => {
    expect(wireTime('2026-01-01T00:00:09.123Z')).toBe('2026-01-01T00:00:09+00:00');
  });
});

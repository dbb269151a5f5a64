import { describe, expect, it } from 'vitest';
import { review } from '../../../src/protocols/review/protocol.ts';
import type { ReviewSession } from '../../../src/protocols/review/state.ts';
import { attacks, played, points, reviewOf } from '../../support/review-bench.ts';

const NOW = '2026-02-02T00:00:00.000Z';
const readBack = (session: object) => review.readImport?.(JSON.parse(JSON.stringify(session)), NOW);
const open = () => played(reviewOf('devils_advocate'), attacks(3, 1, 1));

describe('an exported review', () => {
  it('comes back as it was, in every state', () => {
    const complete = played(reviewOf('devils_advocate'), attacks(1, 1, 1));
    for (const session of [reviewOf('steelman'), open(), complete]) {
      const read = readBack(session);
      expect(read).toMatchObject({ ok: true, id: 'rev-k7m2', session: { phases: session.phases } });
      expect(read).toMatchObject({ session: { completed_at: session.completed_at } });
    }
  });

  it('has its end computed anew', () => {
    expect(readBack({ ...open(), completed_at: NOW })).toMatchObject({ session: { completed_at: null } });
    const complete = played(reviewOf('devils_advocate'), attacks(1, 1, 1));
    expect(readBack({ ...complete, completed_at: null })).toMatchObject({ session: { completed_at: NOW } });
  });

  const broken: readonly (readonly [string, ReviewSession | object, string])[] = [
    [
      'an answer without a target',
      {
        ...open(),
        phases: {
          ...open().phases,
          rebuttals: [{ index: 1, verdict: 'holds', justification: 'x'.repeat(20) }],
        },
      },
      'phases.rebuttals',
    ],
    [
      'a text that is too short',
      { ...reviewOf('steelman'), phases: { strongest_case: [{ text: 'short' }] } },
      'phases.strongest_case',
    ],
    [
      'a phase before its time',
      {
        ...reviewOf('steelman'),
        phases: {
          strongest_case: points(2),
          responses: [{ index: 0, stance: 'counter', text: 'x'.repeat(20) }],
        },
      },
      'phases.responses',
    ],
    [
      'a phase of another mode',
      { ...reviewOf('steelman'), phases: { setup: [{ horizon: 'May' }] } },
      'phases.setup',
    ],
    ['an unknown mode', { ...reviewOf('steelman'), mode: 'oracle' }, 'mode'],
    ['an unknown field', { ...reviewOf('steelman'), mood: 'bad' }, 'mood'],
  ];

  it.each(broken)('with %s is refused by its place', (_, session, at) => {
    expect(readBack(session)).toMatchObject({ ok: false, problem: { at } });
  });

  it('that breaks the rules of its phases is a damaged session', () => {
    const [, bad] = broken[0] ?? [];
    expect(() => review.open(bad as ReviewSession)).toThrow();
  });
});

import { describe, expect, it } from 'vitest';
import { review } from '../../../src/protocols/review/protocol.ts';
import { attacks, played, reviewOf, textAt } from '../../support/review-bench.ts';

describe('what can be found of a review', () => {
  it('is its context and every item by its place, answers behind what they answer', () => {
    const justification = 'Measured twice under full load, and it was otherwise.';
    const session = played(reviewOf('devils_advocate'), attacks(3, 1, 1), [
      { index: 0, verdict: 'holds', justification },
    ]);
    const found = review.searchable({ ...session, context: 'Two people.' });
    expect(found).toHaveLength(5);
    expect(found[0]).toEqual({ place: {}, text: 'Two people.' });
    expect(found[1]).toEqual({
      place: { phase: 'counterarguments', index: 0 },
      text: `${textAt(0)}\nevidence`,
    });
    expect(found[4]).toEqual({
      place: { phase: 'rebuttals', index: 0 },
      text: `holds\n${justification}`,
    });
  });

  it('is nothing while a review has neither', () => {
    expect(review.searchable(reviewOf('steelman'))).toEqual([]);
  });
});

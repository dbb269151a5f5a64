import { describe, expect, it } from 'vitest';
import { review } from '../../../src/protocols/review/protocol.ts';
import { attacks, played, reviewOf } from '../../support/review-bench.ts';

const WHY = 'Measured twice under full load, and it was otherwise.';

describe('the page of a review', () => {
  const open = played(reviewOf('devils_advocate'), attacks(3, 1, 1));
  const complete = played(open, [{ index: 0, verdict: 'holds', justification: WHY }]);

  it('shows every item with its grades, the answer under its target', () => {
    const { blocks, graph, facts } = review.page(complete);
    for (const { text } of attacks(3, 1, 1)) expect(blocks).toContainEqual({ kind: 'quote', text });
    expect(blocks).toContainEqual({ kind: 'note', text: 'category: evidence · severity: 3' });
    expect(blocks).toContainEqual({ kind: 'note', text: 'verdict: holds' });
    expect(graph.nodes.at(-1)).toMatchObject({ id: 'rebuttals_0', parent: 'counterarguments_0' });
    expect(facts.at(-1)).toBe('devils_advocate, complete');
  });

  it('has a verdict only at the end', () => {
    const verdicts = (session: typeof open) =>
      review.page(session).blocks.filter((each) => each.kind === 'heading' && each.badge !== undefined);
    expect(verdicts(open)).toEqual([]);
    expect(verdicts(complete)).toMatchObject([{ badge: { text: 'claim needs revision', tone: 'doubt' } }]);
  });

  it('says why a review was abandoned', () => {
    const { blocks } = review.page({ ...open, status: 'abandoned', abandon_reason: 'no time' });
    expect(blocks[1]).toEqual({ kind: 'quote', text: 'no time' });
  });

  it('counts items for listings, and damaged files too', () => {
    expect(review.tally?.(complete)).toEqual({ thought_count: 4, committed_count: 4 });
    expect(review.tally?.({ ...complete, phases: 7 } as never)).toEqual({
      thought_count: 0,
      committed_count: 0,
    });
  });
});

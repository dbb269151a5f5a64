import { describe, expect, it } from 'vitest';
import { readBatch } from '../../../src/protocols/review/batch.ts';
import { instructionsFor } from '../../../src/protocols/review/instructions.ts';
import { thinIn } from '../../../src/protocols/review/likeness.ts';
import { modes } from '../../../src/protocols/review/modes.ts';
import type { Items } from '../../../src/protocols/review/state.ts';
import { assumed, attacks, causes, points, THRESHOLDS, textAt } from '../../support/review-bench.ts';

/** Items of the phases before, such that every phase has targets. */
const BEFORE: Items = {
  counterarguments: attacks(1, 4, 5).map((each) => ({ ...each, category: String(each.category) })),
  failure_causes: causes([1, 1], [3, 4], [1, 1], [1, 1]),
  assumptions: assumed([false, 'none'], [true, 'none'], [true, 'partial'], [true, 'verified']),
  strongest_case: points(3),
};
const PHASES = Object.values(modes).flatMap((mode) =>
  mode.phases.map((phase) => {
    const before = phase.need.kind === 'each' ? BEFORE : {};
    return { mode: mode.name, name: phase.name, phase, before };
  }),
);

describe.each(PHASES)('the instructions of $name', ({ mode, name, phase, before }) => {
  const instructions = Object(instructionsFor({ id: 'rev-k7m2', phases: { ...before } as never }, phase));

  it('hold a call with an item that the phase takes as it stands', () => {
    const [, call = ''] = /^submit (\{.*\})/.exec(instructions.how_to_submit) ?? [];
    const { review_id, items } = JSON.parse(call);
    expect(review_id).toBe('rev-k7m2');
    expect(readBatch(phase, before, items, 1000)).toMatchObject({ ok: true });
    expect(thinIn(mode, name, { [name]: items }, THRESHOLDS)).toEqual([]);
  });

  it('tell every field of an item in the order of the checks, and nothing else', () => {
    const fields = Object.keys(phase.rules);
    const all = phase.need.kind === 'each' ? ['index', ...fields] : fields;
    expect(Object.keys(instructions.item_format)).toEqual(all);
    for (const words of Object.values(instructions.item_format)) expect(words).toMatch(/^\w.+: \w/);
  });

  it('say how many items are wanted', () => {
    const wanted = phase.need.kind === 'several' ? `at least ${phase.need.least}` : /exactly one/i;
    expect(instructions.rules.join(' ')).toMatch(wanted);
    const own = {
      one: / with your own words$/,
      several: / with \d or more such items of your own$/,
      each: /( with one such item for each of the \d targets| with your own words)$/,
    };
    expect(instructions.how_to_submit).toMatch(own[phase.need.kind]);
  });
});

describe('targets', () => {
  it('are the pending ones, by index, until they are too long for a reply', () => {
    const [, responses] = modes.steelman.phases;
    if (responses === undefined) throw new Error('no phase');
    const phases = {
      strongest_case: points(3),
      responses: [{ index: 1, stance: 'counter', text: textAt(0) }],
    };
    expect(instructionsFor({ id: 'rev-k7m2', phases }, responses)).toMatchObject({
      targets: [{ index: 0, text: textAt(0) }, { index: 2 }],
    });
    const many = Array.from({ length: 500 }, () => ({ text: textAt(0).repeat(20) }));
    const long = instructionsFor({ id: 'rev-k7m2', phases: { strongest_case: many } }, responses);
    expect(long).toMatchObject({ targets: { length: 500 } });
    expect(JSON.stringify(long).length).toBeLessThan(50_001);
  });
});

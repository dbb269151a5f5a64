import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SpecialistRound, Thought } from '../../../src/core/staged.ts';
import { overall } from '../../../src/core/utility.ts';
import {
  closedRound,
  planOf,
  shownStrength,
  standing,
  winnerToCommit,
} from '../../../src/protocols/subagent/state.ts';
import { defaultConfig } from '../../support/given.ts';
import { allScored } from '../../support/scores.ts';

const round = (over: Partial<SpecialistRound> = {}): SpecialistRound => ({
  round_index: 0,
  agent_role: 'x',
  candidate_content: 'text',
  utility_vector: allScored(0.5),
  equilibrium_state: 'pending',
  was_selected: false,
  ...over,
});
const thought = (rounds: readonly SpecialistRound[], over: object = {}) =>
  Thought.parse({
    id: 't1',
    stage: 'Analysis',
    position: 0,
    timestamp: '2026-01-01T00:00:00Z',
    content: 'draft',
    specialist_rounds: rounds,
    ...over,
  });

describe('closing a round', () => {
  it('selects the best mean, not the best correctness', () => {
    const spiky = round({ agent_role: 'spiky', utility_vector: allScored(0.1, { correctness: 1 }) });
    const even = round({ agent_role: 'even', utility_vector: allScored(0.6) });
    const closed = closedRound([spiky, even]);
    expect(closed.map((each) => [each.agent_role, each.was_selected, each.equilibrium_state])).toEqual([
      ['spiky', false, 'off_equilibrium'],
      ['even', true, 'in_equilibrium'],
    ]);
  });

  it('takes the earliest of equals', () => {
    const closed = closedRound([round({ utility_vector: allScored(0.4) }), round(), round()]);
    expect(closed.map((each) => each.was_selected)).toEqual([false, true, false]);
  });

  it('has exactly one winner, and none is better', () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), (values) => {
        const closed = closedRound(values.map((each) => round({ utility_vector: allScored(each) })));
        const selected = closed.filter((each) => each.was_selected);
        expect(selected).toHaveLength(1);
        const means = closed.map((each) => overall(each.utility_vector));
        expect(overall(selected[0]?.utility_vector ?? allScored(0))).toBe(Math.max(...means));
      }),
    );
  });
});

describe('the strength as it is shown', () => {
  const at = (strength: number, threshold: number) =>
    shownStrength({
      strength,
      threshold,
      converged: strength >= threshold,
      rounds_run: 1,
      max_rounds: 2,
      budget_exhausted: false,
    });

  it.each([
    [0.7495714, 0.75, 0.749],
    [0.75, 0.75, 0.75],
    [0.6666, 0.75, 0.667],
    [0.5499999, 0.55, 0.549],
    [0.7999999999999999, 0.8, 0.799],
    [0, 0.75, 0],
  ])('%f against %f is %f', (strength, threshold, shown) => {
    expect(at(strength, threshold)).toBe(shown);
  });

  it('never contradicts the verdict', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const thousandth = fc.integer({ min: 1, max: 1000 }).map((each) => each / 1000);
    fc.assert(
      fc.property(unit, fc.oneof(unit, thousandth), (strength, threshold) => {
        fc.pre(strength < threshold);
        expect(at(strength, threshold)).toBeLessThan(threshold);
        expect(Math.abs(at(strength, threshold) - strength)).toBeLessThanOrEqual(0.001);
      }),
    );
  });
});

describe('where a thought stands', () => {
  const won = (value: number, index: number) =>
    round({
      round_index: index,
      was_selected: true,
      equilibrium_state: 'in_equilibrium',
      candidate_content: `winner ${index}`,
      utility_vector: allScored(value),
    });

  it('is nowhere without a winner, whatever the threshold', () => {
    const plan = { ...planOf(thought([]), defaultConfig), equilibrium_threshold: 0 };
    expect(standing(thought([]), plan)).toMatchObject({ strength: 0, converged: false, rounds_run: 0 });
  });

  it('is the newest winner against the threshold', () => {
    const both = thought([won(0.9, 0), won(0.1, 1)]);
    const plan = planOf(both, defaultConfig);
    expect(standing(both, plan)).toMatchObject({ rounds_run: 2, converged: false, budget_exhausted: true });
  });

  it('is the correctness where a server rated', () => {
    const rated = won(0.5, 1);
    const negotiated = thought([
      round({ equilibrium_state: 'initial' }),
      { ...rated, utility_vector: allScored(0.5, { correctness: 0.9 }) },
    ]);
    const plan = planOf(negotiated, defaultConfig);
    expect(plan.engine).toBe('necort');
    expect(standing(negotiated, plan)).toMatchObject({ strength: 0.9, converged: true });
  });

  it('commits the strongest winner, of equals the later one', () => {
    const pick = (...values: number[]) =>
      winnerToCommit(thought(values.map((value, index) => won(value, index))), 'manual')?.round_index;
    expect(pick(0.9, 0.1)).toBe(0);
    expect(pick(0.5, 0.5)).toBe(1);
    expect(pick()).toBeUndefined();
  });
});

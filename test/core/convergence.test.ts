import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convergedReason } from '../../src/core/convergence.ts';

const bounds = { edit_distance_epsilon: 0.05, score_threshold: 0.05, max_rounds: 10 };
const rising = { distance: 0.5, delta: 0.3 };
const flat = { distance: 0.5, delta: 0.01 };
const fixed = { distance: 0.01, delta: 0.3 };

describe('convergence', () => {
  it('never ends a thought without a finished round', () => {
    expect(convergedReason([], { ...bounds, max_rounds: 1 })).toBeNull();
  });

  it('calls a rewrite fixed only below epsilon, not at it', () => {
    expect(convergedReason([{ distance: 0.05, delta: 0.3 }], bounds)).toBeNull();
    expect(convergedReason([{ distance: 0.0499, delta: 0.3 }], bounds)).toBe('fixed_point');
  });

  it('looks only at the last rewrite for the fixed point', () => {
    expect(convergedReason([fixed, rising], bounds)).toBeNull();
  });

  it('never finds a fixed point with epsilon 0', () => {
    const none = { ...bounds, edit_distance_epsilon: 0 };
    expect(convergedReason([{ distance: 0, delta: 0.3 }], none)).toBeNull();
  });

  it('goes on after one flat round and ends after two in a row', () => {
    expect(convergedReason([rising, flat], bounds)).toBeNull();
    expect(convergedReason([rising, flat, flat], bounds)).toBe('diminishing_returns');
  });

  it('starts counting flat rounds anew after an improvement', () => {
    expect(convergedReason([flat, rising, flat], bounds)).toBeNull();
    expect(convergedReason([flat, rising, flat, flat], bounds)).toBe('diminishing_returns');
  });

  it('does not count a gain of exactly the threshold as flat', () => {
    const edge = { distance: 0.5, delta: 0.05 };
    expect(convergedReason([rising, flat, edge], bounds)).toBeNull();
    expect(convergedReason([rising, edge, flat], bounds)).toBeNull();
  });

  it('counts losses as flat, and the first round by its whole score', () => {
    const loss = { distance: 0.5, delta: -0.4 };
    expect(convergedReason([rising, loss, loss], bounds)).toBe('diminishing_returns');
    expect(convergedReason([flat, flat], bounds)).toBe('diminishing_returns');
  });

  it('ends at the cap and beyond it', () => {
    const two = { ...bounds, max_rounds: 2 };
    expect(convergedReason([rising], two)).toBeNull();
    expect(convergedReason([rising, rising], two)).toBe('max_rounds');
    expect(convergedReason([rising, rising, rising], two)).toBe('max_rounds');
  });

  it('prefers the fixed point to flat rounds and flat rounds to the cap', () => {
    const two = { ...bounds, max_rounds: 2 };
    expect(convergedReason([flat, { ...flat, distance: 0 }], two)).toBe('fixed_point');
    expect(convergedReason([flat, flat], two)).toBe('diminishing_returns');
  });

  it('always ends at the cap, and before it depends on the last two rounds alone', () => {
    const round = fc.record({
      distance: fc.double({ min: 0, max: 1, noNaN: true }),
      delta: fc.double({ min: -1, max: 1, noNaN: true }),
    });
    const uncapped = { ...bounds, max_rounds: 1000 };
    fc.assert(
      fc.property(fc.array(round), fc.tuple(round, round), (earlier, last) => {
        const rounds = [...earlier, ...last];
        expect(convergedReason(rounds, uncapped)).toBe(convergedReason(last, uncapped));
        expect(convergedReason(rounds, { ...bounds, max_rounds: rounds.length })).not.toBeNull();
      }),
    );
  });
});

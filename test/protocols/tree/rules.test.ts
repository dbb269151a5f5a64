import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hintUnder, STRATEGIES, statesFor } from '../../../src/protocols/tree/hints.ts';
import { allowedUnder, isTerminal, mayStand, requiredChildren } from '../../../src/protocols/tree/rules.ts';
import { type NodeState, STATES, TreeNode } from '../../../src/protocols/tree/state.ts';

const nodeOf = (id: string, state: NodeState) =>
  TreeNode.parse({
    id,
    parent: null,
    title: id,
    plannedAction: '',
    proposedAt: 0,
    state,
    claimed: state,
    findings: '',
    committedAt: 0,
    batch: 1,
  });

describe('the state table', () => {
  it.each([
    ['EXPLORE', [2, 2, 1, 1, 1], STATES],
    ['FOUND', [1, 1, 1, 1, 1], ['EXPLORE', 'FOUND', 'VERIFY']],
    ['VERIFY', [0, 0, 0, 0, 0], []],
    ['EXHAUST', [1, 1, 1, 1, 1], ['EXPLORE', 'EXHAUST', 'DEAD']],
    ['DEAD', [0, 0, 0, 0, 0], []],
  ] as const)('of %s', (state, needs, allowed) => {
    const ids = ['R1.A', 'R2.A1', 'R3.A1a', 'R4.A1a1', 'R9.A1a1aaaaa'];
    expect(ids.map((id) => requiredChildren({ id, state }, 5))).toEqual(needs);
    expect(ids.map((id) => requiredChildren({ id, state }, 3))).toEqual(
      needs.map((each) => Math.min(1, each)),
    );
    expect(allowedUnder(state)).toEqual(allowed);
    expect(isTerminal(state)).toBe(allowed.length === 0);
  });

  it('lets nothing but EXPLORE stand before round 4, unless the session allows it', () => {
    for (const state of STATES) {
      const rounds = [1, 2, 3, 4, 5].filter((round) => mayStand(state, round, false));
      expect(rounds).toEqual(state === 'EXPLORE' ? [1, 2, 3, 4, 5] : [4, 5]);
      expect(mayStand(state, 1, true)).toBe(true);
    }
  });
});

describe('a hint', () => {
  const open = STATES.filter((state) => !isTerminal(state));
  const ids = ['R1.A', 'R2.A1', 'R3.A1a', 'R4.A1a1', 'R7.A1a1aaa'];

  it('is always a state that stands there', () => {
    const context = fc.record({
      session: fc.record({ allowEarlyTerminal: fc.boolean() }),
      strategy: fc.constantFrom(...STRATEGIES),
      minRounds: fc.integer({ min: 1, max: 9 }),
      forDepth: fc.boolean(),
    });
    const parent = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...open));
    fc.assert(
      fc.property(parent, context, ([id, state], given) => {
        const node = nodeOf(id, state);
        expect(statesFor(node, given.session)).toContain(hintUnder(node, given));
      }),
    );
  });

  it('goes deeper where only rounds are missing', () => {
    const context = { session: { allowEarlyTerminal: false }, strategy: 'balanced', minRounds: 9 } as const;
    const parent = nodeOf('R4.A1a1', 'FOUND');
    expect(hintUnder(parent, { ...context, forDepth: true })).toBe('EXPLORE');
    expect(hintUnder(parent, { ...context, forDepth: false })).toBe('VERIFY');
  });
});

import { describe, expect, it } from 'vitest';
import { texts } from '../../support/tree-bench.ts';
import { Trunk } from '../../support/tree-trunk.ts';

describe('tot_end', () => {
  it('refuses with the reason and shows the tree', () => {
    const trunk = new Trunk().toRound3();
    const before = trunk.stored;
    const result = trunk.call('tot_end');
    expect(result).toMatchObject({
      status: 'REJECTED',
      solutions: [],
      deadEnds: 0,
      references: [],
      totalNodes: 7,
    });
    expect(result.reason).toBe(result.message);
    expect(String(result.finalDot)).toContain('R3_A2b');
    expect(trunk.stored).toBe(before);
  });

  it('lists unverified solutions after the verified ones, marked', () => {
    const trunk = new Trunk()
      .toRound3()
      .grow(
        ['R4.A1a1', 'R3.A1a', 'FOUND'],
        ['R4.A1b1', 'R3.A1b', 'FOUND'],
        ['R4.A2a1', 'R3.A2a', 'DEAD'],
        ['R4.A2b1', 'R3.A2b', 'DEAD'],
      )
      .grow(['R5.A1a1a', 'R4.A1a1', 'EXPLORE'], ['R5.A1b1a', 'R4.A1b1', 'VERIFY'])
      .grow(['R6.A1a1aa', 'R5.A1a1a', 'DEAD']);
    const result = trunk.call('tot_end');
    expect(result).toMatchObject({
      status: 'OK',
      deadEnds: 3,
      solutions: [
        { nodeId: 'R4.A1b1', verified: true },
        { nodeId: 'R4.A1a1', verified: false },
      ],
    });
    expect(texts(result.notes)[0]).toContain('R4.A1a1');
  });

  it('answers again after the end, the same whatever is asked, and stores nothing more', () => {
    const trunk = new Trunk().complete();
    const first = trunk.call('tot_end');
    const stored = trunk.stored;
    trunk.bench.advance(60_000);
    expect(trunk.call('tot_end', { minRounds: 9 })).toEqual(first);
    expect(trunk.stored).toBe(stored);
    expect(trunk.call('tot_status')).toMatchObject({ ended: true, canEnd: true });
  });

  it('repeats the warnings that the investigation has earned', () => {
    const trunk = new Trunk().complete();
    trunk.call('tot_propose', { nodes: [{ id: 'R2.A3', parent: 'R1.A', title: 't', plannedAction: '' }] });
    trunk.commit({ nodeId: 'R2.A3', state: 'DEAD', findings: '' });
    trunk.grow(['R3.A3a', 'R2.A3', 'EXPLORE'], ['R3.A3b', 'R2.A3', 'EXPLORE']);
    trunk.grow(['R4.A3a1', 'R3.A3a', 'DEAD'], ['R4.A3b1', 'R3.A3b', 'DEAD']);
    const earned = texts(trunk.call('tot_end').warnings).map((text) => /:(\w+)\]/.exec(text)?.[1]);
    expect(earned).toEqual(['R2_BREADTH', 'R2_BREADTH', 'SUSPICIOUS', 'MISSING_AGENT', 'DEAD_ENFORCED']);
  });
});

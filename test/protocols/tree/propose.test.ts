import { describe, expect, it } from 'vitest';
import type { Fields } from '../../support/recordings.ts';
import { problems, tags, texts } from '../../support/tree-bench.ts';
import { planned, Trunk } from '../../support/tree-trunk.ts';

function refused(trunk: Trunk, ...nodes: readonly Fields[]): readonly string[] {
  const before = trunk.stored;
  const result = trunk.propose(...nodes);
  expect(result).toMatchObject({ status: 'REJECTED', approvedNodes: [], warnings: [] });
  expect(trunk.stored).toBe(before);
  return problems(result);
}

const rooted = () => new Trunk().grow(['R1.A', null, 'EXPLORE']);

describe('a proposal is refused with', () => {
  it.each<[string, readonly Fields[]]>([
    ['DUPLICATE_IN_BATCH R2.A1', [planned('R2.A1', 'R1.A'), planned('R2.A1', 'R1.A')]],
    ['DUPLICATE_ID R1.A', [planned('R1.A', null)]],
    ['PARENT_NOT_FOUND R2.A1', [planned('R2.A1', 'R1.B')]],
    ['PARENT_NOT_FOUND R2.A1', [planned('R2.A1', 'constructor')]],
    ['NOT_SINGLE_ROOT R1.B', [planned('R1.B', null)]],
    ['NOT_SINGLE_ROOT R0.A', [planned('R0.A', null)]],
    ['NOT_SINGLE_ROOT R5.X', [planned('R5.X', null)]],
    ['ID_PARENT_MISMATCH R2.B1', [planned('R2.B1', 'R1.A')]],
    ['ID_PARENT_MISMATCH R3.A1', [planned('R3.A1', 'R1.A')]],
    ['ID_PARENT_MISMATCH R0.A1', [planned('R0.A1', 'R1.A')]],
    ['ID_PARENT_MISMATCH R02.A1', [planned('R02.A1', 'R1.A')]],
    ['ID_PARENT_MISMATCH R2.A', [planned('R2.A', 'R1.A')]],
    ['INVALID_ID_FORMAT constructor', [planned('constructor', 'R1.A')]],
    ['INVALID_ID_FORMAT __proto__', [planned('__proto__', null)]],
    ['INVALID_ID_FORMAT R2.A-1', [planned('R2.A-1', 'R1.A')]],
  ])('%s', (problem, nodes) => {
    expect(refused(rooted(), ...nodes)).toEqual([problem]);
  });

  it.each([
    ['R5.A1a1ax', 'R5.A1a1a', 'R6.A1a1ax'],
    ['R5.A1b1ax', 'R5.A1b1a', 'R6.A1b1ax'],
  ])('TERMINAL_PARENT under VERIFY and DEAD', (_, parent, id) => {
    expect(refused(new Trunk().complete(), planned(id, parent))).toEqual([`TERMINAL_PARENT ${id}`]);
  });

  it('every problem of the batch at once', () => {
    const nodes = [
      planned('R2.A1', 'R1.A'),
      planned('R2.A1', 'R1.A'),
      planned('R1.A', null),
      planned('R3.Z1', 'R2.Z'),
      planned('x', null),
    ];
    expect(refused(rooted(), ...nodes)).toEqual([
      'DUPLICATE_IN_BATCH R2.A1',
      'DUPLICATE_ID R1.A',
      'PARENT_NOT_FOUND R3.Z1',
      'INVALID_ID_FORMAT x',
    ]);
  });

  it('PARENT_NOT_FOUND when the parent is only proposed', () => {
    const trunk = rooted();
    trunk.propose(planned('R2.A1', 'R1.A'));
    expect(refused(trunk, planned('R3.A1a', 'R2.A1'))).toEqual(['PARENT_NOT_FOUND R3.A1a']);
  });

  it('SESSION_ENDED after the end', () => {
    const trunk = new Trunk().complete();
    trunk.call('tot_end');
    expect(refused(trunk, planned('R2.A3', 'R1.A'))).toEqual(['SESSION_ENDED SESSION']);
  });

  it('a long id shortened in the answer', () => {
    const result = rooted().propose(planned('x'.repeat(5_000), 'R1.A'));
    expect(JSON.stringify(result).length).toBeLessThan(1_000);
  });
});

describe('an accepted proposal', () => {
  it('answers OK for an empty list and stores nothing', () => {
    const trunk = rooted();
    const before = trunk.stored;
    expect(trunk.propose()).toMatchObject({ status: 'OK', approvedNodes: [], errors: [] });
    expect(trunk.stored).toBe(before);
  });

  it('advises to branch wider below five R2 nodes, pending ones of earlier calls not counted', () => {
    const trunk = rooted();
    expect(tags(trunk.propose(planned('R2.A1', 'R1.A'), planned('R2.A2', 'R1.A')))).toEqual(['R2_BREADTH']);
    const four = [3, 4, 5, 6].map((each) => planned(`R2.A${each}`, 'R1.A'));
    expect(tags(trunk.propose(...four))).toEqual(['R2_BREADTH']);
    const five = [1, 2, 3, 4, 5].map((each) => planned(`R2.Ax${each}`, 'R1.A'));
    expect(tags(trunk.propose(...five))).toEqual([]);
  });

  it('keeps quiet and hands out defaults when breadth warnings are suppressed', () => {
    const args = { nodes: [planned('R2.A1', 'R1.A')], suppressBreadthWarnings: true };
    expect(rooted().call('tot_propose', args)).toMatchObject({
      warnings: [],
      nextCommitDefaults: { minRounds: 2, allowEarlyTerminal: true },
    });
  });

  it('keeps the clock of an id that is proposed again, takes the new text and says so', () => {
    const trunk = rooted();
    trunk.propose(planned('R2.A1', 'R1.A', 'old'));
    trunk.bench.advance(10_000);
    expect(texts(trunk.propose(planned('R2.A1', 'R1.A', 'new')).notes)[0]).toContain('R2.A1');
    const result = trunk.commit({ nodeId: 'R2.A1', state: 'EXPLORE', findings: 'f', agentId: 'a' });
    expect(tags(result)).not.toContain('SUSPICIOUS R2.A1');
    expect(trunk.bench.read(trunk.id).nodes[1]?.title).toBe('new');
  });
});

describe('withdrawing', () => {
  it('takes a pending proposal back, which then no longer blocks the end', () => {
    const trunk = new Trunk().complete();
    trunk.propose(planned('R2.A3', 'R1.A'));
    expect(trunk.call('tot_end').status).toBe('REJECTED');
    const result = trunk.call('tot_propose', { withdraw: ['R2.A3'] });
    expect(result).toMatchObject({ status: 'OK', withdrawn: ['R2.A3'], approvedNodes: [] });
    expect(trunk.call('tot_end').status).toBe('OK');
  });

  it('and proposing go together, or not at all', () => {
    const trunk = rooted();
    trunk.propose(planned('R2.A1', 'R1.A'));
    const before = trunk.stored;
    const args = { nodes: [planned('R2.A2', 'R1.A')], withdraw: ['R2.A1', 'R2.A9'] };
    expect(problems(trunk.call('tot_propose', args))).toEqual(['NOT_PROPOSED R2.A9']);
    expect(trunk.stored).toBe(before);
    trunk.call('tot_propose', { ...args, withdraw: ['R2.A1'] });
    expect(trunk.bench.read(trunk.id).pendingProposals.map(({ id }) => id)).toEqual(['R2.A2']);
  });
});

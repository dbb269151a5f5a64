import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/protocols/tree/end.ts';
import type { Fields } from '../../support/recordings.ts';
import { planned, Trunk } from '../../support/tree-trunk.ts';

const codes = (trunk: Trunk, asked?: number) =>
  judge(trunk.bench.read(trunk.id), asked).blockers.map(({ code }) => code);

const dead = () => new Trunk({ minRounds: 2 }).grow(['R1.A', null, 'DEAD']);
const pending = () => {
  const trunk = new Trunk().complete();
  trunk.propose(planned('R2.A3', 'R1.A'));
  return trunk;
};

const STAGES: readonly (readonly [string, () => Trunk, readonly string[]])[] = [
  ['an empty tree', () => new Trunk(), ['ROUNDS']],
  ['a lone root', () => new Trunk().grow(['R1.A', null, 'EXPLORE']), ['ROUNDS', 'BLOCKED']],
  ['a dead root', dead, ['RECOVERY_REQUIRED']],
  ['round 3', () => new Trunk().toRound3(), ['ROUNDS', 'BLOCKED']],
  ['round 4', () => new Trunk().toRound4(), ['ROUNDS', 'BLOCKED']],
  ['a complete tree', () => new Trunk().complete(), []],
  ['a complete tree with a proposal', pending, ['PENDING']],
  [
    'a relaxed root without children',
    () => new Trunk({ mode: 'smoke' }).grow(['R1.A', null, 'EXPLORE']),
    ['ROUNDS', 'BLOCKED'],
  ],
  ['an exhausted path that was explored on', exploredOn, []],
];

function exploredOn(): Trunk {
  return new Trunk()
    .toRound4()
    .grow(['R5.A1a1a', 'R4.A1a1', 'VERIFY'], ['R5.A1b1a', 'R4.A1b1', 'EXPLORE'])
    .grow(['R6.A1b1aa', 'R5.A1b1a', 'DEAD']);
}

describe('the judge of the end', () => {
  it.each(STAGES)('finds what blocks %s', (_, make, expected) => {
    expect(codes(make())).toEqual(expected);
  });

  it.each(STAGES)('is asked by every tool alike: %s', (_, make) => {
    const trunk = make();
    const { canEnd } = judge(trunk.bench.read(trunk.id));
    const answers: readonly Fields[] = [
      trunk.call('tot_status'),
      trunk.call('tot_next'),
      trunk.call('tot_step'),
      trunk.call('tot_commit', { results: [] }),
    ];
    expect(answers.map((each) => each.canEnd)).toEqual(answers.map(() => canEnd));
    expect(new Set(answers.map((each) => each.canEndReason).filter(Boolean)).size).toBe(canEnd ? 0 : 1);
    const end = trunk.call('tot_end');
    expect(end.status).toBe(canEnd ? 'OK' : 'REJECTED');
    expect(end.reason).toBe(answers[0]?.canEndReason);
  });

  it('lets a call ask for more rounds, not for fewer', () => {
    const trunk = new Trunk().complete();
    expect(codes(trunk, 6)).toEqual(['ROUNDS']);
    expect(codes(new Trunk().toRound4(), 1)).toEqual(['ROUNDS', 'BLOCKED']);
  });

  it('asks a relaxed session for one child of EXPLORE, which may come in any round', () => {
    const trunk = new Trunk({ mode: 'smoke' })
      .grow(['R1.A', null, 'EXPLORE'])
      .grow(['R2.A1', 'R1.A', 'DEAD']);
    expect(codes(trunk)).toEqual([]);
    expect(trunk.call('tot_end').status).toBe('OK');
  });

  it('reopens a dead root by reclassifying it', () => {
    const trunk = dead();
    expect(trunk.call('tot_next')).toMatchObject({
      nextCall: 'tot_reclassify',
      tasks: [],
      blockers: ['RECOVERY_REQUIRED'],
    });
    trunk.call('tot_reclassify', { nodeId: 'R1.A', newState: 'EXPLORE' });
    expect(trunk.call('tot_next')).toMatchObject({ nextCall: 'tot_propose', tasks: [{ id: 'R2.Aa' }] });
  });
});

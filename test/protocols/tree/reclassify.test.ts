import { describe, expect, it } from 'vitest';
import { problems, texts } from '../../support/tree-bench.ts';
import { planned, Trunk } from '../../support/tree-trunk.ts';

const change = (trunk: Trunk, nodeId: string, newState: string) =>
  trunk.call('tot_reclassify', { nodeId, newState });

describe('reclassifying is refused with', () => {
  it.each([
    ['NODE_NOT_FOUND valueOf', 'valueOf', 'DEAD'],
    ['NODE_NOT_FOUND __proto__', '__proto__', 'DEAD'],
    ['HAS_CHILDREN R4.A1a1', 'R4.A1a1', 'DEAD'],
    ['HAS_CHILDREN R4.A1a1', 'R4.A1a1', 'VERIFY'],
    ['INVALID_CHILDREN R4.A1a1', 'R4.A1a1', 'EXHAUST'],
    ['INVALID_CHILDREN R4.A1b1', 'R4.A1b1', 'FOUND'],
    ['INVALID_CHILD_STATE R5.A1a1a', 'R5.A1a1a', 'DEAD'],
    ['INVALID_CHILD_STATE R5.A1b1a', 'R5.A1b1a', 'FOUND'],
  ])('%s', (problem, nodeId, newState) => {
    const trunk = new Trunk().complete();
    const before = trunk.stored;
    const result = change(trunk, nodeId, newState);
    expect(result).toMatchObject({ status: 'REJECTED', nodeId, newState });
    expect(problems(result)).toEqual([problem]);
    expect(trunk.stored).toBe(before);
  });

  it.each(['FOUND', 'EXHAUST', 'DEAD', 'VERIFY'])('STATE_TOO_EARLY for %s in round 3', (state) => {
    expect(problems(change(new Trunk().toRound3(), 'R3.A1a', state))).toEqual(['STATE_TOO_EARLY R3.A1a']);
  });

  it('HAS_CHILDREN while a child is proposed', () => {
    const trunk = new Trunk().toRound4();
    trunk.propose(planned('R5.A1a1a', 'R4.A1a1'));
    expect(problems(change(trunk, 'R4.A1a1', 'DEAD'))).toEqual(['HAS_CHILDREN R4.A1a1']);
  });

  it('every problem at once', () => {
    expect(problems(change(new Trunk().toRound3(), 'R2.A1', 'DEAD'))).toEqual([
      'HAS_CHILDREN R2.A1',
      'STATE_TOO_EARLY R2.A1',
    ]);
  });

  it('SESSION_ENDED after the end', () => {
    const trunk = new Trunk().complete();
    trunk.call('tot_end');
    expect(problems(change(trunk, 'R5.A1a1a', 'EXPLORE'))).toEqual(['SESSION_ENDED SESSION']);
  });
});

describe('reclassifying', () => {
  it('answers OK for the same state and stores nothing', () => {
    const trunk = new Trunk().complete();
    const before = trunk.stored;
    expect(change(trunk, 'R4.A1a1', 'FOUND')).toMatchObject({ status: 'OK', previousState: 'FOUND' });
    expect(trunk.stored).toBe(before);
  });

  it('changes the state, draws it, and is noted at the end', () => {
    const trunk = new Trunk().complete();
    const result = change(trunk, 'R4.A2a1', 'FOUND');
    expect(result).toMatchObject({ status: 'OK', previousState: 'DEAD', newState: 'FOUND' });
    expect(String(result.dot)).toContain('R4_A2a1 [fillcolor=orange');
    trunk.grow(['R5.A2a1a', 'R4.A2a1', 'EXPLORE']).grow(['R6.A2a1aa', 'R5.A2a1a', 'DEAD']);
    const end = trunk.call('tot_end');
    expect(texts(end.notes).some((note) => note.includes('R4.A2a1') && note.startsWith('Reclassified'))).toBe(
      true,
    );
  });
});

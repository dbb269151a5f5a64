import { describe, expect, it } from 'vitest';
import { TREE_PHASES, treeMaterial, treePhase, treeStep } from '../../../src/protocols/tree/phases.ts';
import { planned, Trunk } from '../../support/tree-trunk.ts';

const ended = () => {
  const trunk = new Trunk().complete();
  trunk.call('tot_end');
  return trunk;
};
const pending = () => {
  const trunk = new Trunk();
  trunk.propose(planned('R1.A', null));
  return trunk;
};

const CASES: readonly (readonly [string, () => Trunk, string | null])[] = [
  ['root', () => new Trunk(), 'tot_propose'],
  ['work', () => new Trunk().toRound3(), 'tot_propose'],
  ['pending', pending, 'tot_commit'],
  ['stuck', () => new Trunk({ minRounds: 2 }).grow(['R1.A', null, 'DEAD']), 'tot_reclassify'],
  ['end', () => new Trunk().complete(), 'tot_end'],
  ['ended', ended, null],
];

describe('the step of an investigation', () => {
  it('is known for every phase', () => {
    expect(CASES.map(([phase]) => phase)).toEqual(TREE_PHASES);
  });

  it.each(CASES)('in phase %s names a tool that does not refuse', (phase, make, tool) => {
    const trunk = make();
    const session = trunk.bench.read(trunk.id);
    expect(treePhase(session)).toBe(phase);
    const step = treeStep(session);
    expect(step).toMatchObject({ code: `tree_${phase}`, tool });
    if (step.tool === null) return;
    const results = session.pendingProposals.map(({ id }) => ({
      nodeId: id,
      state: 'EXPLORE',
      findings: '',
    }));
    const args = step.tool === 'tot_commit' ? { ...step.arguments, results } : { ...step.arguments };
    expect(trunk.bench.ok(step.tool, args).status).toBe('OK');
  });

  it('comes with the question and the open tasks', () => {
    const trunk = new Trunk().toRound4();
    expect(treeMaterial(trunk.bench.read(trunk.id))).toMatchObject({
      query: 'q',
      tasks: [
        { id: 'R5.A1a1a', stateHint: 'VERIFY' },
        { id: 'R5.A1b1a', stateHint: 'DEAD' },
      ],
    });
  });
});

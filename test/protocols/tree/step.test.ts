import { describe, expect, it } from 'vitest';
import { problems, tags, texts } from '../../support/tree-bench.ts';
import { found, planned, Trunk } from '../../support/tree-trunk.ts';

const step = (trunk: Trunk, ...results: readonly object[]) => trunk.call('tot_step', { results });

describe('tot_step', () => {
  it('hands out the root and takes its result with title and clock of the offer', () => {
    const trunk = new Trunk();
    expect(trunk.call('tot_step')).toMatchObject({
      status: 'OK',
      nextCall: 'work',
      tasks: [{ id: 'R1.A', parent: null, stateHint: 'EXPLORE' }],
      pending: [],
      errors: [],
    });
    trunk.bench.advance(10_000);
    const result = step(trunk, found('R1.A', 'EXPLORE'));
    expect(tags(result)).toEqual(['INCOMPLETE_EXPLORE R1.A']);
    expect(result.pending).toEqual([{ nodeId: 'R1.A', state: 'EXPLORE', needs: 'children' }]);
  });

  it('reports haste from the offer, and from the arrival of what was never offered', () => {
    const trunk = new Trunk();
    trunk.call('tot_step');
    trunk.bench.advance(9_000);
    trunk.call('tot_step');
    trunk.bench.advance(999);
    expect(tags(step(trunk, found('R1.A', 'EXPLORE')))).toContain('SUSPICIOUS R1.A');
    trunk.bench.advance(60_000);
    expect(tags(step(trunk, found('R2.A1', 'EXPLORE')))).toContain('SUSPICIOUS R2.A1');
  });

  it('infers the parent of an id that was not offered and notes the title that it made up', () => {
    const trunk = new Trunk().grow(['R1.A', null, 'EXPLORE']);
    const result = step(trunk, found('R2.A10', 'EXPLORE'));
    expect(result.status).toBe('OK');
    expect(trunk.bench.read(trunk.id).nodes[1]).toMatchObject({ parent: 'R1.A', generated: true });
    expect(texts(result.notes).some((note) => note.includes('titles for R2.A10'))).toBe(true);
  });

  it.each([
    ['NOT_SINGLE_ROOT R2.B', [found('R2.B', 'EXPLORE')]],
    ['NOT_SINGLE_ROOT R5.X', [found('R5.X', 'VERIFY')]],
    ['INVALID_ID_FORMAT constructor', [found('constructor', 'VERIFY')]],
    ['NOT_PROPOSED R1.A', [found('R1.A', 'EXPLORE')]],
    ['DUPLICATE_IN_BATCH R2.A1', [found('R2.A1', 'EXPLORE'), found('R2.A1', 'DEAD')]],
  ])('refuses with %s and leaves nothing behind', (problem, results) => {
    const trunk = new Trunk().grow(['R1.A', null, 'EXPLORE']);
    const before = trunk.stored;
    const result = step(trunk, ...results);
    expect(result).toMatchObject({ status: 'REJECTED', pending: [], nextCall: 'work' });
    expect(problems(result)).toEqual([problem]);
    expect(trunk.stored).toBe(before);
  });

  it('takes back its own proposals when a state is refused', () => {
    const trunk = new Trunk().toRound4();
    const before = trunk.stored;
    const result = step(trunk, found('R5.A1a1a', 'DEAD'), found('R5.A1b1a', 'DEAD'));
    expect(problems(result)).toEqual(['INVALID_CHILD_STATE R5.A1a1a']);
    expect(trunk.stored).toBe(before);
    expect(step(trunk, found('R5.A1a1a', 'VERIFY'), found('R5.A1b1a', 'DEAD'))).toMatchObject({
      nextCall: 'tot_end',
      canEnd: true,
      tasks: [],
    });
  });

  it('takes results of pending proposals along with new ones', () => {
    const trunk = new Trunk().grow(['R1.A', null, 'EXPLORE']);
    trunk.propose(planned('R2.A1', 'R1.A', 'Mine'));
    expect(step(trunk, found('R2.A1', 'EXPLORE'), found('R2.A2', 'EXPLORE')).status).toBe('OK');
    expect(trunk.bench.read(trunk.id).nodes[1]?.title).toBe('Mine');
  });

  it('keeps the mode and the higher number of rounds of the call', () => {
    const trunk = new Trunk();
    trunk.call('tot_step', { mode: 'exhaustive', minRounds: 6 });
    trunk.call('tot_step', { minRounds: 2 });
    expect(trunk.bench.read(trunk.id)).toMatchObject({ mode: 'exhaustive', minRounds: 6 });
  });

  it('shows as much as it is asked for', () => {
    const trunk = new Trunk().toRound3();
    expect(trunk.call('tot_step', { graphMode: 'none' }).graph).toBeUndefined();
    expect(trunk.call('tot_step').graph).toMatchObject({ totalNodes: 7, nodes: { length: 5 } });
    const full = trunk.call('tot_step', { verbosity: 'full', graphMode: 'none' });
    expect(full).toMatchObject({ next: { nextCall: 'tot_propose' } });
    expect(full.subagentPolicy).toBeUndefined();
    expect(full.committed).toBeUndefined();
  });

  it('answers after the end and refuses results', () => {
    const trunk = new Trunk().complete();
    trunk.call('tot_end');
    const before = trunk.stored;
    expect(trunk.call('tot_step', { mode: 'smoke' })).toMatchObject({ status: 'OK', nextCall: 'tot_end' });
    expect(problems(step(trunk, found('R2.A3', 'EXPLORE')))).toEqual(['SESSION_ENDED SESSION']);
    expect(trunk.stored).toBe(before);
  });
});

import { describe, expect, it } from 'vitest';
import type { Fields } from '../../support/recordings.ts';
import { planned, Trunk } from '../../support/tree-trunk.ts';

interface TaskShown {
  readonly id: string;
  readonly title: string;
  readonly prompt: string;
  readonly expectedCommit: { readonly state: string; readonly findingsTemplate: string };
}

// The shape of the wire; a result without tasks fails the expectation on them.
const tasksOf = (result: Fields) => result.tasks as readonly TaskShown[];
// What tot_propose takes; a result without it fails the call.
const payloadOf = (result: Fields) => result.proposePayload as Fields;
const ids = (result: Fields) => tasksOf(result).map(({ id }) => id);
const hints = (result: Fields) => tasksOf(result).map(({ expectedCommit }) => expectedCommit.state);

const rootSaying = (findings: string, start: Fields = {}) => {
  const trunk = new Trunk(start);
  trunk.propose(planned('R1.A', null));
  trunk.commit({ nodeId: 'R1.A', state: 'EXPLORE', findings, agentId: 'a' });
  return trunk;
};

describe('tot_next', () => {
  it('begins with the root, offers it once, and only reads', () => {
    const trunk = new Trunk();
    const before = trunk.stored;
    const first = trunk.call('tot_next', { minRounds: 9 });
    expect(first).toMatchObject({ nextCall: 'tot_propose', blockers: [], minRounds: 9, canEnd: false });
    expect(ids(first)).toEqual(['R1.A']);
    expect(trunk.stored).toBe(before);
    trunk.call('tot_propose', { nodes: payloadOf(first).nodes });
    const second = trunk.call('tot_next');
    expect(second).toMatchObject({ nextCall: 'tot_commit', minRounds: 5 });
    expect(ids(second)).toEqual(['R1.A']);
    expect(second.proposePayload).toBeUndefined();
  });

  it('hands out nodes that tot_propose takes as they are', () => {
    const trunk = new Trunk().toRound4();
    const result = trunk.call('tot_next');
    expect(trunk.call('tot_propose', payloadOf(result)).status).toBe('OK');
  });

  it('hints VERIFY under FOUND, DEAD under EXHAUST, EXPLORE before round 4, FOUND from there', () => {
    expect(hints(new Trunk().toRound4().call('tot_next'))).toEqual(['VERIFY', 'DEAD']);
    expect(hints(rootSaying('').call('tot_next'))).toEqual(['EXPLORE', 'EXPLORE']);
    expect(hints(rootSaying('').call('tot_next', { strategy: 'verify' }))).toEqual(['EXPLORE', 'EXPLORE']);
    expect(new Set(hints(new Trunk().toRound3().call('tot_next')))).toEqual(new Set(['FOUND']));
  });

  it('goes deeper while the rounds do not suffice', () => {
    const trunk = new Trunk({ minRounds: 8 }).complete();
    const result = trunk.call('tot_next');
    expect(result).toMatchObject({ nextCall: 'tot_propose', canEnd: false });
    expect(hints(result)).toEqual(['EXPLORE']);
    expect(ids(result)).toEqual(['R5.A1a1b']);
  });

  it('takes paths from the findings', () => {
    const titles = (findings: string) =>
      tasksOf(rootSaying(findings).call('tot_next')).map(({ title }) => title);
    expect(titles('Branches: 1. index, 2. cache; 3. schema')).toEqual(['index', 'cache']);
    expect(titles('Summary: s\n- first path\n* second path\n## References\n- src/a.ts')).toEqual([
      'first path',
      'second path',
    ]);
    expect(titles('nothing')).toEqual(['Deepen: Topic R1.A', 'Deepen: Topic R1.A (path 2)']);
  });

  it('does not nest the titles that it makes up', () => {
    const trunk = new Trunk();
    for (let round = 0; round < 4; round += 1) {
      trunk.call('tot_propose', payloadOf(trunk.call('tot_next')));
      const results = ids(trunk.call('tot_next')).map((nodeId) => ({
        nodeId,
        state: 'EXPLORE',
        findings: '',
      }));
      trunk.call('tot_commit', { results });
    }
    const titles = trunk.bench.read(trunk.id).nodes.map(({ title }) => title);
    expect(titles.every((title) => (title.match(/Deepen|path/g) ?? []).length <= 2)).toBe(true);
    expect(Math.max(...titles.map((title) => title.length))).toBeLessThan(60);
  });

  it('keeps to the number of tasks; what the end waits for comes first', () => {
    const trunk = new Trunk().toRound4();
    const wide = trunk.call('tot_next', { strategy: 'exhaustive', maxTasks: 2 });
    expect(ids(wide)).toEqual(['R5.A1a1a', 'R5.A1b1a']);
    expect(ids(trunk.call('tot_next', { strategy: 'deepen', maxTasks: 20 })).length).toBeGreaterThan(6);
    expect(ids(rootSaying('').call('tot_next', { mode: 'smoke' }))).toEqual(['R2.Aa']);
    expect(ids(rootSaying('').call('tot_next', { mode: 'exhaustive' }))).toHaveLength(3);
  });

  it('keeps the mode of the session when the call names none', () => {
    const trunk = rootSaying('', { mode: 'smoke' });
    expect(ids(trunk.call('tot_next'))).toHaveLength(1);
    expect(trunk.bench.read(trunk.id).mode).toBe('smoke');
  });

  it('passes over ids that the caller has used', () => {
    const trunk = new Trunk().grow(['R1.A', null, 'EXPLORE']).grow(['R2.Ab', 'R1.A', 'EXPLORE']);
    expect(ids(trunk.call('tot_next'))).toContain('R2.Ac');
  });

  it('walks the combinations, a million of them at once', () => {
    const ten = Array.from({ length: 10 }, (_, at) => String(at));
    const dimensions = Object.fromEntries('abcdef'.split('').map((name) => [name, ten]));
    const result = rootSaying('').call('tot_next', { dimensions, maxTasks: 2 });
    expect(result.coverage).toMatchObject({ total: 1_000_000, emitted: 2, remaining: 999_998 });
    expect(tasksOf(result)[1]?.title).toBe('Combination: a=0, b=0, c=0, d=0, e=0, f=1');
    expect(tasksOf(result)[1]?.expectedCommit.findingsTemplate).toContain('Combination: a=0');
  });

  it('counts proposed combinations as taken', () => {
    const trunk = rootSaying('');
    trunk.propose(planned('R2.Aa', 'R1.A', 'Combination: a=1'));
    expect(trunk.call('tot_next', { dimensions: 'a = 1, 10' }).coverage).toEqual({
      total: 2,
      emitted: 0,
      remaining: 1,
      examples: [{ a: '10' }],
    });
  });

  it('leads to tot_end when nothing is missing, and after it', () => {
    const trunk = new Trunk().complete();
    expect(trunk.call('tot_next')).toMatchObject({ nextCall: 'tot_end', tasks: [], canEnd: true });
    trunk.call('tot_end');
    expect(trunk.call('tot_next', { minRounds: 9 })).toMatchObject({
      nextCall: 'tot_end',
      tasks: [],
      canEnd: true,
    });
  });
});

import { describe, expect, it } from 'vitest';
import { problems, tags, texts } from '../../support/tree-bench.ts';
import { found, planned, Trunk } from '../../support/tree-trunk.ts';

const proposed = (trunk: Trunk, id: string, parent: string | null) => {
  trunk.propose(planned(id, parent));
  trunk.bench.advance(10_000);
  return trunk;
};

describe('a commit is refused with', () => {
  it.each(['R1.A', 'constructor', '__proto__', 'toString', 'R2.A1'])('NOT_PROPOSED for %s', (id) => {
    const trunk = new Trunk();
    const before = trunk.stored;
    const result = trunk.commit(found(id, 'VERIFY'));
    expect(problems(result)).toEqual([`NOT_PROPOSED ${id}`]);
    expect(result).toMatchObject({ warnings: [], canEnd: false, pendingExplore: [], minRounds: 5 });
    expect(trunk.stored).toBe(before);
  });

  it('DUPLICATE_IN_BATCH for the same node twice', () => {
    const trunk = proposed(new Trunk(), 'R1.A', null);
    const result = trunk.commit(found('R1.A', 'EXPLORE'), found('R1.A', 'DEAD'));
    expect(problems(result)).toEqual(['DUPLICATE_IN_BATCH R1.A']);
  });

  it.each([
    ['R5.A1a1b', 'R4.A1a1', 'EXHAUST'],
    ['R5.A1a1b', 'R4.A1a1', 'DEAD'],
    ['R5.A1b1b', 'R4.A1b1', 'FOUND'],
    ['R5.A1b1b', 'R4.A1b1', 'VERIFY'],
  ])('INVALID_CHILD_STATE: %s under %s as %s', (id, parent, state) => {
    const trunk = proposed(new Trunk().toRound4(), id, parent);
    const before = trunk.stored;
    expect(problems(trunk.commit(found(id, state)))).toEqual([`INVALID_CHILD_STATE ${id}`]);
    expect(trunk.stored).toBe(before);
  });

  it('every problem at once', () => {
    const trunk = proposed(new Trunk().toRound4(), 'R5.A1a1b', 'R4.A1a1');
    const results = [found('R5.A1a1b', 'DEAD'), found('R9.X', 'DEAD'), found('R9.X', 'DEAD')];
    expect(problems(trunk.commit(...results))).toEqual([
      'DUPLICATE_IN_BATCH R9.X',
      'NOT_PROPOSED R9.X',
      'NOT_PROPOSED R9.X',
      'INVALID_CHILD_STATE R5.A1a1b',
    ]);
  });

  it('SESSION_ENDED after the end', () => {
    const trunk = new Trunk().complete();
    trunk.call('tot_end');
    expect(problems(trunk.commit(found('R1.A', 'DEAD')))).toEqual([
      'SESSION_ENDED SESSION',
      'NOT_PROPOSED R1.A',
    ]);
  });
});

describe('a state that comes too early', () => {
  it.each([
    ['R1.A', null, 'FOUND', ['DEPTH_ENFORCED']],
    ['R1.A', null, 'EXHAUST', ['EXHAUST_ENFORCED']],
    ['R1.A', null, 'DEAD', ['DEAD_ENFORCED']],
    ['R1.A', null, 'VERIFY', ['VERIFY_ENFORCED']],
    ['R3.A1c', 'R2.A1', 'FOUND', ['R3_EXPLORE_ONLY', 'DEPTH_ENFORCED']],
    ['R3.A1c', 'R2.A1', 'EXHAUST', ['R3_EXPLORE_ONLY']],
    ['R3.A1c', 'R2.A1', 'VERIFY', ['R3_EXPLORE_ONLY']],
    ['R3.A1c', 'R2.A1', 'DEAD', ['R3_EXPLORE_ONLY']],
  ] as const)('%s becomes EXPLORE: %s %s', (id, parent, state, expected) => {
    const trunk = proposed(parent === null ? new Trunk() : new Trunk().toRound3(), id, parent);
    const earned = tags(trunk.commit(found(id, state))).filter((tag) => !tag.startsWith('INCOMPLETE'));
    expect(earned).toEqual(expected.map((tag) => `${tag} ${id}`));
    expect(trunk.bench.read(trunk.id).nodes.at(-1)).toMatchObject({ state: 'EXPLORE', claimed: state });
  });

  it('stands when the start has allowed it, and a call can take that back but not grant it', () => {
    const early = proposed(new Trunk({ minRounds: 2 }), 'R1.A', null);
    early.commit(found('R1.A', 'DEAD'));
    expect(early.bench.read(early.id).nodes[0]?.state).toBe('DEAD');
    const strict = proposed(new Trunk(), 'R1.A', null);
    strict.call('tot_commit', { results: [found('R1.A', 'DEAD')], allowEarlyTerminal: true, minRounds: 1 });
    expect(strict.bench.read(strict.id)).toMatchObject({ minRounds: 5, nodes: [{ state: 'EXPLORE' }] });
    const back = proposed(new Trunk({ minRounds: 2 }), 'R1.A', null);
    back.call('tot_commit', { results: [found('R1.A', 'DEAD')], allowEarlyTerminal: false });
    expect(back.bench.read(back.id)).toMatchObject({
      allowEarlyTerminal: false,
      nodes: [{ state: 'EXPLORE' }],
    });
  });
});

describe('a commit reports', () => {
  it('haste below ten seconds, strictly', () => {
    const trunk = new Trunk();
    trunk.propose(planned('R1.A', null));
    trunk.bench.advance(9_999);
    const result = trunk.commit(found('R1.A', 'EXPLORE'));
    expect(tags(result)).toContain('SUSPICIOUS R1.A');
    expect(texts(result.warnings)[0]).toContain('10 s after');
    expect(tags(proposed(new Trunk(), 'R1.A', null).commit(found('R1.A', 'EXPLORE')))).not.toContain(
      'SUSPICIOUS R1.A',
    );
  });

  it.each([{ agentId: undefined }, { agentId: '' }, { agentId: '  ' }])('a missing agent: %j', (extra) => {
    const trunk = proposed(new Trunk(), 'R1.A', null);
    expect(tags(trunk.commit(found('R1.A', 'EXPLORE', extra)))).toEqual([
      'MISSING_AGENT R1.A',
      'INCOMPLETE_EXPLORE R1.A',
    ]);
  });

  it('haste first, then missing agents, then conversions, then what is incomplete', () => {
    const trunk = new Trunk().grow(['R1.A', null, 'EXPLORE']);
    trunk.propose(planned('R2.A1', 'R1.A'), planned('R2.A2', 'R1.A'));
    const extra = { agentId: '' };
    const result = trunk.commit(found('R2.A1', 'DEAD', extra), found('R2.A2', 'FOUND', extra));
    expect(tags(result)).toEqual([
      'SUSPICIOUS R2.A1',
      'SUSPICIOUS R2.A2',
      'MISSING_AGENT R2.A1',
      'MISSING_AGENT R2.A2',
      'DEAD_ENFORCED R2.A1',
      'DEPTH_ENFORCED R2.A2',
      'INCOMPLETE_EXPLORE R2.A1',
      'INCOMPLETE_EXPLORE R2.A2',
    ]);
  });

  it('each unfinished state with its usual child', () => {
    const result = new Trunk().toRound4().call('tot_commit', { results: [] });
    expect(tags(result)).toEqual(['INCOMPLETE_FOUND R4.A1a1', 'INCOMPLETE_EXHAUST R4.A1b1']);
    expect(result.pendingNonTerminal).toEqual([
      {
        nodeId: 'R4.A1a1',
        state: 'FOUND',
        has: 0,
        needs: 1,
        requiredChildState: 'VERIFY',
        childLabel: 'VERIFY',
      },
      {
        nodeId: 'R4.A1b1',
        state: 'EXHAUST',
        has: 0,
        needs: 1,
        requiredChildState: 'DEAD',
        childLabel: 'DEAD',
      },
    ]);
  });

  it('empty and identical findings and a reused agent as notes', () => {
    const trunk = new Trunk().grow(['R1.A', null, 'EXPLORE']);
    trunk.propose(planned('R2.A1', 'R1.A'), planned('R2.A2', 'R1.A'), planned('R2.A3', 'R1.A'));
    const same = { findings: 'same', agentId: 'one' };
    const result = trunk.commit(
      found('R2.A1', 'EXPLORE', same),
      found('R2.A2', 'EXPLORE', same),
      found('R2.A3', 'EXPLORE', { findings: ' ' }),
    );
    const notes = texts(result.notes);
    expect(notes[0]).toContain('R2.A3');
    expect(notes[1]).toContain('R2.A1, R2.A2');
    expect(notes[2]).toContain('"one"');
    expect(trunk.bench.read(trunk.id).usedAgentIds).toEqual(['agent-R1.A', 'one', 'agent-R2.A3']);
  });

  it('the rounds that a call raises, from then on', () => {
    const trunk = proposed(new Trunk(), 'R1.A', null);
    const result = trunk.call('tot_commit', { results: [found('R1.A', 'EXPLORE')], minRounds: 7 });
    expect(result.minRounds).toBe(7);
    expect(trunk.call('tot_commit', { results: [], minRounds: 2 }).minRounds).toBe(7);
  });
});

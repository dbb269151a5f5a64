import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TreeSession } from '../../src/protocols/tree/state.ts';
import { connect, disconnect, type Reply } from '../support/client.ts';
import { withParent } from '../support/parent.ts';
import { brokenRules } from '../support/reply-rules.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionBytes, sessionFile, sessionsOnDisk, tempHome } from '../support/temp-home.ts';
import { TREE_EXAMPLE } from '../support/tree-example.ts';

const treeOn = (home: string, id: unknown) =>
  TreeSession.parse(JSON.parse(sessionBytes(home, String(id)) ?? 'null'));
const node = (id: string, parent: string | null, more: object = {}) => ({
  id,
  parent,
  title: `Node ${id}`,
  plannedAction: 'Look.',
  ...more,
});
const result = (nodeId: string, state = 'EXPLORE') => ({
  nodeId,
  state,
  findings: `Found under ${nodeId}.`,
  agentId: `agent-${nodeId}`,
});
const codes = (reply: Reply) =>
  (Array.isArray(reply.errors) ? reply.errors : []).map((each: { error: string }) => each.error);

describe('an investigation', () => {
  const session = sharedSession();
  const start = async (more: object = {}) =>
    (await session.call('tot_start', { query: 'Why is it slow?', ...more })).sessionId;
  const propose = (sessionId: unknown, ...nodes: readonly object[]) =>
    session.call('tot_propose', { sessionId, nodes });
  const commit = (sessionId: unknown, ...results: readonly object[]) =>
    session.call('tot_commit', { sessionId, results });
  async function withRoot(more: object = {}) {
    const id = await start(more);
    await propose(id, node('R1.A', null));
    await commit(id, result('R1.A'));
    return id;
  }
  async function ended() {
    const id = await start({ minRounds: 1, allowEarlyTerminal: true });
    await propose(id, node('R1.A', null));
    await commit(id, result('R1.A', 'DEAD'));
    expect(await session.call('tot_end', { sessionId: id })).toMatchObject({ status: 'OK' });
    return id;
  }

  it('runs the worked example from start to end, as next_action says', async () => {
    let sessionId: unknown;
    let last: Reply = {};
    for (const { tool, args } of TREE_EXAMPLE) {
      if (sessionId !== undefined) {
        const { next_tool } = await session.call('next_action', { session_id: sessionId });
        expect(next_tool).toBe(tool);
      }
      last = await session.call(tool, sessionId === undefined ? args : { sessionId, ...args });
      sessionId ??= last.sessionId;
    }
    expect(last).toMatchObject({
      status: 'OK',
      totalNodes: 18,
      solutions: [{ nodeId: 'R4.A1a1', verified: true }],
      deadEnds: 5,
      referenceSources: [{ nodeIds: ['R4.A1a1'] }, { nodeIds: ['R4.A1a1'] }],
      finalDot: expect.stringMatching(/^digraph Investigation/),
      mermaid: expect.stringContaining('R4_A1a1'),
      graphPath: '',
      dotPath: '',
    });
    expect(await session.call('next_action', { session_id: sessionId })).toMatchObject({
      code: 'tree_ended',
      next_tool: null,
    });
  });

  it('is not stored again by a commit without results', async () => {
    const id = await withRoot();
    const before = sessionsOnDisk(session.home());
    expect(await commit(id)).toMatchObject({ status: 'OK' });
    expect(sessionsOnDisk(session.home())).toEqual(before);
    await session.call('tot_commit', { sessionId: id, results: [], minRounds: 9 });
    expect(treeOn(session.home(), id)).toMatchObject({ minRounds: 9, currentBatch: 1 });
  });

  it('is finished after its end: it answers again and refuses changes', async () => {
    const id = await ended();
    const before = sessionsOnDisk(session.home());
    expect(await session.call('tot_end', { sessionId: id })).toMatchObject({ status: 'OK', deadEnds: 1 });
    expect(codes(await propose(id, node('R2.A1', 'R1.A')))).toContain('SESSION_ENDED');
    expect(codes(await commit(id, result('R2.A1')))).toContain('SESSION_ENDED');
    expect(await session.call('tot_status', { sessionId: id })).toMatchObject({ ended: true });
    expect(await session.call('tot_next', { sessionId: id })).toMatchObject({ tasks: [] });
    expect(sessionsOnDisk(session.home())).toEqual(before);
  });

  it('is finalized, kept, reopened, moved and cleared like any session', async () => {
    const id = await ended();
    expect(await session.call('finalize_session', { session_id: id })).toMatchObject({
      next_tool: 'move_session',
    });
    expect(await session.call('keep_here', { session_id: id })).toMatchObject({ next_tool: null });
    expect(await session.call('tot_end', { sessionId: id })).toMatchObject({ status: 'OK' });
    await session.call('finalize_session', { session_id: id, reopen: true });
    expect(
      await session.call('move_session', { session_id: id, new_path: `~/${id}.json` }),
    ).not.toHaveProperty('error');
    expect(await session.call('tot_status', { sessionId: id })).toMatchObject({ status: 'OK' });
    expect(await session.call('clear_session', { session_id: id })).toMatchObject({ status: 'cleared' });
    expect(await session.call('tot_status', { sessionId: id })).toMatchObject({ status: 'REJECTED' });
  });

  it('finalized before its end refuses changes until it is reopened', async () => {
    const id = await withRoot();
    await session.call('finalize_session', { session_id: id });
    expect(codes(await propose(id, node('R2.A1', 'R1.A')))).toEqual(['SESSION_CLOSED']);
    for (const tool of ['tot_next', 'tot_step'])
      expect(await session.call(tool, { sessionId: id })).toMatchObject({
        status: 'REJECTED',
        tasks: [],
        blockers: ['SESSION_CLOSED'],
        canEnd: false,
      });
    await session.call('finalize_session', { session_id: id, reopen: true });
    expect(await propose(id, node('R2.A1', 'R1.A'))).toMatchObject({ status: 'OK' });
  });

  it('is listed and resumed with its open tasks in a short reply', async () => {
    await withParent(session);
    const id = await withRoot({ parentSessionId: 'abcd2345', parentThoughtId: 't1' });
    const wide = Array.from('abcdefgh', (letter) =>
      node(`R2.A${letter}`, 'R1.A', { title: 'x'.repeat(300) }),
    );
    await propose(id, ...wide);
    await commit(id, ...wide.map((each) => result(each.id)));
    const { sessions } = await session.call('list_sessions', { protocol: 'tree' });
    expect(sessions).toContainEqual(expect.objectContaining({ id, question: 'Why is it slow?' }));
    const resumed = await session.result('resume_session', { session_id: id });
    expect(brokenRules(resumed, session.tools())).toEqual([]);
    expect(resumed.reply).toMatchObject({ mode: 'tree', next_tool: 'tot_propose', query: 'Why is it slow?' });
    const { next_arguments } = resumed.reply;
    expect(await session.call('tot_propose', Object(next_arguments))).toMatchObject({ status: 'OK' });
    const pending = await session.call('next_action', { session_id: id });
    expect(pending).toMatchObject({ code: 'tree_pending', next_tool: 'tot_commit' });
    expect(treeOn(session.home(), id)).toMatchObject({ parentSessionId: 'abcd2345', parentThoughtId: 't1' });
  });

  it.each(['summarize_session', 'compress_history', 'advance_stage', 'commit_thought'])(
    'is no session for %s',
    async (name) => {
      const id = await withRoot();
      expect(await session.call(name, { session_id: id })).toMatchObject({
        code: 'wrong_protocol',
        next_tool: 'tot_propose',
      });
    },
  );

  it('comes back from its export under another id and goes on', async () => {
    const id = await withRoot();
    await propose(id, node('R2.A1', 'R1.A'));
    const { export: exported } = await session.call('export_session', { session_id: id });
    const { export: text } = await session.call('export_session', { session_id: id, format: 'markdown' });
    expect(text).toContain('### R1.A: Node R1.A (EXPLORE)');
    const imported = await session.call('import_session', { data: exported });
    expect(imported).toMatchObject({ id_reassigned: true, next_tool: 'tot_commit' });
    const again = await session.call('export_session', { session_id: imported.session_id });
    const identity = { id: '', revision: 0, updated_at: '' };
    expect({ ...Object(again.export), ...identity }).toEqual({ ...Object(exported), ...identity });
    expect(await commit(imported.session_id, result('R2.A1'))).toMatchObject({ status: 'OK' });
    await session.call('clear_session', { session_id: id });
    expect(await session.call('import_session', { data: exported })).toMatchObject({
      id_reassigned: false,
      session_id: id,
    });
  });

  it.each([
    ['a second root', [node('R1.A', null), node('R1.B', null)]],
    ['a node twice', [node('R1.A', null), node('R1.A', null)]],
    ['a parent that is not there', [node('R1.A', null), node('R2.B1', 'R1.B')]],
    ['a node under the wrong parent', [node('R1.A', null), node('R2.B1', 'R1.A')]],
  ])('is not imported with %s', async (_, nodes) => {
    const id = await withRoot();
    const { export: exported } = await session.call('export_session', { session_id: id });
    const [first] = Object(exported).nodes;
    const data = { ...Object(exported), nodes: nodes.map((each) => ({ ...first, ...each })) };
    const before = sessionsOnDisk(session.home());
    expect(await session.call('import_session', { data })).toMatchObject({ code: 'invalid_session_data' });
    expect(sessionsOnDisk(session.home())).toEqual(before);
  });

  const refusedNodes: readonly (readonly [string, readonly object[], readonly string[]])[] = [
    ['a member of objects', [node('constructor', 'R1.A')], ['INVALID_ID_FORMAT']],
    ['the prototype', [node('R2.A1', '__proto__')], ['PARENT_NOT_FOUND']],
    ['a round of nought', [node('R0.A', 'R1.A')], ['ID_PARENT_MISMATCH']],
    ['the wrong parent', [node('R2.B1', 'R1.A')], ['ID_PARENT_MISMATCH']],
    ['a second root', [node('R1.B', null)], ['NOT_SINGLE_ROOT']],
    ['a committed id', [node('R1.A', null)], ['DUPLICATE_ID']],
    ['the same node twice', [node('R2.A1', 'R1.A'), node('R2.A1', 'R1.A')], ['DUPLICATE_IN_BATCH']],
    [
      'two problems at once',
      [node('R2.A1', 'R1.A'), node('R2.B1', 'R1.A'), node('nope', 'R9.Z')],
      ['ID_PARENT_MISMATCH', 'PARENT_NOT_FOUND', 'INVALID_ID_FORMAT'],
    ],
  ];
  it.each(refusedNodes)(
    'takes no node with %s, and nothing else of the batch',
    async (_, nodes, expected) => {
      const id = await withRoot();
      const before = sessionsOnDisk(session.home());
      const reply = await propose(id, ...nodes);
      expect(reply).toMatchObject({ status: 'REJECTED', approvedNodes: [] });
      expect(codes(reply)).toEqual(expect.arrayContaining([...expected]));
      expect(sessionsOnDisk(session.home())).toEqual(before);
    },
  );

  it.each(['nowhere', '../data/x', '00000000-0000-4000-8000-000000000000', 'con', ''])(
    'is not found as %j by any tool',
    async (sessionId) => {
      const calls: readonly (readonly [string, object])[] = [
        ['tot_propose', { nodes: [node('R1.A', null)] }],
        ['tot_commit', { results: [result('R1.A')] }],
        ['tot_reclassify', { nodeId: 'R1.A', newState: 'DEAD' }],
        ['tot_status', {}],
        ['tot_next', {}],
        ['tot_step', {}],
        ['tot_end', {}],
      ];
      for (const [tool, args] of calls)
        expect(await session.call(tool, { sessionId, ...args })).toMatchObject({ status: 'REJECTED' });
    },
  );

  it('that is a session of another kind is not found, and a damaged one says so', async () => {
    const staged = await session.call('start_session', { question: 'Edge?', mode: 'serial' });
    const nodes = [node('R1.A', null)];
    expect(codes(await propose(staged.session_id, ...nodes))).toEqual(['SESSION_NOT_FOUND']);
    const id = String(await start());
    writeFileSync(sessionFile(session.home(), id), '{"nodes": 7');
    expect(codes(await propose(id, ...nodes))).toEqual(['SESSION_CORRUPT']);
    const other = String(await start());
    const { nodes: _, ...without } = JSON.parse(sessionBytes(session.home(), other) ?? '{}');
    writeFileSync(sessionFile(session.home(), other), JSON.stringify(without));
    expect(codes(await propose(other, ...nodes))).toEqual(['SESSION_CORRUPT']);
  });

  it('answers at once for a million combinations', async () => {
    const id = await withRoot();
    const values = Array.from({ length: 10 }, (_, at) => `v${at}`);
    const dimensions = Object.fromEntries('abcdef'.split('').map((name) => [name, values]));
    const began = performance.now();
    const { coverage, tasks } = await session.call('tot_next', {
      sessionId: id,
      dimensions: JSON.stringify(dimensions),
    });
    expect(coverage).toMatchObject({ total: 1_000_000 });
    expect(Array.isArray(tasks) && tasks.length > 0).toBe(true);
    // Walking the product takes minutes; the bound only has to tell the two apart.
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe('two processes on one tree', () => {
  it('lose no node, also across a restart', async () => {
    const home = tempHome();
    const clients = await Promise.all([connect({ home }), connect({ home })]);
    const [first] = clients;
    const { sessionId } = (await first?.call('tot_start', { query: 'Why?' })) ?? {};
    await first?.call('tot_propose', { sessionId, nodes: [node('R1.A', null)] });
    await first?.call('tot_commit', { sessionId, results: [result('R1.A')] });
    const work = async (at: number) => {
      for (let step = 0; step < 12; step += 1) {
        const id = `R2.A${'pq'[at]}${step}`;
        await clients[at]?.call('tot_propose', { sessionId, nodes: [node(id, 'R1.A')] });
        await clients[at]?.call('tot_commit', { sessionId, results: [result(id)] });
      }
    };
    await Promise.all([work(0), work(1)]);
    await Promise.all(clients.map(disconnect));
    const stored = treeOn(home, sessionId);
    expect(stored.nodes.map(({ id }) => id).sort()).toEqual(
      ['R1.A', ...Array.from({ length: 24 }, (_, at) => `R2.A${'pq'[at % 2]}${Math.floor(at / 2)}`)].sort(),
    );
    expect([stored.pendingProposals, stored.currentBatch]).toEqual([[], 25]);
    const later = await connect({ home });
    expect(await later.call('tot_status', { sessionId })).toMatchObject({ totalNodes: 25, currentRound: 2 });
  });
});

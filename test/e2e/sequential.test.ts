import { existsSync, readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Chain } from '../../src/protocols/sequential/state.ts';
import { replayChains } from '../support/chain-replay.ts';
import { connect, disconnect } from '../support/client.ts';
import { withParent } from '../support/parent.ts';
import { brokenRules } from '../support/reply-rules.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionBytes, sessionsOnDisk, tempHome } from '../support/temp-home.ts';
import { thought } from '../support/thought.ts';

const ID = 'deep-think/session_id';
const tool = 'sequentialthinking';
const chainOn = (home: string, id: string) => Chain.parse(JSON.parse(sessionBytes(home, id) ?? 'null'));
const namesOf = (home: string, id: string) => chainOn(home, id).thoughts.map((each) => each.thought);

describe('a notebook of sequentialthinking', () => {
  it('answers as the recordings of its original', async () => {
    expect(await replayChains('sequential.jsonl')).toEqual([]);
  });

  it('keeps chains apart that go on by name and by connection, and begins anew after the end', async () => {
    const home = tempHome();
    const session = await connect({ home });
    const think = async (args: object) => (await session.result(tool, args)).meta[ID];
    const own = await think(thought(1));
    expect(await think(thought(1, { sessionId: 'Plan-B', thought: 'Other 1.' }))).toBe('Plan-B');
    expect(await think(thought(2))).toBe(own);
    expect(await think(thought(2, { sessionId: 'Plan-B', thought: 'Other 2.' }))).toBe('Plan-B');
    expect(await think(thought(3, { nextThoughtNeeded: false }))).toBe(own);
    const anew = await think(thought(1));
    expect(anew).not.toBe(own);
    expect(namesOf(home, String(own))).toEqual(['Step 1.', 'Step 2.', 'Step 3.']);
    expect(namesOf(home, 'Plan-B')).toEqual(['Other 1.', 'Other 2.']);
    expect(namesOf(home, String(anew))).toEqual(['Step 1.']);
    await disconnect(session);
    const later = await connect({ home });
    const { reply, meta } = await later.result(tool, thought(3, { sessionId: 'Plan-B' }));
    expect([reply.thoughtHistoryLength, meta[ID]]).toEqual([3, 'Plan-B']);
    // A new connection has no chain of its own yet.
    expect((await later.call(tool, thought(2))).thoughtHistoryLength).toBe(1);
  });

  it('keeps two chains of one connection apart by their names, and puts all without a name into one', async () => {
    const home = tempHome();
    const session = await connect({ home });
    const think = async (number: number, who: string, sessionId?: string) => {
      const args = thought(number, { thought: `${who}${number}`, ...(sessionId ? { sessionId } : {}) });
      return (await session.result(tool, args)).meta[ID];
    };
    for (const number of [1, 2, 3])
      for (const name of ['A', 'B']) expect(await think(number, name, `chain-${name}`)).toBe(`chain-${name}`);
    expect(namesOf(home, 'chain-A')).toEqual(['A1', 'A2', 'A3']);
    expect(namesOf(home, 'chain-B')).toEqual(['B1', 'B2', 'B3']);
    // A first thought begins nothing new while the chain of the connection is open; each answer names the chain.
    const own = await think(1, 'A');
    expect([await think(1, 'B'), await think(2, 'A'), await think(2, 'B')]).toEqual([own, own, own]);
    expect(namesOf(home, String(own))).toEqual(['A1', 'B1', 'A2', 'B2']);
  });

  it('says so when a thought cannot be saved, and does not count it', async () => {
    const home = tempHome();
    const session = await connect({ home });
    const think = (number: number) => session.result(tool, thought(number, { sessionId: 'kept' }));
    expect((await think(1)).reply.thoughtHistoryLength).toBe(1);
    const before = sessionsOnDisk(home);
    const away = `${home}-away`;
    renameSync(home, away);
    writeFileSync(home, '');
    const lost = await think(2);
    expect([lost.isError, lost.reply]).toEqual([true, {}]);
    expect(lost.content[0]?.text).toContain(home);
    unlinkSync(home);
    renameSync(away, home);
    expect(sessionsOnDisk(home)).toEqual(before);
    expect((await think(2)).reply.thoughtHistoryLength).toBe(2);
  });

  it('loses no thought of two processes on one named chain', async () => {
    const home = tempHome();
    const clients = await Promise.all([connect({ home }), connect({ home })]);
    const write = (at: number) =>
      Promise.all(
        Array.from({ length: 20 }, (_, step) =>
          clients[at]?.result(tool, thought(step + 1, { sessionId: 'shared', thought: `${at} ${step}` })),
        ),
      );
    const results = (await Promise.all([write(0), write(1)])).flat();
    expect(results.filter((each) => each?.isError !== false)).toEqual([]);
    const kept = namesOf(home, 'shared');
    expect(kept).toHaveLength(40);
    for (const at of [0, 1]) {
      const own = kept.filter((each) => each.startsWith(`${at} `));
      expect(own).toEqual(Array.from({ length: 20 }, (_, step) => `${at} ${step}`));
    }
    expect(Object.keys(sessionsOnDisk(home)).filter((name) => name.endsWith('.json'))).toEqual([
      'shared.json',
    ]);
  });

  it('writes nothing at all with persist = false and strict types', async () => {
    const home = tempHome();
    const args = ['mcp', '--set', 'sequential.persist=false', '--set', 'sequential.strict_types=true'];
    const session = await connect({ home, args });
    const named = { sessionId: 'named' };
    for (const more of [thought(1), thought(1, named), thought(2), thought(3, { nextThoughtNeeded: false })])
      expect((await session.result(tool, more)).isError).toBe(false);
    expect((await session.call(tool, thought(1))).thoughtHistoryLength).toBe(1);
    expect((await session.result(tool, thought(2, { nextThoughtNeeded: 'true' }))).isError).toBe(true);
    expect((await session.result(tool, { ...thought(2), thoughtNumber: '2' })).isError).toBe(true);
    expect((await session.call(tool, thought(2))).thoughtHistoryLength).toBe(2);
    await disconnect(session);
    expect(existsSync(home)).toBe(false);
    expect(session.server.stderr()).toBe('');
  });
});

describe('a chain among the sessions', () => {
  const session = sharedSession();
  let counter = 0;
  async function chain(more: object = {}): Promise<string> {
    counter += 1;
    const id = `chain-${counter}`;
    await withParent(session);
    await session.call(
      tool,
      thought(1, { sessionId: id, parentSessionId: 'abcd2345', parentThoughtId: 't3' }),
    );
    await session.call(
      tool,
      thought(2, { sessionId: id, branchFromThought: 1, branchId: '__proto__', ...more }),
    );
    return id;
  }

  it('is listed, resumed with its last thoughts, and asked for its next thought', async () => {
    const id = await chain();
    const { sessions } = await session.call('list_sessions', { protocol: 'sequential' });
    expect(sessions).toContainEqual(
      expect.objectContaining({ id, question: 'Step 1.', protocol: 'sequential', thought_count: 2 }),
    );
    expect(await session.call('resume_session', { session_id: id })).toMatchObject({
      mode: 'sequential',
      last_thoughts: [{ thoughtNumber: 1 }, { thoughtNumber: 2, branchId: '__proto__' }],
      open_branches: [{ branchId: '__proto__', lastThought: 2 }],
      next_tool: tool,
      next_arguments: { sessionId: id },
    });
    expect(await session.call('next_action', { session_id: id })).toMatchObject({
      code: 'chain_open',
      next_tool: tool,
    });
    await session.call(tool, thought(3, { sessionId: id, nextThoughtNeeded: false }));
    expect(await session.call('next_action', { session_id: id })).toMatchObject({
      code: 'chain_finished',
      next_tool: null,
      alternative_tool: tool,
    });
  });

  it.each([
    'summarize_session',
    'compress_history',
    'advance_stage',
    'begin_thought',
    'score_current_thought',
  ])('is no session for %s', async (name) => {
    const id = await chain();
    const args = { content: 'x', mode: 'serial', scores: {} };
    expect(await session.call(name, { session_id: id, ...args })).toMatchObject({
      error: 'wrong_protocol',
      code: 'wrong_protocol',
      blocked_tool: name,
      next_tool: tool,
    });
  });

  it('is resumed in a short reply, however long its thoughts are', async () => {
    const id = await chain({ thought: 'She said:\n"no"\n'.repeat(2000) });
    for (let number = 3; number < 9; number += 1)
      await session.call(tool, thought(number, { sessionId: id, thought: '"\n'.repeat(5000) }));
    const resumed = await session.result('resume_session', { session_id: id });
    expect(brokenRules(resumed, session.tools())).toEqual([]);
    const { export: whole, export_path } = await session.call('export_session', { session_id: id });
    expect([whole, export_path]).toEqual([undefined, expect.stringContaining(id)]);
  });

  it('is finalized, refuses thoughts in words, is reopened, kept, moved and cleared', async () => {
    const id = await chain();
    expect(await session.call('finalize_session', { session_id: id })).toMatchObject({
      status: 'finalized',
      next_tool: 'move_session',
    });
    const refused = await session.result(tool, thought(3, { sessionId: id }));
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toMatch(/chain-\d+ is finalized.*reopen/);
    await session.call('finalize_session', { session_id: id, reopen: true });
    expect((await session.call(tool, thought(3, { sessionId: id }))).thoughtHistoryLength).toBe(3);
    await session.call('finalize_session', { session_id: id });
    expect(await session.call('keep_here', { session_id: id })).toMatchObject({ next_tool: null });
    expect(await session.call('move_session', { session_id: id, new_path: `~/${id}.json` })).toMatchObject({
      status: 'finalized',
    });
    await session.call('finalize_session', { session_id: id, reopen: true });
    expect((await session.call(tool, thought(4, { sessionId: id }))).thoughtHistoryLength).toBe(4);
    expect(await session.call('clear_session', { session_id: id })).toMatchObject({ status: 'cleared' });
    // A cleared name is free again.
    expect((await session.call(tool, thought(1, { sessionId: id }))).thoughtHistoryLength).toBe(1);
  });

  it('comes back from its export with every thought, its branches and its parent', async () => {
    const id = await chain({ isRevision: true, revisesThought: 1, needsMoreThoughts: true });
    const { export: exported } = await session.call('export_session', { session_id: id });
    const { export: markdown } = await session.call('export_session', { session_id: id, format: 'markdown' });
    expect(markdown).toContain('Branch "__proto__"');
    const imported = await session.call('import_session', { data: JSON.stringify(exported) });
    expect(imported).toMatchObject({ id_reassigned: true, next_tool: tool });
    const again = await session.call('export_session', { session_id: imported.session_id });
    const identity = { id: '', revision: 0, updated_at: '' };
    expect({ ...Object(again.export), ...identity }).toEqual({ ...Object(exported), ...identity });
    expect(again.export).toMatchObject({ parentSessionId: 'abcd2345', parentThoughtId: 't3' });
    expect(
      (await session.call(tool, thought(3, { sessionId: imported.session_id }))).thoughtHistoryLength,
    ).toBe(3);
  });

  it.each([
    ['no thoughts', { thoughts: [] }],
    ['a foreign field', { colour: 'red' }],
    ['a bad number', { thoughts: [{ ...thought(0), timestamp: 'now' }] }],
    ['another tool', { tool: 'thinkstep' }],
    ['a bad id', { id: '../x' }],
  ])('is not imported with %s', async (_, over) => {
    const data = {
      schema_version: 1,
      protocol: 'sequential',
      question: 'Q',
      tool,
      thoughts: [{ ...thought(1), timestamp: 'now' }],
      ...over,
    };
    const before = sessionsOnDisk(session.home());
    expect(await session.call('import_session', { data })).toMatchObject({ code: 'invalid_session_data' });
    expect(sessionsOnDisk(session.home())).toEqual(before);
  });

  it.each([
    ['a name in other letters', 'CASE-1', /same name in other letters/],
    ['a device', 'CON', /reserved name/],
    ['a path', '../x', /sessionId: must be 1 to 64 letters/],
  ])('cannot be named as %s, and leaves nothing behind', async (_, name, words) => {
    await session.call(tool, thought(1, { sessionId: 'case-1' }));
    const left = () => readdirSync(session.home(), { recursive: true }).sort();
    const before = left();
    const { isError, content } = await session.result(tool, thought(1, { sessionId: name }));
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(words)]);
    expect(left()).toEqual(before);
    expect(existsSync(join(session.home(), 'trash', `${name}.json`))).toBe(false);
  });

  it('is refused to the other notebook and to a session of stages', async () => {
    const id = await chain();
    const other = await session.result('darbot_deepmind', thought(3, { sessionId: id }));
    expect(other.content[0]?.text).toContain(`is a chain of ${tool}`);
    const staged = await session.call('start_session', { question: 'Edge?', mode: 'serial' });
    const foreign = await session.result(tool, thought(1, { sessionId: staged.session_id }));
    expect([foreign.isError, foreign.content[0]?.text]).toEqual([
      true,
      expect.stringContaining('another kind (serial)'),
    ]);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../support/client.ts';
import { allFaults, type RefusedCall } from '../support/refusal-check.ts';
import { playRound, SCORES, sessionIn } from '../support/serial-phases.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionFile } from '../support/temp-home.ts';

/** The least that a session must hold. */
const BARE = { question: 'Edge or origin?', expected_stages: ['Look', 'Decide'], current_stage: 'Look' };
const SERIAL = { ...BARE, mode: 'serial' };
const ROUND = {
  round_index: 0,
  lens: 'steel_man',
  critique_text: 'No opponent.',
  refined_content: 'Better.',
  edit_distance: 0.5,
  delta_score: 0.5,
};
const THOUGHT = { id: 'a1', stage: 'Look', position: 0, content: 'Better.', critique_rounds: [ROUND] };

const refusal = (data: unknown, code: string, names = ''): RefusedCall => ({
  tool: 'import_session',
  args: { data },
  names,
  reply: { error: code, code, next_tool: 'import_session' },
});

describe('an import that is refused', () => {
  const session = sharedSession();

  it('is no strict JSON', async () => {
    const text = JSON.stringify(SERIAL);
    const values = [
      '{oops',
      `\`\`\`json\n${text}\n\`\`\``,
      text.replace(/\}$/, ',}'),
      `Here it is: ${text}`,
      text.replaceAll('"', "'"),
    ];
    const calls = values.map((data) => refusal(data, 'invalid_json'));
    expect(await allFaults(session, calls)).toEqual([]);
  });

  it('is JSON but no session', async () => {
    const values = ['5', '"text"', '{}', {}, '[1]', [], [SERIAL], 7, true, '"null"', { export: 5 }];
    const calls = values.map((data) => refusal(data, 'invalid_session_data'));
    expect(await allFaults(session, calls)).toEqual([]);
  });

  it.each<readonly [string, object]>([
    ['question', { question: ' ' }],
    ['question', { question: 5 }],
    ['expected_stages', { expected_stages: [] }],
    ['expected_stages', { expected_stages: ['A', ' '] }],
    ['expected_stages', { expected_stages: Array.from({ length: 51 }, (_, at) => `S${at}`) }],
    ['expected_stages', { expected_stages: ['x'.repeat(101)] }],
    ['current_stage', { current_stage: 'Elsewhere' }],
    ['protocol', { mode: 'Serial' }],
    ['status', { status: 'open' }],
    ['created_at', { created_at: 'yesterday' }],
    ['overrides', { overrides: null }],
    ['overrides.serial.max_rounds', { overrides: { serial: { max_rounds: 0 } } }],
    ['overrides.serial.rounds', { overrides: { serial: { rounds: 3 } } }],
    ['id', { id: null }],
    ['id', { id: 5 }],
    ['current_thought_id', { current_thought_id: 'dangling' }],
    ['current_thought_id', { current_thought_id: 'a1', thoughts: [{ ...THOUGHT, committed: true }] }],
    ['thoughts', { thoughts: [THOUGHT, THOUGHT] }],
    ['thoughts.0.content', { thoughts: [{ stage: 'Look', position: 0 }] }],
    [
      'thoughts.0.critique_rounds',
      { thoughts: [{ ...THOUGHT, critique_rounds: [{ ...ROUND, round_index: 1 }] }] },
    ],
    ['delta_score', { thoughts: [{ ...THOUGHT, critique_rounds: [{ ...ROUND, delta_score: 2 }] }] }],
    ['clarity', { thoughts: [{ ...THOUGHT, final_utility_scores: { ...SCORES, clarity: 1.01 } }] }],
  ])('has %s wrong', async (names, wrong) => {
    expect(
      await allFaults(session, [refusal({ ...SERIAL, ...wrong }, 'invalid_session_data', names)]),
    ).toEqual([]);
  });

  it.each([
    { ...SERIAL, colour: 'red' },
    { ...SERIAL, thoughts: [{ ...THOUGHT, colour: 'red' }] },
    { ...SERIAL, thoughts: [{ ...THOUGHT, critique_rounds: [{ ...ROUND, colour: 'red' }] }] },
  ])('has a field that no session has: %j', async (data) => {
    expect(await allFaults(session, [refusal(data, 'invalid_session_data', 'colour')])).toEqual([]);
  });

  it.each(['', '../../evil', '/abs', 'a.b', 'a b', 'a-b', 'a_b', 'a\n', 'é', '＃', 'x'.repeat(65)])(
    'has the id %j',
    async (id) => {
      const reply = {
        error: 'retry_with_clarification',
        code: 'bad_argument',
        parameter: 'id',
        next_tool: 'import_session',
      };
      const call = { tool: 'import_session', args: { data: { ...SERIAL, id } }, reply, names: '"id"' };
      expect(await allFaults(session, [call])).toEqual([]);
      expect(readdirSync(join(session.home(), '..'))).not.toContain('evil.json');
    },
  );

  it('brings a mode that this version cannot run', async () => {
    const call = refusal({ ...BARE, mode: 'subagent' }, 'mode_unavailable');
    expect(await allFaults(session, [call])).toEqual([]);
  });

  it('leaves nothing behind', async () => {
    expect(await session.call('list_sessions')).toMatchObject({ count: 0 });
  });
});

describe('an import', () => {
  const session = sharedSession();
  const stored = (reply: Reply) => JSON.parse(readFileSync(String(reply.save_path), 'utf8'));

  /** A session with a committed thought, a discarded one, an open one, and settings of its own. */
  async function wellUsed(): Promise<Record<string, unknown>> {
    const overrides = { serial: { max_rounds: 2 } };
    const id = await sessionIn(session, 'round_complete', { overrides, project: 'shop', stages: ['A', 'B'] });
    await playRound(session, id, 'Neither: ask the users first.', 0.7);
    await session.call('commit_thought', { session_id: id });
    await session.call('begin_thought', { session_id: id, content: 'Dropped.', tags: ['x'] });
    await session.call('begin_thought', { session_id: id, content: 'Open.', axioms: ['y'], discard: true });
    await session.call('critique_current_thought', { session_id: id });
    await session.call('submit_critique', { session_id: id, text: 'Too sure.' });
    return (await session.call('export_session', { session_id: id })).export as Record<string, unknown>;
  }

  it.each([
    ['an object', (data: object) => data],
    ['JSON text', (data: object) => JSON.stringify(data)],
    ['indented JSON text', (data: object) => `\n${JSON.stringify(data, null, 2)}\n`],
    ['a whole reply of export_session', (data: object) => ({ session_id: 'x', export: data, message: 'y' })],
  ])('of our own export as %s comes out the same but for id and times', async (_, form) => {
    const original = await wellUsed();
    const reply = await session.call('import_session', { data: form(original) });
    expect(reply).toMatchObject({ id_reassigned: true, next_tool: 'refine_current_thought' });
    expect(reply.session_id).not.toBe(original.id);
    expect(reply.save_path).toBe(sessionFile(session.home(), String(reply.session_id)));
    const free = { id: '', revision: 0, updated_at: '' };
    expect({ ...stored(reply), ...free }).toEqual({ ...original, ...free });
    const again = await session.call('export_session', { session_id: reply.session_id });
    expect(again.export).toEqual(stored(reply));
  });

  it('goes on where the session was', async () => {
    const { session_id } = await session.call('import_session', { data: await wellUsed() });
    const resumed = await session.call('resume_session', { session_id });
    expect(resumed).toMatchObject({ critique_text: 'Too sure.', current_stage: 'A', project: 'shop' });
    expect(
      await session.call('refine_current_thought', { session_id, new_content: 'Less sure.' }),
    ).not.toHaveProperty('error');
  });

  it('of the least there can be fills in the rest, and its mode may be chosen', async () => {
    const reply = await session.call('import_session', { data: BARE });
    expect(reply).toMatchObject({ id_reassigned: false, next_tool: 'set_session_mode' });
    expect(stored(reply)).toMatchObject({
      ...BARE,
      status: 'active',
      protocol: null,
      thoughts: [],
      revision: 1,
    });
    const { session_id } = reply;
    const chosen = await session.call('set_session_mode', { session_id, mode: 'serial' });
    expect(chosen).toMatchObject({ next_tool: 'begin_thought' });
  });

  it('keeps a free id, in both layouts of ids', async () => {
    for (const id of ['0123456789abcdef0123456789abcdef', 'kept2345']) {
      const reply = await session.call('import_session', { data: { ...SERIAL, id } });
      expect(reply).toMatchObject({ session_id: id, id_reassigned: false });
      expect(existsSync(sessionFile(session.home(), id))).toBe(true);
    }
  });

  it.each([
    ['taken', 'Same2345', 'Same2345'],
    ['taken in another case', 'Case2345', 'cASE2345'],
    ['the name of a device', null, 'con'],
    ['the name of a device in capitals', null, 'NUL'],
  ])('under an id that is %s gets a fresh one', async (_, first, id) => {
    if (first !== null) await session.call('import_session', { data: { ...SERIAL, id: first } });
    const reply = await session.call('import_session', { data: { ...SERIAL, id, question: 'Another?' } });
    expect(reply).toMatchObject({ id_reassigned: true, session_id: expect.stringMatching(/^[a-z0-9]{8}$/) });
    expect(reply.message).toContain('fresh id');
    if (first === null) return;
    const kept = await session.call('resume_session', { session_id: first });
    expect(kept.question).toBe(SERIAL.question);
  });

  it('drops settings that mean nothing here, secrets among them, and names them', async () => {
    const overrides = {
      serial: { max_rounds: 1, fast_mode: true },
      subagent: { endpoint: 'http://10.0.0.1/v1', api_key: 'sk-secret' },
      autopilot: { api_key: 'sk-other' },
      limits: { text_kib: 1 },
      colour: 'red',
    };
    const reply = await session.call('import_session', { data: { ...SERIAL, overrides } });
    expect(stored(reply).overrides).toEqual({ serial: { max_rounds: 1 } });
    const dropped = [
      'autopilot.api_key',
      'colour',
      'limits',
      'serial.fast_mode',
      'subagent.api_key',
      'subagent.endpoint',
    ];
    expect([...(reply.dropped_settings as string[])].sort()).toEqual(dropped);
    expect(dropped.filter((name) => !String(reply.message).includes(name))).toEqual([]);
    expect(readFileSync(String(reply.save_path), 'utf8')).not.toContain('sk-');
    expect(JSON.stringify(reply)).not.toContain('sk-');
  });

  it('of the original takes its fields over, closes what it left open, and keeps its record', async () => {
    const data = {
      ...SERIAL,
      id: 'fedcba9876543210fedcba9876543210',
      expected_stages: ['Look', 'Decide', 'Look'],
      created_at: '2025-03-01T10:00:00+00:00',
      status: 'finalized',
      finalized_at: '2025-03-02T10:00:00+00:00',
      save_path: '/somewhere/else.json',
      decisions: [{ action: 'keep_here', timestamp: '2025-03-02T10:01:00+00:00' }],
      thoughts: [
        { ...THOUGHT, committed: true, final_utility_scores: SCORES },
        { id: 'b2', stage: 'Look', position: 1, content: 'Left behind.', committed: false },
      ],
    };
    const reply = await session.call('import_session', { data });
    expect(reply).toMatchObject({ session_id: data.id, id_reassigned: false, next_tool: null });
    const file = stored(reply);
    expect(file).toMatchObject({
      protocol: 'serial',
      status: 'finalized',
      created_at: data.created_at,
      finalized_at: data.finalized_at,
      expected_stages: ['Look', 'Decide'],
      decisions: data.decisions,
    });
    expect(file).not.toHaveProperty('save_path');
    expect(file.thoughts.map(({ discarded }: Reply) => discarded)).toEqual([false, true]);
    const summary = await session.call('summarize_session', { session_id: data.id, scope: 'all' });
    expect(summary).toMatchObject({ thought_count: 1 });
  });
});

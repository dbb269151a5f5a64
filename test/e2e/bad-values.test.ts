import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GOOD_CALLS } from '../support/good-calls.ts';
import { allFaults, type RefusedCall } from '../support/refusal-check.ts';
import { sessionIn } from '../support/serial-phases.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionFile, sessionsOnDisk } from '../support/temp-home.ts';

const unreadable = (
  tool: string,
  parameter: string,
  id: string,
  value: unknown,
  names: string,
): RefusedCall => ({
  tool,
  args: { session_id: id, ...GOOD_CALLS[tool]?.args, [parameter]: value },
  names,
  reply: { error: 'retry_with_clarification', code: 'bad_argument', parameter, next_tool: tool },
});

describe('values that cannot be read', () => {
  const session = sharedSession();

  it.each([
    [{ correctness: -0.1 }, 'correctness'],
    [{ clarity: 101 }, 'clarity'],
    [{ correctness: 0.5, evidence: 7 }, 'correctness'],
    [{ novelty: 'NaN' }, 'novelty'],
    [{ novelty: '-inf' }, 'novelty'],
    [{ coverage: '8/0' }, 'coverage'],
    [{ coverage: '9/8' }, 'coverage'],
    [{ evidence: '0,875' }, 'evidence'],
    ['correctness: 0.5, correctness: 0.6', 'correctness'],
    ['{"correctness": 0.5, "correctness": 0.6}', 'correctness'],
    ['correctness: 0.8, evidence: -3', 'evidence'],
    ['{"correctness": 0.8', '"scores"'],
    ['{"correctness: 0.8}', '"scores"'],
    ['all of it is good', '"scores"'],
    [{ quality: 1, tone: 0.4 }, '"scores"'],
    [[0.1, 0.2], '"scores"'],
  ])('scores %j are refused by name', async (value, names) => {
    const id = await sessionIn(session, 'await_score');
    const call = unreadable('score_current_thought', 'scores', id, value, names);
    expect(await allFaults(session, [call])).toEqual([]);
  });

  it.each([[{}], [''], [null], ['null'], [undefined], [{ correctness: null }]])(
    'no score at all (%j) is refused in the first round',
    async (value) => {
      const id = await sessionIn(session, 'await_score');
      const reply = {
        error: 'retry_with_clarification',
        parameter: 'scores',
        next_tool: 'score_current_thought',
      };
      const args = { session_id: id, scores: value };
      expect(
        await allFaults(session, [{ tool: 'score_current_thought', args, reply, names: '"scores"' }]),
      ).toEqual([]);
    },
  );

  it.each(['tags', 'axioms'])('unreadable %s are refused by name', async (parameter) => {
    const id = await sessionIn(session, 'no_thought');
    const values = ['["a", "b"', '["a", [}', '{"a": 1}', '["a" "b', [{ a: 1 }], [['x']]];
    const calls = values.map((value) => unreadable('begin_thought', parameter, id, value, `"${parameter}"`));
    expect(await allFaults(session, calls)).toEqual([]);
  });

  it('stages that are blank or repeated are refused', async () => {
    const values = [['A', 'A'], ['A', ' '], [''], 'A, B, A', '["A", ""]', [null], ['A', 'B', 'B']];
    const calls = values.map((value) => unreadable('start_session', 'stages', '', value, '"stages"'));
    expect(await allFaults(session, calls)).toEqual([]);
  });

  it.each([
    ['plain nonsense', '"overrides"'],
    [{ serial: { max_rounds: 0 } }, 'serial.max_rounds'],
    [{ serial: { max_rounds: 1.5 } }, 'serial.max_rounds'],
    [{ serial: { max_rounds: 'two' } }, 'serial.max_rounds'],
    [{ serial: { rounds: 1 } }, 'serial.rounds'],
    [{ serial: { score_threshold: 2 } }, 'serial.score_threshold'],
    [{ serial: { commit: 'first' } }, 'serial.commit'],
    [{ serial: { default_lenses: [] } }, 'serial.default_lenses'],
    [{ serial: 5 }, 'serial'],
    [{ limits: { text_kib: 1 } }, 'limits'],
    [{ colour: 'red' }, 'colour'],
    [{ stages: { default: ['A', 'A'] } }, 'stages.default'],
    [{ stages: { default: ['A', ' '] } }, 'stages.default'],
    ['serial.max_rounds = zero', 'serial.max_rounds'],
    ['{"__proto__": {"serial": 1}}', '"overrides"'],
    ['{"constructor": 1}', 'constructor'],
  ])('overrides %j are refused by key', async (value, names) => {
    const call = unreadable('start_session', 'overrides', '', value, names);
    expect(await allFaults(session, [call])).toEqual([]);
  });

  it('an unknown lens is refused with the lenses there are', async () => {
    const id = await sessionIn(session, 'zero_rounds');
    const calls = ['no_such_lens', 'Overconfidence', '__proto__', 'constructor', '../steel_man'].map(
      (lens) => ({
        tool: 'critique_current_thought',
        args: { session_id: id, lens },
        names: lens,
        reply: { error: 'sequencing', code: 'unknown_lens', next_tool: 'critique_current_thought' },
      }),
    );
    expect(await allFaults(session, calls)).toEqual([]);
    const reply = await session.call('critique_current_thought', { session_id: id, lens: 'no_such_lens' });
    expect(reply.available_lenses).toEqual(expect.arrayContaining(['steel_man', 'overconfidence']));
  });

  it('a stage that cannot be reached and a thought that does not exist are refused', async () => {
    const id = await sessionIn(session, 'no_thought');
    const calls = [
      ...['Conclusion', 'Nowhere', 'Problem Definition', '__proto__'].map((to) =>
        unreadable('advance_stage', 'to', id, to, '"to"'),
      ),
      unreadable('summarize_session', 'thought', id, 't99', '"thought"'),
      unreadable('list_sessions', 'limit', id, 0, '"limit"'),
      unreadable('list_sessions', 'limit', id, -5, '"limit"'),
    ];
    expect(await allFaults(session, calls)).toEqual([]);
  });
});

describe('sessions that take no more', () => {
  const session = sharedSession();
  const writers = () =>
    session
      .tools()
      .filter(
        ({ properties, readOnly, destructive }) => 'session_id' in properties && !readOnly && !destructive,
      );

  function edit(id: string, fields: object): void {
    const file = sessionFile(session.home(), id);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...fields }));
  }

  it.each(['finalized', 'archived', 'abandoned'])(
    'a session that is %s refuses every write',
    async (status) => {
      const id = await sessionIn(session, 'round_complete');
      if (status === 'finalized') await session.call('finalize_session', { session_id: id });
      else edit(id, { status });
      const { next_tool } = await session.call('next_action', { session_id: id });
      const stays = status === 'finalized' ? ['finalize_session', 'keep_here'] : [];
      // Its mode cannot change either, which is said in its own words.
      const calls = writers()
        // A record may be put elsewhere at any time.
        .filter(({ name }) => ![...stays, 'move_session'].includes(name))
        .map(({ name }): RefusedCall => {
          const code = `session_${status}`;
          const args = { session_id: id, ...GOOD_CALLS[name]?.args };
          return { tool: name, args, reply: { error: code, code, next_tool, blocked_tool: name } };
        });
      expect(calls.length).toBeGreaterThan(7);
      expect(await allFaults(session, calls)).toEqual([]);
    },
  );

  it('a second finalize repeats the question and changes nothing; reopening goes on where it was', async () => {
    const id = await sessionIn(session, 'await_refine');
    const first = await session.call('finalize_session', { session_id: id });
    expect(first).toMatchObject({
      warning: 'uncommitted_thought_exists',
      next_tool: expect.stringMatching(/^(move_session|keep_here)$/),
    });
    const before = sessionsOnDisk(session.home());
    const second = await session.call('finalize_session', { session_id: id });
    expect(second).toEqual(first);
    expect(sessionsOnDisk(session.home())).toEqual(before);
    const reopened = await session.call('finalize_session', { session_id: id, reopen: true });
    expect(reopened).toMatchObject({ status: 'active', next_tool: 'refine_current_thought' });
  });

  it('the mode that this version cannot run is refused and nothing is made', async () => {
    const id = await sessionIn(session, 'no_mode');
    const refusal = {
      error: 'mode_unavailable',
      code: 'mode_unavailable',
      next_arguments: { mode: 'serial' },
    };
    const calls: readonly RefusedCall[] = [
      {
        tool: 'start_session',
        args: { question: 'Which?', mode: 'subagent' },
        reply: { ...refusal, next_tool: 'start_session' },
      },
      {
        tool: 'set_session_mode',
        args: { session_id: id, mode: 'subagent' },
        reply: { ...refusal, next_tool: 'set_session_mode' },
      },
    ];
    expect(await allFaults(session, calls)).toEqual([]);
  });

  it('a stored session of a mode that this version cannot run is left alone', async () => {
    const id = await sessionIn(session, 'no_thought');
    edit(id, { protocol: 'subagent' });
    const calls = session
      .tools()
      .filter(({ properties, destructive }) => 'session_id' in properties && !destructive)
      .map(({ name }) => ({
        tool: name,
        args: { session_id: id, ...GOOD_CALLS[name]?.args },
        reply: { code: 'session_newer' },
      }));
    expect(calls.length).toBeGreaterThan(10);
    expect(await allFaults(session, calls)).toEqual([]);
  });
});

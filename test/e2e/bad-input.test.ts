import { describe, expect, it } from 'vitest';
import { GOOD_CALLS } from '../support/good-calls.ts';
import { allFaults, type RefusedCall } from '../support/refusal-check.ts';
import { PHASES, sessionIn } from '../support/serial-phases.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionsOnDisk } from '../support/temp-home.ts';

const SERIAL = [
  'begin_thought',
  'critique_current_thought',
  'submit_critique',
  'refine_current_thought',
  'score_current_thought',
  'commit_thought',
] as const;

/** The tool that each phase wants next. */
const WANTED: Readonly<Record<string, string>> = {
  no_thought: 'begin_thought',
  zero_rounds: 'critique_current_thought',
  await_critique: 'submit_critique',
  await_refine: 'refine_current_thought',
  await_score: 'score_current_thought',
  round_complete: 'critique_current_thought',
};

/** Each tool of the serial loop in each phase: null works, a word is the code of the refusal. */
const IN_PHASE: Readonly<Record<string, readonly (string | null)[]>> = {
  no_thought: [null, 'begin_first', 'begin_first', 'begin_first', 'begin_first', 'begin_first'],
  zero_rounds: ['uncommitted_exists', null, 'need_critique', 'need_critique', 'need_critique', 'zero_rounds'],
  await_critique: ['uncommitted_exists', null, null, 'need_submit', 'need_submit', 'need_submit'],
  await_refine: ['uncommitted_exists', 'need_refine', null, null, 'need_refine', 'need_refine'],
  await_score: ['uncommitted_exists', 'need_score', 'need_score', null, null, 'need_score'],
  round_complete: ['uncommitted_exists', null, 'need_critique', 'need_critique', 'need_critique', null],
};
const CELLS = PHASES.flatMap((phase) =>
  SERIAL.map((tool, column) => [tool, phase, IN_PHASE[phase]?.[column] ?? null] as const),
);

const argsOf = (tool: string, id: string) => ({ session_id: id, ...GOOD_CALLS[tool]?.args });

describe('session ids that name nothing', () => {
  const session = sharedSession();
  const takesId = () => session.tools().filter(({ properties }) => 'session_id' in properties);

  it.each([
    '../x',
    '..\\x',
    '/etc/passwd',
    'x'.repeat(5000),
    '__proto__',
    'constructor',
    'con',
    'a b',
    '\u0000',
    '😀'.repeat(40),
  ])('%.20j is not found by any tool', async (id) => {
    await sessionIn(session, 'zero_rounds');
    const calls = takesId().map(({ name }): RefusedCall => {
      const reply = { error: 'session_not_found', code: 'session_not_found', next_tool: 'list_sessions' };
      return { tool: name, args: argsOf(name, id), reply, names: id.slice(0, 20) };
    });
    expect(calls.length).toBeGreaterThan(14);
    expect(await allFaults(session, calls)).toEqual([]);
  });

  it('a near miss is answered with the nearest id and how to resume it', async () => {
    const id = await sessionIn(session, 'zero_rounds');
    const wrong = `${id.slice(0, -1)}0`;
    const reply = {
      error: 'session_not_found',
      nearest_id: id,
      next_tool: 'resume_session',
      next_arguments: { session_id: id },
    };
    expect(
      await allFaults(session, [{ tool: 'commit_thought', args: { session_id: wrong }, reply }]),
    ).toEqual([]);
  });

  it('a blank id is refused, or means no id where none is needed', async () => {
    const blank = takesId().filter(({ required }) => required.includes('session_id'));
    const calls = ['', '  '].flatMap((id) =>
      blank.map(({ name }): RefusedCall => ({ tool: name, args: argsOf(name, id), reply: {} })),
    );
    expect(await allFaults(session, calls)).toEqual([]);
    expect(await session.call('next_action', { session_id: '' })).toMatchObject({ code: 'choose_session' });
  });
});

describe('serial tools in each phase', () => {
  const session = sharedSession();

  it.each(CELLS)('%s in %s: %s', async (tool, phase, code) => {
    const id = await sessionIn(session, phase);
    if (code === null) {
      const reply = await session.call(tool, argsOf(tool, id));
      expect(reply).not.toHaveProperty('error');
      return;
    }
    const reply = { error: 'sequencing', code, next_tool: WANTED[phase] };
    expect(await allFaults(session, [{ tool, args: argsOf(tool, id), reply }])).toEqual([]);
  });

  it.each(PHASES.slice(1))(
    'begin_thought and advance_stage drop the thought of %s when told to',
    async (phase) => {
      for (const tool of ['begin_thought', 'advance_stage']) {
        const id = await sessionIn(session, phase);
        const refusal = { error: 'sequencing', code: 'uncommitted_exists', next_tool: WANTED[phase] };
        const refused = { tool, args: { ...argsOf(tool, id), discard: false }, reply: refusal };
        expect(await allFaults(session, [refused])).toEqual([]);
        expect(await session.call(tool, { ...argsOf(tool, id), discard: true })).not.toHaveProperty('error');
        const whole = await session.call('summarize_session', { session_id: id, thought: 't1' });
        expect(whole).toMatchObject({ thought: { id: 't1', discarded: true, committed: false } });
      }
    },
  );

  it('commit_thought drops a round that was opened but not answered', async () => {
    const id = await sessionIn(session, 'round_complete');
    await session.call('critique_current_thought', { session_id: id });
    const reply = await session.call('commit_thought', { session_id: id });
    expect(reply).toMatchObject({ committed: true, committed_round: 0 });
    const whole = await session.call('summarize_session', { session_id: id, thought: 't1' });
    expect(whole).toMatchObject({ thought: { critique_rounds: [{ round_index: 0 }] } });
  });

  it('no serial tool works before the mode is chosen', async () => {
    const id = await sessionIn(session, 'no_mode');
    const reply = { error: 'mode_required', code: 'mode_required', next_tool: 'set_session_mode' };
    const calls = [...SERIAL, 'advance_stage'].map((tool) => ({ tool, args: argsOf(tool, id), reply }));
    expect(await allFaults(session, calls)).toEqual([]);
  });

  it('a mistyped argument is named before the phase is judged, and the step stays the phase’s own', async () => {
    const id = await sessionIn(session, 'no_thought');
    const reply = { error: 'retry_with_clarification', parameter: 'scores', next_tool: 'begin_thought' };
    const args = { session_id: id, scores: 'garbage' };
    expect(await allFaults(session, [{ tool: 'score_current_thought', args, reply }])).toEqual([]);
  });
});

describe('texts that say nothing or too much', () => {
  const session = sharedSession();
  const TEXTS: readonly (readonly [string, string, string, string])[] = [
    ['start_session', 'question', 'no_thought', 'bad_argument'],
    ['begin_thought', 'content', 'no_thought', 'bad_argument'],
    ['submit_critique', 'text', 'await_critique', 'empty_critique'],
    ['refine_current_thought', 'new_content', 'await_refine', 'empty_refinement'],
  ];
  const LIMIT = 256 * 1024;

  it.each(TEXTS)('%s refuses a blank "%s"', async (tool, name, phase, code) => {
    const id = await sessionIn(session, phase);
    const calls = ['', ' ', '\n\t \r\n', '\u00a0\u2003\ufeff'].map((blank) => ({
      tool,
      args: { ...argsOf(tool, id), [name]: blank },
      reply: { code, next_tool: tool },
      names: `"${name}"`,
    }));
    expect(await allFaults(session, calls)).toEqual([]);
  });

  it.each(TEXTS)('%s takes 256 KiB of "%s" and not a byte more', async (tool, name, phase) => {
    const id = await sessionIn(session, phase);
    const calls = ['x'.repeat(LIMIT + 1), `${'é'.repeat(LIMIT / 2)}x`].map((long) => ({
      tool,
      args: { ...argsOf(tool, id), [name]: long },
      reply: { error: 'retry_with_clarification', code: 'bad_argument', parameter: name, next_tool: tool },
      names: `"${name}" has ${LIMIT + 1} bytes; the limit is ${LIMIT}`,
    }));
    expect(await allFaults(session, calls)).toEqual([]);
    const most = await session.result(tool, { ...argsOf(tool, id), [name]: 'é'.repeat(LIMIT / 2) });
    expect(most.reply).not.toHaveProperty('error');
    expect(most.content[0]?.text?.length).toBeLessThan(8000);
  });

  it('what is refused is echoed shortly, however long it is', async () => {
    const id = await sessionIn(session, 'zero_rounds');
    const long = 'long '.repeat(20_000);
    const bad = (tool: string, args: object): RefusedCall => ({
      tool,
      args: { session_id: id, ...args },
      reply: {},
    });
    const calls = [
      bad('critique_current_thought', { lens: long }),
      bad('advance_stage', { to: long, discard: true }),
      bad('summarize_session', { thought: long }),
      bad('summarize_session', { scope: long }),
      bad('begin_thought', Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`name ${at}`, at]))),
      bad('start_session', { question: 'Long?', stages: [long, long] }),
      bad('start_session', { question: 'Long?', overrides: { [long]: 1 } }),
      bad('start_session', { question: 'Long?', overrides: { serial: { commit: long } } }),
      bad('begin_thought', { content: 'x', [long]: 1 }),
      bad('score_current_thought', { scores: { [long]: 1, correctness: long } }),
    ];
    expect(await allFaults(session, calls)).toEqual([]);
  });

  it('nothing of this was stored', () => {
    const huge = Object.values(sessionsOnDisk(session.home())).filter((text) => text.includes('long long'));
    expect(huge).toEqual([]);
  });
});

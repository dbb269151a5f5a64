import { describe, expect, it } from 'vitest';
import type { CallResult } from '../support/client.ts';
import { GOOD_CALLS } from '../support/good-calls.ts';
import { RECORD_CALLS } from '../support/record-calls.ts';
import { brokenRules } from '../support/reply-rules.ts';
import { SCORES, sessionIn } from '../support/serial-phases.ts';
import { sharedSession } from '../support/shared-session.ts';

/** A call that is refused, and with which words. */
const REFUSED: Readonly<Record<string, { phase: string | null; args: object; error: string; code: string }>> =
  {
    start_session: {
      phase: null,
      args: { question: '  ' },
      error: 'retry_with_clarification',
      code: 'bad_argument',
    },
    list_sessions: {
      phase: null,
      args: { limit: 'many' },
      error: 'retry_with_clarification',
      code: 'bad_argument',
    },
    search_sessions: {
      phase: null,
      args: { query: '?!' },
      error: 'retry_with_clarification',
      code: 'bad_argument',
    },
    set_session_mode: {
      phase: 'no_thought',
      args: { mode: 'serial' },
      error: 'mode_immutable',
      code: 'mode_immutable',
    },
    resume_session: {
      phase: null,
      args: { session_id: 'nowhere' },
      error: 'session_not_found',
      code: 'session_not_found',
    },
    clear_session: {
      phase: null,
      args: { session_id: 'nowhere' },
      error: 'session_not_found',
      code: 'session_not_found',
    },
    finalize_session: {
      phase: 'no_thought',
      args: { reopen: 'perhaps' },
      error: 'retry_with_clarification',
      code: 'bad_argument',
    },
    move_session: {
      phase: 'no_thought',
      args: { new_path: 'docs' },
      error: 'destination_not_absolute',
      code: 'destination_not_absolute',
    },
    import_session: {
      phase: null,
      args: { data: '{oops' },
      error: 'invalid_json',
      code: 'invalid_json',
    },
    keep_here: {
      phase: null,
      args: { session_id: 'nowhere' },
      error: 'session_not_found',
      code: 'session_not_found',
    },
    advance_stage: { phase: 'await_refine', args: {}, error: 'sequencing', code: 'uncommitted_exists' },
    next_action: {
      phase: null,
      args: { session_id: 'nowhere' },
      error: 'session_not_found',
      code: 'session_not_found',
    },
    summarize_session: {
      phase: 'no_thought',
      args: { scope: 'everything' },
      error: 'retry_with_clarification',
      code: 'bad_argument',
    },
    compress_history: {
      phase: 'no_thought',
      args: { target_tokens: 1.5 },
      error: 'retry_with_clarification',
      code: 'bad_argument',
    },
    export_session: {
      phase: 'no_thought',
      args: { format: 'pdf' },
      error: 'retry_with_clarification',
      code: 'bad_argument',
    },
    begin_thought: {
      phase: 'zero_rounds',
      args: { content: 'Another.' },
      error: 'sequencing',
      code: 'uncommitted_exists',
    },
    critique_current_thought: { phase: 'no_thought', args: {}, error: 'sequencing', code: 'begin_first' },
    submit_critique: {
      phase: 'zero_rounds',
      args: { text: 'Early.' },
      error: 'sequencing',
      code: 'need_critique',
    },
    refine_current_thought: {
      phase: 'await_critique',
      args: { new_content: 'Early.' },
      error: 'sequencing',
      code: 'need_submit',
    },
    score_current_thought: {
      phase: 'await_refine',
      args: { scores: SCORES },
      error: 'sequencing',
      code: 'need_refine',
    },
    commit_thought: { phase: 'await_score', args: {}, error: 'sequencing', code: 'need_score' },
    begin_subagent_thought: {
      phase: 'subagent:begun',
      args: {},
      error: 'sequencing',
      code: 'uncommitted_exists',
    },
    advance_subagent_round: {
      phase: 'subagent:first_round',
      args: {},
      error: 'sequencing',
      code: 'need_candidate',
    },
    inspect_utility_matrix: { phase: 'await_score', args: {}, error: 'wrong_mode', code: 'wrong_mode' },
    commit_subagent_thought: {
      phase: 'subagent:first_round',
      args: {},
      error: 'sequencing',
      code: 'no_rounds',
    },
  };

describe('each tool over stdio', () => {
  const session = sharedSession();
  const broken = (result: CallResult) => brokenRules(result, session.tools());

  async function run(
    tool: string,
    { phase, args }: { phase: string | null; args: object },
  ): Promise<CallResult> {
    const id = phase === null ? {} : { session_id: await sessionIn(session, phase) };
    return session.result(tool, { ...id, ...args });
  }

  it.each(Object.entries(GOOD_CALLS))('%s succeeds with its own fields', async (tool, row) => {
    const result = await run(tool, row);
    expect(broken(result)).toEqual([]);
    expect(result.reply).not.toHaveProperty('error');
    expect(Object.keys(result.reply)).toEqual(expect.arrayContaining([...row.fields]));
  });

  it.each(Object.entries(REFUSED))('%s refuses in words', async (tool, row) => {
    const result = await run(tool, row);
    expect(broken(result)).toEqual([]);
    expect(result.reply).toMatchObject({ error: row.error, code: row.code });
  });

  it('start_session without a mode asks for one, and set_session_mode takes it', async () => {
    const asked = await session.result('start_session', { question: 'Edge or origin?' });
    expect(broken(asked)).toEqual([]);
    expect(asked.reply).toMatchObject({ mode_required: true, next_tool: 'set_session_mode' });
    expect(asked.reply).not.toHaveProperty('error');
    const id = asked.reply.session_id;
    const blocked = await session.result('begin_thought', { session_id: id, content: 'Early.' });
    expect(broken(blocked)).toEqual([]);
    expect(blocked.reply).toMatchObject({ error: 'mode_required', blocked_tool: 'begin_thought' });
    const chosen = await session.result('set_session_mode', { session_id: id, mode: 'serial' });
    expect(broken(chosen)).toEqual([]);
    expect(chosen.reply).toMatchObject({ mode: 'serial', next_tool: 'begin_thought' });
  });

  it('every tool is tried in both ways', () => {
    const listed = session
      .tools()
      .map(({ name }) => name)
      .sort();
    // Nothing that a client could send makes list_reviews refuse.
    const exact = [...Object.keys(RECORD_CALLS), 'list_reviews'];
    expect([...Object.keys(GOOD_CALLS), ...exact].sort()).toEqual(listed);
    // Nothing that a client could send makes list_modes refuse.
    expect([...Object.keys(REFUSED), 'list_modes', ...exact].sort()).toEqual(listed);
  });

  it('names the arguments that no parameter has', async () => {
    const result = await session.result('list_modes', { colour: 'red', session_id: 'x' });
    expect(broken(result)).toEqual([]);
    expect(result.reply.ignored_arguments).toEqual(['colour', 'session_id']);
  });
});

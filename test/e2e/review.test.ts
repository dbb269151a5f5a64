import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { connect, disconnect, type Reply, type Session } from '../support/client.ts';
import { attacks, causes } from '../support/review-bench.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionFile, sessionsOnDisk, tempHome } from '../support/temp-home.ts';

const CLAIM = 'We should move every job to the new queue before March.';
const WHY = 'Measured twice under full load, and it was otherwise.';
const CODES = /ZodError|\n\s+at |node_modules|\[object/;

describe('a review', () => {
  const session = sharedSession();
  const start = async (more: object = {}) =>
    session.call('start_review', { claim: CLAIM, mode: 'devils_advocate', ...more });
  const idOf = async (more: object = {}) => String((await start(more)).review_id);
  async function refusal(tool: string, args: object): Promise<string> {
    const before = sessionsOnDisk(session.home());
    const { isError, content, reply } = await session.result(tool, args);
    expect([isError, reply]).toEqual([true, {}]);
    expect(sessionsOnDisk(session.home())).toEqual(before);
    const text = content[0]?.text ?? '';
    expect(text).not.toMatch(CODES);
    return text;
  }

  it('leads from its start to the verdict by next_tool, and every step is on disk', async () => {
    const begun = await start();
    const review_id = begun.review_id;
    expect(begun).toMatchObject({
      review_id: expect.stringMatching(/^rev-[a-z0-9]{4}$/),
      status: 'active',
      instructions: { phase: 'counterarguments' },
      next_tool: 'submit',
      next_arguments: { review_id },
    });
    const closed = await session.call('submit', { review_id, items: attacks(3, 5, 1) });
    expect(closed).toMatchObject({
      status: 'phase_complete',
      next_phase: { targets: [{ index: 0 }, { index: 1 }] },
    });
    const items = [0, 1].map((index) => ({ index, verdict: 'holds', justification: WHY }));
    const complete = await session.call('submit', { review_id, items: JSON.stringify(items), mood: 1 });
    expect(complete).toMatchObject({
      status: 'complete',
      next_tool: 'get_verdict',
      ignored_arguments: ['mood'],
      warnings: [expect.stringContaining('rebuttals 1 nearly repeats 0')],
    });
    expect(await session.call('get_verdict', { review_id })).toMatchObject({
      assessment: 'claim refuted',
      rule: 'two_hold',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      next_tool: null,
    });
  });

  it('hands back its phase to a client that remembers nothing', async () => {
    const session_id = await idOf({ mode: 'premortem', context: 'The team has two people.' });
    await session.call('submit', { review_id: session_id, items: { horizon: '1 year' } });
    await session.call('submit', { review_id: session_id, items: causes([2, 2]) });
    const material = {
      claim: CLAIM,
      review_mode: 'premortem',
      context: 'The team has two people.',
      accepted_items: causes([2, 2]),
      instructions: { phase: 'failure_causes', item_format: expect.any(Object) },
    };
    const brief = await session.call('next_action', { session_id });
    expect(brief).toMatchObject({
      code: 'review_failure_causes',
      items_in_phase: 1,
      missing: ['at least 4 items (have 1)'],
      next_tool: 'submit',
      next_arguments: { review_id: session_id },
    });
    expect(brief).not.toHaveProperty('instructions');
    expect(await session.call('next_action', { session_id, detail: 'full' })).toMatchObject(material);
    expect(await session.call('resume_session', { session_id })).toMatchObject({
      ...material,
      mode: 'review',
    });
  });

  it('is a session like any other: listed, exported, imported, finalized, moved, cleared', async () => {
    const session_id = await idOf();
    await session.call('submit', { review_id: session_id, items: attacks(1, 1, 1) });
    const listed = await session.call('list_sessions', { protocol: 'review', limit: 1 });
    expect(listed.sessions).toMatchObject([{ id: session_id, question: CLAIM, protocol: 'review' }]);
    const { export: data } = await session.call('export_session', { session_id });
    const copy = await session.call('import_session', { data });
    expect(copy).toMatchObject({ id_reassigned: true, next_tool: 'get_verdict' });
    const report = await session.call('get_verdict', { review_id: copy.session_id });
    expect(report).toMatchObject({ assessment: 'claim survives scrutiny', skipped_phases: ['rebuttals'] });
    const markdown = (await session.call('export_session', { session_id, format: 'markdown' })).export;
    expect(markdown).toContain('(claim survives scrutiny)');
    for (const tool of ['summarize_session', 'begin_thought'])
      expect(await session.call(tool, { session_id, content: 'x' })).toMatchObject({
        error: 'wrong_protocol',
        next_tool: 'get_verdict',
      });
    expect(await session.call('finalize_session', { session_id })).toMatchObject({
      next_tool: 'move_session',
    });
    expect(await refusal('abandon_review', { review_id: session_id, reason: 'x' })).toContain('reopen: true');
    await session.call('move_session', { session_id, new_path: '~' });
    expect(await session.call('get_verdict', { review_id: session_id })).toMatchObject({ next_tool: null });
    expect(await session.call('clear_session', { session_id })).toMatchObject({ status: 'cleared' });
    expect(await refusal('get_verdict', { review_id: session_id })).toContain('No review has the id');
  });

  it('may point to the session and the thought that it serves', async () => {
    const { session_id } = await session.call('start_session', { question: 'Which queue?', mode: 'serial' });
    await session.call('begin_thought', { session_id, content: CLAIM });
    const parents = { parent_session_id: session_id, parent_thought_id: 't1' };
    const review_id = await idOf(parents);
    const { export: stored } = await session.call('export_session', { session_id: review_id });
    expect(stored).toMatchObject(parents);
    const bad = { claim: CLAIM, mode: 'steelman' };
    expect(await refusal('start_review', { ...bad, parent_session_id: 'nobody' })).toContain(
      '"parent_session_id"',
    );
    expect(await refusal('start_review', { ...bad, ...parents, parent_thought_id: 't9' })).toContain(
      '"parent_thought_id"',
    );
    expect(await refusal('start_review', { ...bad, parent_thought_id: 't1' })).toContain(
      '"parent_session_id"',
    );
  });

  it('refuses an id that is none, unknown, or that of another kind', async () => {
    for (const review_id of [
      5,
      null,
      '',
      'rev-',
      'rev-ab12\n',
      '../rev-ab12',
      'REV-AB12',
      'rev-äb12',
      '__proto__',
    ])
      expect(await refusal('submit', { review_id, items: attacks(1) })).toContain('"review_id"');
    expect(await refusal('get_verdict', { review_id: 'rev-0000' })).toContain(
      'No review has the id "rev-0000"',
    );
    const { session_id } = await session.call('start_session', { question: 'Which queue?', mode: 'serial' });
    expect(await refusal('submit', { review_id: session_id, items: attacks(1) })).toContain(
      'another kind (serial)',
    );
    expect(await refusal('get_verdict', { review_id: session_id })).toContain('another kind');
  });

  it('has a verdict only when complete; until then it says all that is missing, and that asking again is no use', async () => {
    const review_id = await idOf();
    const text = await refusal('get_verdict', { review_id });
    expect(text).toMatch(
      /phase counterarguments still needs\n- at least 3 items.*\n- at least 2 different values of category/,
    );
    expect(text).toContain('asking again changes nothing');
    expect(await refusal('get_verdict', { review_id })).toBe(text);
  });

  it('that is abandoned is kept, takes nothing more and is abandoned once', async () => {
    const review_id = await idOf();
    expect(await refusal('abandon_review', { review_id, reason: '  ' })).toContain('"reason"');
    expect(await session.call('abandon_review', { review_id, reason: ' no time ' })).toMatchObject({
      status: 'abandoned',
      reason: 'no time',
      next_tool: null,
    });
    expect(await refusal('submit', { review_id, items: attacks(1) })).toContain('no time');
    expect(await refusal('get_verdict', { review_id })).toContain('no time');
    expect(await refusal('abandon_review', { review_id, reason: 'x' })).toContain('already abandoned');
    expect(await session.call('next_action', { session_id: review_id })).toMatchObject({
      code: 'session_abandoned',
    });
  });

  it('that is abandoned after its end keeps its verdict', async () => {
    const review_id = await idOf();
    await session.call('submit', { review_id, items: attacks(1, 1, 1) });
    await session.call('abandon_review', { review_id, reason: 'changed our mind' });
    const report = { assessment: 'claim survives scrutiny', abandoned: 'changed our mind', next_tool: null };
    expect(await session.call('get_verdict', { review_id })).toMatchObject(report);
  });
});

describe('reviews on one data folder', () => {
  const ids = ({ reviews }: Reply) => (Array.isArray(reviews) ? reviews : []).map((each) => each.review_id);
  const begin = async (session: Session, claim = CLAIM) =>
    (await session.call('start_review', { claim, mode: 'steelman' })).review_id;

  it('are listed newest first, also after a restart, without the damaged ones', async () => {
    const home = tempHome();
    const first = await connect({ home });
    const made: unknown[] = [];
    for (let count = 0; count < 4; count += 1) made.unshift(await begin(first));
    expect(ids(await first.call('list_reviews'))).toEqual(made);
    await disconnect(first);
    writeFileSync(sessionFile(home, String(made[1])), '{"id": ');
    const second = await connect({ home });
    const listed = await second.call('list_reviews');
    expect(listed).toMatchObject({ count: 3, damaged: 1, data_dir: home });
    expect(ids(listed)).toEqual(made.filter((id) => id !== made[1]));
    expect(await second.result('submit', { review_id: made[1], items: attacks(1) })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('damaged') }],
    });
  });

  it('stay in a short list, and the list says how many are left out', async () => {
    const session = await connect({ home: tempHome() });
    for (let count = 0; count < 42; count += 1) await begin(session, `${'哈'.repeat(100)} ${count}`);
    const listed = await session.call('list_reviews');
    expect(listed.count).toBe(42);
    expect(JSON.stringify(listed).length).toBeLessThan(8000);
    expect(listed.message).toContain('newest of 42 reviews');
  });

  it('lose nothing when two processes hand in at once', async () => {
    const home = tempHome();
    const [one, other] = await Promise.all([connect({ home }), connect({ home })]);
    const review_id = await begin(one);
    const points = [{ text: 'The old one has run for nine years without a single loss.' }];
    const batch = (session: Session) => session.result('submit', { review_id, items: points });
    const results = await Promise.all([one, other, one, other, one].map(batch));
    const taken = results.filter(({ isError }) => !isError).length;
    const { export: stored } = await one.call('export_session', { session_id: review_id });
    // The phase closes with its third item; what comes later lacks an index and is refused.
    expect(taken).toBe(3);
    expect(stored).toMatchObject({ phases: { strongest_case: { length: 3 } } });
  });

  it('read their thresholds from the configuration', async () => {
    const args = ['--set', 'review.near_equal=1', '--set', 'review.padded=0'];
    const session = await connect({ home: tempHome(), args });
    const review_id = await begin(session);
    const items = [{ text: 'x'.repeat(30) }, { text: 'x'.repeat(31) }, { text: `${'x'.repeat(30)} y` }];
    const reply = await session.call('submit', { review_id, items });
    expect(reply.warnings).toEqual([expect.stringContaining('nearly repeats 0: similarity 1')]);
  });
});

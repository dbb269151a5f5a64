import { describe, expect, it } from 'vitest';
import { refutation as refute } from '../support/refutation.ts';
import { SCORES } from '../support/serial-phases.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionBytes } from '../support/temp-home.ts';

type Reply = Readonly<Record<string, unknown>>;

const QUESTION = 'Edge or origin?';
const CLAIM = 'Cache at the edge, because reads are public and change once a day.';

const session = sharedSession();

const call = (tool: string, args: Reply = {}): Promise<Reply> => session.call(tool, args);

/** A serial session with one committed thought in its first stage. */
async function withThought(content = CLAIM): Promise<string> {
  const { session_id } = await call('start_session', { question: QUESTION, mode: 'serial', stages: 'A, B' });
  await commit(String(session_id), { content });
  return String(session_id);
}

async function commit(session_id: string, begin: Reply): Promise<Reply> {
  await call('begin_thought', { session_id, ...begin });
  await call('critique_current_thought', { session_id });
  await call('submit_critique', { session_id, text: 'No source.' });
  await call('refine_current_thought', { session_id, new_content: String(begin.content ?? 'Answered.') });
  await call('score_current_thought', { session_id, scores: SCORES });
  return call('commit_thought', { session_id });
}

const refutation = (parent: string) => refute(call, parent);

describe('a review of a committed thought', () => {
  it('without a claim says what the parent lacks', async () => {
    const id = await withThought('Too short');
    const start = { parent_session_id: id, mode: 'premortem' };
    const { reply, isError, content } = await session.result('start_review', start);
    expect({ reply, isError }).toEqual({ reply: {}, isError: true });
    expect(content[0]?.text).toContain('what the parent came to cannot stand for it');
    expect(content[0]?.text).toContain('it has 9');
  });

  it('that refutes it orders nothing once the session is closed', async () => {
    const id = await withThought();
    const review = await refutation(id);
    const said = `Review ${review} refuted thought t1, and nothing has answered it.`;
    expect((await call('finalize_session', { session_id: id })).message).toContain(said);
    expect((await call('next_action', { session_id: id })).message).toContain(said);
  });

  it('that refutes it is to be answered though it is abandoned later', async () => {
    const id = await withThought();
    const review = await refutation(id);
    await call('abandon_review', { review_id: review, reason: 'Not now.' });
    const next = await call('next_action', { session_id: id });
    expect(next).toMatchObject({ next_arguments: { from: review }, reviews: [{ open_refutation: true }] });
  });

  it('that refutes it may be left, stage by stage, until the end', async () => {
    const id = await withThought();
    const review = await refutation(id);
    const advanced = await call('advance_stage', { session_id: id });
    expect(advanced).toMatchObject({ next_tool: 'begin_thought', next_arguments: { from: review } });
    await commit(id, { content: CLAIM });
    expect(await call('next_action', { session_id: id })).toMatchObject({
      next_tool: 'begin_thought',
      alternative_tool: 'finalize_session',
    });
  });

  it('that refutes it is answered in the other mode, too', async () => {
    const started = await call('start_session', { question: QUESTION, mode: 'subagent', stages: 'A' });
    const id = String(started.session_id);
    await call('begin_subagent_thought', { session_id: id, engine: 'manual' });
    let reply: Reply = {};
    for (let turn = 0; turn < 40 && reply.next_tool !== 'commit_subagent_thought'; turn += 1)
      reply = await call('advance_subagent_round', { session_id: id, candidate: CLAIM, scores: SCORES });
    await call('commit_subagent_thought', { session_id: id });
    const review = await refutation(id);
    const next = await call('next_action', { session_id: id });
    expect(next).toMatchObject({
      next_tool: 'begin_subagent_thought',
      next_arguments: { from: review },
    });
    await call('begin_subagent_thought', { session_id: id, ...(next.next_arguments as Reply) });
    const { export: whole } = await call('export_session', { session_id: id });
    expect(whole).toMatchObject({ thoughts: [{}, { from: review }] });
  });

  it('orders no answer where the record has no thoughts that could give one', async () => {
    const { sessionId } = await call('sequentialthinking', {
      thought: CLAIM,
      thoughtNumber: 1,
      totalThoughts: 1,
      nextThoughtNeeded: true,
      sessionId: 'chain234',
    });
    expect(sessionId).toBeUndefined();
    const review = await refutation('chain234');
    const next = await call('next_action', { session_id: 'chain234' });
    expect(next).toMatchObject({
      next_tool: 'sequentialthinking',
      reviews: [{ review_id: review, assessment: 'claim refuted', open_refutation: false }],
    });
    expect(next.message).toContain(`Review ${review} of this record says: claim refuted.`);
  });

  it('takes the thought as its claim and is linked both ways', async () => {
    const id = await withThought();
    const started = await call('start_review', { parent_session_id: id, mode: 'premortem' });
    expect(started).toMatchObject({ claim: CLAIM, mode: 'premortem' });
    const reviews = (await call('next_action', { session_id: id })).reviews;
    expect(reviews).toEqual([
      { review_id: started.review_id, thought_id: 't1', assessment: null, open_refutation: false },
    ]);
  });

  it('that refutes it is flagged until a thought answers', async () => {
    const id = await withThought();
    const review = await refutation(id);
    const flag = { review_id: review, thought_id: 't1', assessment: 'claim refuted', open_refutation: true };
    const next = await call('next_action', { session_id: id });
    expect(next).toMatchObject({
      code: 'loop_claim_refuted',
      reviews: [flag],
      next_tool: 'begin_thought',
      next_arguments: { from: review },
      alternative_tool: 'advance_stage',
    });
    expect(next.message).toContain(`from: "${review}", or advance_stage to leave it unanswered`);
    const { message, refutation: points } = await call('resume_session', { session_id: id });
    expect(points).toMatch(/^Claim under review: Cache[\s\S]*Nothing that was measured speaks/u);
    const full = await call('next_action', { session_id: id, detail: 'full' });
    expect(full.refutation).toBe(points);
    expect(next).not.toHaveProperty('refutation');
    expect(message).toContain(`Review ${review} refuted thought t1, and nothing has answered it.`);
    for (const tool of ['resume_session', 'summarize_session'])
      expect(await call(tool, { session_id: id })).toMatchObject({ reviews: [flag] });
    const report = await call('export_session', { session_id: id, format: 'markdown' });
    expect(report.export).toMatch(/## Reviews[\s\S]*claim refuted, not answered yet/u);

    const verdict = await call('get_verdict', { review_id: review });
    expect(verdict).toMatchObject({ next_tool: 'next_action', next_arguments: { session_id: id } });

    const begun = await call('begin_thought', { session_id: id, from: review });
    const during = await call('next_action', { session_id: id });
    expect(during.message).toContain('the open thought is the answer');
    expect(begun).toMatchObject({ from: review, next_tool: 'critique_current_thought' });
    expect(begun.draft_content).toMatch(/^Claim under review: Cache[\s\S]*Verdict: claim refuted/u);
    await call('commit_thought', { session_id: id });
    await call('critique_current_thought', { session_id: id });
    await call('submit_critique', { session_id: id, text: 'Thin.' });
    await call('refine_current_thought', { session_id: id, new_content: 'Cache at the origin first.' });
    await call('score_current_thought', { session_id: id, scores: SCORES });
    await call('commit_thought', { session_id: id });
    const after = await call('next_action', { session_id: id });
    expect(after).toMatchObject({
      reviews: [{ ...flag, open_refutation: false }],
      next_tool: 'advance_stage',
    });
    expect(after.message).not.toContain(review);
  });

  it('is embedded when the session is exported, closed or moved, and comes back with an import', async () => {
    const id = await withThought();
    const review = await refutation(id);
    const exported = await call('export_session', { session_id: id });
    const verdicts = [{ review_id: review, thought_id: 't1', assessment: 'claim refuted' }];
    expect(exported.export).toMatchObject({ reviews: [review], review_verdicts: verdicts });
    const imported = await call('import_session', { data: exported.export as Reply });
    const copy = await call('next_action', { session_id: imported.session_id });
    expect(copy).toMatchObject({ reviews: verdicts });
    await call('finalize_session', { session_id: id });
    const moved = await call('move_session', { session_id: id, new_path: `${session.home()}-${id}.json` });
    expect(moved).toMatchObject({ status: 'finalized' });
    expect((await call('export_session', { session_id: id })).export).toMatchObject({
      review_verdicts: verdicts,
    });
  });

  it('is not embedded by a move that is refused', async () => {
    const id = await withThought();
    await refutation(id);
    const before = sessionBytes(session.home(), id);
    const refused = await call('move_session', { session_id: id, new_path: 'nowhere' });
    expect(refused).toMatchObject({ code: 'destination_not_absolute' });
    expect(sessionBytes(session.home(), id)).toBe(before);
  });
});

describe('a thought from another record', () => {
  it('is drafted from the last thought of a chain, in both modes', async () => {
    await call('sequentialthinking', {
      thought: 'Measure the share of public reads.',
      thoughtNumber: 1,
      totalThoughts: 1,
      nextThoughtNeeded: false,
      sessionId: 'plan',
    });
    const { session_id } = await call('start_session', { question: QUESTION, mode: 'serial' });
    expect(await call('begin_thought', { session_id, from: 'plan' })).toMatchObject({
      draft_content: 'Measure the share of public reads.',
    });
    const other = await call('start_session', { question: QUESTION, mode: 'subagent' });
    const begun = await call('begin_subagent_thought', {
      session_id: other.session_id,
      engine: 'manual',
      from: 'plan',
    });
    expect(String(begun.specialist_prompt)).toContain('Measure the share of public reads.');
  });

  it.each([
    ['nowhere9', 'names no stored record'],
    ['../etc', 'names no stored record'],
    ['__proto__', 'names no stored record'],
    ['open', 'has no result yet'],
    ['own', 'names this session itself'],
  ])('is refused when %s is no source', async (from, says) => {
    const { session_id } = await call('start_session', { question: QUESTION, mode: 'serial' });
    const open = await call('start_session', { question: QUESTION, mode: 'serial' });
    const ids = new Map([
      ['open', open.session_id],
      ['own', session_id],
    ]);
    const named = ids.get(from) ?? from;
    const refusal = await call('begin_thought', { session_id, from: named });
    expect(refusal).toMatchObject({ code: 'bad_argument', parameter: 'from', next_tool: 'begin_thought' });
    expect(refusal.message).toContain(says);
  });
});

describe('a session from another one', () => {
  it('asks the same question again and hands over the committed thoughts', async () => {
    const id = await withThought();
    const again = await call('start_session', { from: id, mode: 'subagent' });
    const context = [{ stage: 'A', content: CLAIM }];
    expect(again).toMatchObject({ mode: 'subagent', context, next_tool: 'begin_subagent_thought' });
    const full = await call('next_action', { session_id: again.session_id, detail: 'full' });
    expect(full).toMatchObject({ context });
    expect(await call('resume_session', { session_id: again.session_id })).toMatchObject({
      question: QUESTION,
      context,
    });
    const { export: stored } = await call('export_session', { session_id: again.session_id });
    expect(stored).toMatchObject({ from: id, thoughts: [] });
  });

  it('needs a question or a record', async () => {
    expect(await call('start_session', {})).toMatchObject({
      code: 'missing_argument',
      parameter: 'question',
    });
    expect(await call('start_session', { from: 'nowhere9' })).toMatchObject({
      code: 'bad_argument',
      parameter: 'from',
    });
  });
});

describe('a parent', () => {
  const thought = { thought: 'x', thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: true };
  it.each([
    ['start_review', { claim: CLAIM, mode: 'premortem', parent_session_id: 'nowhere9' }, 'parent_session_id'],
    ['start_review', { mode: 'premortem', parent_session_id: 'nowhere9' }, 'claim'],
    ['tot_start', { query: QUESTION, parentSessionId: 'nowhere9' }, 'parentSessionId'],
    ['sequentialthinking', { ...thought, parentSessionId: 'nowhere9' }, 'parentSessionId'],
    ['sequentialthinking', { ...thought, sessionId: 'me', parentSessionId: 'me' }, 'itself'],
  ])('that is not there is refused by %s: %j', async (name, args, says) => {
    const { isError, content } = await session.result(name, args);
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain(says);
  });
});

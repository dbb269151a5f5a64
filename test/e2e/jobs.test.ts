import { describe, expect, it } from 'vitest';
import { disconnect } from '../support/client.ts';
import { connectTo, goodModel, heldFrom, serveModel, startIn } from '../support/model-session.ts';
import { locksLeft, sessionBytes, tempHome } from '../support/temp-home.ts';

const BEGIN = 'begin_subagent_thought';
const NOW = { wait_seconds: 0 };

/** A session whose first negotiation stands still at its fifth request. */
async function heldSession(home = tempHome()) {
  const hold = heldFrom(4);
  const llm = await serveModel(hold.script);
  const session = await connectTo(llm, { home });
  const session_id = await startIn(session, 'subagent');
  const running = await session.call(BEGIN, { session_id, ...NOW });
  await hold.reached;
  return { home, hold, llm, session, session_id, running };
}

describe('work that outlasts its call', () => {
  it('answers with its progress, and with its result once when it is polled after its end', async () => {
    const { hold, session, session_id, running } = await heldSession();
    expect(running).toMatchObject({ running: true, total: 18, next_tool: BEGIN });
    const polled = await session.call(BEGIN, { session_id, ...NOW, engine: 'oracle', content: 7 });
    expect(polled).toMatchObject({ running: true, done: 4, total: 18 });
    expect(polled.elapsed_seconds).toBeGreaterThanOrEqual(0);
    hold.release();
    expect(await session.call(BEGIN, { session_id })).toMatchObject({ us_round: 1 });
    expect(await session.call(BEGIN, { session_id })).toMatchObject({ code: 'uncommitted_exists' });
  });

  it('keeps other writing tools off the session, and lets the reading ones work', async () => {
    const { home, hold, session, session_id } = await heldSession();
    const before = sessionBytes(home, session_id);
    for (const tool of ['advance_stage', 'advance_subagent_round', 'finalize_session', 'clear_session'])
      expect(await session.call(tool, { session_id })).toMatchObject({
        error: 'job_running',
        code: 'job_running',
        retryable: true,
        next_tool: BEGIN,
      });
    expect(sessionBytes(home, session_id)).toBe(before);
    expect(await session.call('next_action', { session_id })).toMatchObject({
      code: 'job_running',
      next_tool: BEGIN,
    });
    expect(await session.call('summarize_session', { session_id })).not.toHaveProperty('error');
    expect(await session.call('start_session', { question: 'Another?' })).not.toHaveProperty('error');
    hold.release();
    expect(await session.call(BEGIN, { session_id })).toMatchObject({ us_round: 1 });
  });

  it('lets the session move on when nobody fetches its result', async () => {
    const { hold, session, session_id } = await heldSession();
    hold.release();
    await expect
      .poll(() => session.call('next_action', { session_id }))
      .toMatchObject({ next_tool: 'advance_subagent_round' });
    expect(await session.call('commit_subagent_thought', { session_id })).toMatchObject({ committed: true });
    expect(await session.call(BEGIN, { session_id })).toMatchObject({ thought_id: 't2' });
  });

  it('is stopped by cancel: true, and nothing of it stays', async () => {
    const { home, session, session_id, hold } = await heldSession();
    const before = sessionBytes(home, session_id);
    const stopped = await session.call(BEGIN, { session_id, cancel: true });
    expect(stopped).toMatchObject({ error: 'adapter_error', code: 'cancelled', next_tool: BEGIN });
    expect(sessionBytes(home, session_id)).toBe(before);
    expect(locksLeft(home)).toEqual([]);
    expect(await session.call(BEGIN, { session_id, cancel: true })).toMatchObject({ code: 'no_job' });
    hold.release();
    expect(await session.call(BEGIN, { session_id })).toMatchObject({ us_round: 1 });
  });

  it('is stopped when the client takes its call back, and the next call starts anew', async () => {
    const { hold, llm, session, session_id } = await heldSession();
    const back = new AbortController();
    const call = session.call(BEGIN, { session_id }, { signal: back.signal });
    const held = await hold.reached;
    back.abort();
    await expect(call).rejects.toThrow();
    await held.gone;
    llm.follow(goodModel);
    expect(await session.call(BEGIN, { session_id })).toMatchObject({ us_round: 1 });
  });

  it('tells a client that asks for it of each step, always higher, and no more after the end', async () => {
    const session = await connectTo(await serveModel());
    const session_id = await startIn(session, 'subagent');
    const seen: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
    await session.call(BEGIN, { session_id }, { onprogress: (progress) => seen.push(progress) });
    expect(seen.map(({ progress }) => progress)).toEqual(Array.from({ length: 18 }, (_, index) => index + 1));
    expect(seen.every(({ total, message }) => total === 18 && message !== '')).toBe(true);
    await session.call('advance_subagent_round', { session_id });
    const lines = session.server.lines.filter((line) => line.includes('notifications/progress'));
    expect(lines).toHaveLength(18);
  });
});

describe('two processes on one session', () => {
  it('take turns: the second is told who is at work, reads, and goes on afterwards', async () => {
    const { home, hold, llm, session, session_id } = await heldSession();
    const second = await connectTo(llm, { home });
    for (const tool of [BEGIN, 'advance_stage', 'clear_session']) {
      const refused = await second.call(tool, { session_id });
      expect(refused).toMatchObject({ code: 'job_running', next_tool: 'next_action' });
      expect(refused.message).toContain(`process ${session.server.pid} on`);
    }
    expect(await second.call('next_action', { session_id })).toMatchObject({
      code: 'job_running',
      next_tool: 'next_action',
    });
    hold.release();
    expect(await session.call(BEGIN, { session_id })).toMatchObject({ us_round: 1 });
    expect(await second.call('advance_subagent_round', { session_id })).toMatchObject({ us_round: 2 });
  });

  it('need not wait for one that was killed in the middle', async () => {
    const { home, llm, session, session_id } = await heldSession();
    const before = sessionBytes(home, session_id);
    session.server.kill('SIGKILL');
    await session.server.ended;
    expect(locksLeft(home)).toEqual([`job-${session_id}.lock`]);
    llm.follow(goodModel);
    const second = await connectTo(llm, { home });
    expect(sessionBytes(home, session_id)).toBe(before);
    expect(await second.call('next_action', { session_id })).toMatchObject({ next_tool: BEGIN });
    expect(await second.call(BEGIN, { session_id })).toMatchObject({ us_round: 1 });
    expect(locksLeft(home)).toEqual([]);
  });
});

describe('the end of the process', () => {
  it.each(['stdin', 'SIGTERM'] as const)(
    'stops the work in hand and leaves nothing behind: %s',
    async (how) => {
      const { home, session } = await heldSession();
      if (how === 'stdin') await disconnect(session);
      else session.server.kill(how);
      expect(await session.server.ended).toEqual({ code: 0, signal: null });
      expect(locksLeft(home)).toEqual([]);
    },
  );
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StagedSession } from '../../src/core/staged.ts';
import { connect } from '../support/client.ts';
import { type Chance, seededRandom } from '../support/seeded-random.ts';
import { playRound, sessionIn } from '../support/serial-phases.ts';
import {
  answerOf,
  answerTo,
  callLine,
  handshake,
  type ServerProcess,
  startProcess,
} from '../support/server-process.ts';
import { brokenInvariants } from '../support/session-rules.ts';
import { locksLeft, sessionBytes, sessionFile, tempHome } from '../support/temp-home.ts';
import { walk } from '../support/walker.ts';

const KILLS = 26;
const BATCH = 16;

const stored = (home: string, id: string) =>
  StagedSession.parse(JSON.parse(readFileSync(sessionFile(home, id), 'utf8')));
const contentsOf = (home: string, id: string) => stored(home, id).thoughts.map(({ content }) => content);

/** The ids of the requests that were answered with success. */
function acknowledged({ lines }: ServerProcess): readonly number[] {
  const answers = lines.map(answerOf).filter(({ result }) => result?.structuredContent !== undefined);
  return answers
    .filter(({ result }) => !('error' in (result?.structuredContent ?? {})))
    .map(({ id }) => Number(id));
}

/** A thought that names the request that brought it. */
const beginLine = (request: number, session_id: string, run: string) =>
  callLine(request, 'begin_thought', { session_id, content: `${run} ${request}`, discard: true });

/** Resolves at the n-th answer; the calls behind it are still in work then. */
const answers = (server: ServerProcess, count: number) => server.line(() => server.lines.length > count);

/** Sends a batch, kills the server in the midst of it, and tells which of its calls were answered. */
async function killDuring(home: string, id: string, run: number, chance: Chance) {
  const server = startProcess({ home });
  server.write(handshake());
  const before = callLine(1, 'next_action', { session_id: id });
  const batch = Array.from({ length: BATCH }, (_, at) => beginLine(100 + at, id, `run ${run}`));
  server.write(before + batch.join(''));
  const next = (await answerTo(server, 1)).result?.structuredContent;
  await answers(server, 2 + chance.below(BATCH / 2));
  // A turn of the event loop or two, so that the kill also falls between the steps of a write.
  for (let turns = chance.below(4); turns > 0; turns -= 1) await new Promise(setImmediate);
  server.kill('SIGKILL');
  await server.ended;
  return { next, answered: acknowledged(server).filter((request) => request >= 100) };
}

describe('a killed server', () => {
  it(`has on disk whatever it answered (${KILLS} kills)`, async () => {
    const home = tempHome();
    const id = await sessionIn(await connect({ home }), 'no_thought');
    const chance = seededRandom(11);
    let promised = 0;
    for (let run = 0; run < KILLS; run += 1) {
      const { next, answered } = await killDuring(home, id, run, chance);
      expect(next).toMatchObject({ next_tool: run === 0 ? 'begin_thought' : 'critique_current_thought' });
      const kept = new Set(contentsOf(home, id));
      expect(answered.filter((request) => !kept.has(`run ${run} ${request}`))).toEqual([]);
      expect(brokenInvariants(readFileSync(sessionFile(home, id), 'utf8'))).toEqual([]);
      promised += answered.length;
      expect(kept.size).toBeGreaterThanOrEqual(promised);
    }
    expect(promised).toBeGreaterThan(KILLS);
    const session = await connect({ home });
    expect(await session.call('list_sessions')).toMatchObject({ count: 1, sessions: [{ id }] });
    await playRound(session, id, 'Whole again.', 0.9);
    expect(await session.call('commit_thought', { session_id: id })).toMatchObject({ committed: true });
  });

  it('has every session that it answered a start of', async () => {
    const home = tempHome();
    const server = startProcess({ home });
    server.write(handshake());
    const starts = Array.from({ length: 60 }, (_, at) =>
      callLine(1 + at, 'start_session', { question: `Which? ${at}`, mode: 'serial' }),
    );
    server.write(starts.join(''));
    await answers(server, 20);
    server.kill('SIGKILL');
    await server.ended;
    const ids = server.lines
      .map((line) => answerOf(line).result?.structuredContent?.session_id)
      .filter((id) => id !== undefined);
    const session = await connect({ home });
    const listed = await session.call('list_sessions', { limit: 100, status: 'active' });
    expect(Number(listed.count)).toBeGreaterThanOrEqual(ids.length);
    const replies = await Promise.all(ids.map((id) => session.call('next_action', { session_id: id })));
    expect(replies.map(({ next_tool }) => next_tool)).toEqual(ids.map(() => 'begin_thought'));
  });
});

describe('two servers on one data root', () => {
  it('lose no answered call, on one session and on several', async () => {
    const home = tempHome();
    const starter = await connect({ home });
    const [shared, ...own] = await Promise.all([1, 2, 3].map(() => sessionIn(starter, 'no_thought')));
    const servers = [startProcess({ home }), startProcess({ home })];
    for (const [at, server] of servers.entries()) {
      server.write(handshake());
      const lines = Array.from({ length: BATCH }, (_, request) => [
        beginLine(100 + 2 * request, String(shared), `server ${at}`),
        beginLine(101 + 2 * request, String(own[at]), `server ${at}`),
      ]);
      server.write(lines.flat().join(''));
    }
    for (const server of servers) server.closeStdin();
    await Promise.all(servers.map(({ ended }) => ended));
    const all = Array.from({ length: 2 * BATCH }, (_, at) => 100 + at);
    expect(
      servers.map((server) =>
        [...acknowledged(server)].filter((request) => request >= 100).sort((a, b) => a - b),
      ),
    ).toEqual([all, all]);
    const even = all.filter((request) => request % 2 === 0);
    const both = [0, 1].flatMap((at) => even.map((request) => `server ${at} ${request}`));
    expect([...contentsOf(home, String(shared))].sort()).toEqual(both.sort());
    expect(stored(home, String(shared)).revision).toBe(1 + 2 * BATCH);
    for (const [at, id] of own.entries()) {
      expect(contentsOf(home, id)).toEqual(
        all.filter((request) => request % 2 === 1).map((request) => `server ${at} ${request}`),
      );
      expect(brokenInvariants(readFileSync(sessionFile(home, id), 'utf8'))).toEqual([]);
    }
    expect(locksLeft(home)).toEqual([]);
    expect(servers.map((server) => server.stderr())).toEqual(['', '']);
  });
});

describe('a session taken up again', () => {
  it('by a new process after SIGTERM stands where it stood, and is finished there', async () => {
    const home = tempHome();
    const before = await connect({ home });
    const id = await sessionIn(before, 'await_refine', { stages: ['Look', 'Decide'] });
    const told = await before.call('next_action', { session_id: id, detail: 'full' });
    before.server.kill('SIGTERM');
    expect((await before.server.ended).code).toBe(0);
    const bytes = sessionBytes(home, id);

    const after = await connect({ home });
    expect(await after.call('list_sessions')).toMatchObject({ sessions: [{ id, status: 'active' }] });
    expect(await after.call('next_action', { session_id: id, detail: 'full' })).toEqual(told);
    const resumed = await after.call('resume_session', { session_id: id });
    expect(resumed).toMatchObject({
      current_stage: 'Look',
      thought_count: 1,
      critique_text: 'No source is named.',
      draft_content: 'Cache at the edge.',
      next_tool: 'refine_current_thought',
    });
    expect(sessionBytes(home, id)).toBe(bytes);
    const wrong = await after.call('resume_session', { session_id: 'nowhere1' });
    expect(wrong).toMatchObject({ open_sessions: [{ session_id: id }] });

    await after.call('refine_current_thought', { session_id: id, new_content: 'Measure, then cache.' });
    const { last, trail } = await walk(
      { ...after, result: resumeFirst(after, id) },
      { chance: seededRandom(5), errors: 0, mostCalls: 100 },
    );
    expect(last.next_tool).toBe(null);
    expect(trail.at(-1)).toMatch(/^(keep_here|move_session):ok$/);
    expect(stored(home, id)).toMatchObject({
      status: 'finalized',
      thoughts: [
        { id: 't1', committed: true },
        { stage: 'Decide', committed: true },
      ],
    });
  });
});

/** The client's calls, but what would start a session resumes this one. */
function resumeFirst(session: Awaited<ReturnType<typeof connect>>, id: string) {
  return (tool: string, args?: object) =>
    tool === 'start_session'
      ? session.result('resume_session', { session_id: id })
      : session.result(tool, args);
}

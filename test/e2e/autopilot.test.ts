import { describe, expect, it } from 'vitest';
import { StagedSession } from '../../src/core/staged.ts';
import { connect } from '../support/client.ts';
import { type LlmAnswer, type LlmRequest, type LlmScript, refusal } from '../support/llm-server.ts';
import {
  asksScores,
  connectTo,
  goodModel,
  heldFrom,
  lastText,
  SCORED,
  serveModel,
  startIn,
  systemText,
} from '../support/model-session.ts';
import { brokenInvariants } from '../support/session-rules.ts';
import { sessionBytes, tempHome } from '../support/temp-home.ts';

const RUN = 'run_stage_autopilot';
const RUN_SUBAGENT = 'run_subagent_autopilot';
const KINDS = {
  draft: 'first draft',
  critique: 'criticise',
  refine: 'rewrite a draft',
  score: 'You score',
} as const;
type Kind = keyof typeof KINDS;
const isFor = (kind: Kind, request: LlmRequest) => systemText(request).includes(KINDS[kind]);
/** A good model that answers in its own way to one kind of prompt. */
const except =
  (kind: Kind, answer: LlmAnswer): LlmScript =>
  (request) =>
    isFor(kind, request) ? answer : goodModel(request);

function thoughtsOf(home: string, id: string) {
  return StagedSession.parse(JSON.parse(sessionBytes(home, id) ?? '')).thoughts;
}

describe('the tools of the autopilot', () => {
  it('are there only where the operator wants them', async () => {
    const names = async (args: readonly string[], env = {}) =>
      (await connect({ home: tempHome(), args, env })).tools.map(({ name }) => name);
    expect(await names([])).not.toContain(RUN);
    expect(await names(['--set', 'autopilot.enabled=true'])).toEqual(
      expect.arrayContaining([RUN, RUN_SUBAGENT]),
    );
    expect(await names([], { DEEP_THINK_AUTOPILOT_ENABLED: 'true' })).toContain(RUN);
  });

  it('refuse the other mode and another stage without asking a model', async () => {
    const llm = await serveModel();
    const session = await connectTo(llm);
    const session_id = await startIn(session, 'serial');
    expect(await session.call(RUN_SUBAGENT, { session_id })).toMatchObject({ error: 'wrong_mode' });
    expect(await session.call(RUN, { session_id, stage: 'Research' })).toMatchObject({
      error: 'stage_mismatch',
      requested_stage: 'Research',
      current_stage: 'Analysis',
      next_tool: 'begin_thought',
    });
    expect(llm.requests).toEqual([]);
  });
});

describe('a serial run', () => {
  it('commits a thought, step by step, and puts the draft before the lens', async () => {
    const home = tempHome();
    const llm = await serveModel((r) => (asksScores(r) ? SCORED : `<think>hm</think>Text ${r.nth}.`));
    const session = await connectTo(llm, { home });
    const session_id = await startIn(session, 'serial');
    const done = await session.call(RUN, { session_id, stage: 'Analysis' });
    expect(done).toMatchObject({
      mode: 'serial',
      autopilot: true,
      stage: 'Analysis',
      thought_id: 't1',
      committed: true,
      rounds: 3,
      converged_reason: 'diminishing_returns',
      next_tool: 'finalize_session',
    });
    expect(done.completed_steps).toHaveLength(10);
    expect(llm.requests).toHaveLength(10);
    const critique = llm.requests.find((request) => isFor('critique', request));
    expect(critique && lastText(critique)).toMatch(/The draft:\nText 0\.\n\nThe lens "/);
    expect(thoughtsOf(home, session_id)[0]?.content).toBe(done.final_content);
    expect(sessionBytes(home, session_id)).not.toContain('think>');
    for (const { body } of llm.requests)
      expect(body.messages?.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('begins with a draft that it is given', async () => {
    const llm = await serveModel();
    const session = await connectTo(llm);
    const session_id = await startIn(session, 'serial', { serial: { max_rounds: 1 } });
    const done = await session.call(RUN, { session_id, initial_content: '  My own draft. ' });
    expect(done).toMatchObject({ committed: true, rounds: 1 });
    expect(llm.requests.map((request) => isFor('draft', request))).not.toContain(true);
  });

  const stops: readonly (readonly [Kind, LlmAnswer, string, number])[] = [
    ['draft', refusal(404, 'model not found'), 'begin_thought', 0],
    ['critique', { content: '' }, 'submit_critique', 1],
    ['refine', refusal(500, 'broken'), 'refine_current_thought', 2],
    ['score', 'No numbers at all.', 'score_current_thought', 3],
  ];

  it.each(stops)(
    'that stops at %s keeps its steps and goes on from there',
    async (phase, answer, next, steps) => {
      const llm = await serveModel(except(phase, answer));
      const session = await connectTo(llm);
      const session_id = await startIn(session, 'serial', { serial: { max_rounds: 1 } });
      const stopped = await session.call(RUN, { session_id });
      expect(stopped).toMatchObject({
        error: 'autopilot_incomplete',
        retryable: true,
        stopped_phase: phase,
        committed_thought_ids: [],
        rounds: 0,
        next_tool: next,
      });
      expect(stopped.stopped_detail).not.toBe('');
      expect(stopped.completed_steps).toHaveLength(steps);
      expect(await session.call('next_action', { session_id })).toMatchObject({ next_tool: next });
      const asked = llm.requests.length;
      llm.follow(goodModel);
      expect(await session.call(RUN, { session_id })).toMatchObject({ committed: true, rounds: 1 });
      expect(llm.requests.length - asked).toBe(4 - steps);
    },
  );

  it('asks three times for scores, each time with what was wrong', async () => {
    const llm = await serveModel(except('score', 'No numbers at all.'));
    const session = await connectTo(llm);
    const session_id = await startIn(session, 'serial');
    expect(await session.call(RUN, { session_id })).toMatchObject({ stopped_phase: 'score' });
    const asked = llm.requests.filter(asksScores);
    expect(asked).toHaveLength(3);
    expect(asked[0]?.body.messages).toHaveLength(2);
    expect(asked[2]?.body.messages?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(asked[2]?.body.messages?.at(-1)?.content).toContain('names none of the seven dimensions');
  });

  it('continues a thought that the client began, from its step', async () => {
    const llm = await serveModel();
    const session = await connectTo(llm);
    const session_id = await startIn(session, 'serial', { serial: { max_rounds: 1 } });
    await session.call('begin_thought', { session_id, content: 'A draft.' });
    await session.call('critique_current_thought', { session_id });
    await session.call('submit_critique', { session_id, text: 'Too sure.' });
    expect(await session.call(RUN, { session_id })).toMatchObject({ thought_id: 't1', committed: true });
    expect(llm.requests).toHaveLength(2);
  });

  it('that is killed in the middle goes on in the next process', async () => {
    const home = tempHome();
    const hold = heldFrom(2);
    const llm = await serveModel(hold.script);
    const first = await connectTo(llm, { home });
    const session_id = await startIn(first, 'serial', { serial: { max_rounds: 1 } });
    await first.call(RUN, { session_id, wait_seconds: 0 });
    await hold.reached;
    first.server.kill('SIGKILL');
    await first.server.ended;
    llm.follow(goodModel);
    const second = await connectTo(llm, { home });
    expect(await second.call('next_action', { session_id })).toMatchObject({
      next_tool: 'refine_current_thought',
    });
    expect(await second.call(RUN, { session_id })).toMatchObject({ committed: true, rounds: 1 });
    expect(llm.requests).toHaveLength(5);
  });

  it('that is cancelled tells how far it came', async () => {
    const hold = heldFrom(2);
    const session = await connectTo(await serveModel(hold.script));
    const session_id = await startIn(session, 'serial');
    await session.call(RUN, { session_id, wait_seconds: 0 });
    await hold.reached;
    expect(await session.call('submit_critique', { session_id, text: 'x' })).toMatchObject({
      code: 'job_running',
      next_tool: RUN,
    });
    const stopped = await session.call(RUN, { session_id, cancel: true });
    expect(stopped).toMatchObject({
      error: 'autopilot_incomplete',
      stopped_phase: 'refine',
      stopped_code: 'cancelled',
      next_tool: 'refine_current_thought',
    });
    expect(stopped.completed_steps).toHaveLength(2);
  });
});

describe('a run of specialists', () => {
  it('plays each of them with the manual engine and commits the strongest', async () => {
    const llm = await serveModel();
    const session = await connectTo(llm);
    const session_id = await startIn(session, 'subagent', {
      subagent: { engine: 'manual', agents: ['A', 'B'] },
    });
    expect(await session.call(RUN_SUBAGENT, { session_id })).toMatchObject({
      mode: 'subagent',
      autopilot: true,
      engine: 'manual',
      committed: true,
      rounds: 2,
      gate_metric: 'mean utility',
      commit_threshold: 0.75,
      converged: false,
      budget_exhausted: true,
      completed_steps: [
        'specialist (A)',
        'specialist (B)',
        'round 1 closed',
        'specialist (A)',
        'specialist (B)',
        'round 2 closed',
      ],
    });
    expect(llm.requests).toHaveLength(8);
  });

  it('lets the engine of the endpoints negotiate', async () => {
    const llm = await serveModel();
    const session = await connectTo(llm);
    const session_id = await startIn(session, 'subagent', { subagent: { agents: ['A', 'B'] } });
    expect(await session.call(RUN_SUBAGENT, { session_id })).toMatchObject({
      engine: 'necort',
      rounds: 2,
      equilibrium_strength: 0.7,
      gate_metric: 'peer rating',
      completed_steps: ['round 1 closed', 'round 2 closed'],
    });
    expect(llm.requests).toHaveLength(16);
  });

  it('tells what the engine tells: no endpoint, or one that fails', async () => {
    const llm = await serveModel(() => refusal(401, 'no'));
    const without = await connectTo(llm, { settings: ['subagent.endpoint='] });
    const alone = await startIn(without, 'subagent');
    expect(await without.call(RUN_SUBAGENT, { session_id: alone })).toMatchObject({
      error: 'no_endpoint',
      next_arguments: { engine: 'manual' },
    });
    const session = await connectTo(llm);
    const session_id = await startIn(session, 'subagent');
    expect(await session.call(RUN_SUBAGENT, { session_id })).toMatchObject({
      error: 'adapter_error',
      code: 'endpoint_unauthorized',
      retryable: false,
    });
  });

  it.each(['manual', 'necort'])(
    'that is killed in a later round goes on in the next process: %s',
    async (engine) => {
      const home = tempHome();
      // Both engines are then in their second round: 2 specialists ask 4 times a round, or 8 times.
      const hold = heldFrom(engine === 'manual' ? 5 : 9);
      const llm = await serveModel(hold.script);
      const first = await connectTo(llm, { home });
      const session_id = await startIn(first, 'subagent', { subagent: { engine, agents: ['A', 'B'] } });
      await first.call(RUN_SUBAGENT, { session_id, wait_seconds: 0 });
      await hold.reached;
      first.server.kill('SIGKILL');
      await first.server.ended;
      expect(brokenInvariants(sessionBytes(home, session_id) ?? '')).toEqual([]);
      llm.follow(goodModel);
      const second = await connectTo(llm, { home });
      expect(await second.call(RUN_SUBAGENT, { session_id })).toMatchObject({ thought_id: 't1', rounds: 2 });
      expect(brokenInvariants(sessionBytes(home, session_id) ?? '')).toEqual([]);
    },
  );

  it('stops at a specialist and continues with the same one', async () => {
    const llm = await serveModel((r) => (r.nth === 2 ? { content: '' } : goodModel(r)));
    const session = await connectTo(llm);
    const overrides = { subagent: { engine: 'manual', agents: ['A', 'B'], max_rounds: 1 } };
    const session_id = await startIn(session, 'subagent', overrides);
    expect(await session.call(RUN_SUBAGENT, { session_id })).toMatchObject({
      stopped_phase: 'specialist',
      completed_steps: ['specialist (A)'],
    });
    expect(await session.call(RUN_SUBAGENT, { session_id })).toMatchObject({
      committed: true,
      completed_steps: ['specialist (B)', 'round 1 closed'],
    });
  });
});

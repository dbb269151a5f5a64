import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { connect, type Reply } from '../support/client.ts';
import { serveModel } from '../support/model-session.ts';
import { REFUTING } from '../support/refutation.ts';
import { scoresOf } from '../support/serial-phases.ts';
import { startProcess } from '../support/server-process.ts';
import { tempHome } from '../support/temp-home.ts';

const SLIM = ['--toolsets', 'slim'];
/** One stage with one round. */
const SHORT = [...SLIM, '--set', 'serial.max_rounds=1', '--set', 'stages.default=Decide'];
const connected = (args: readonly string[] = SLIM) => connect({ home: tempHome(), args });

describe('slim', () => {
  it('offers its three tools, no prompt, and instructions that name them', async () => {
    const { tools, client } = await connected();
    expect(tools.map(({ name }) => name)).toEqual(['think', 'answer', 'next_action']);
    expect((await client.listPrompts()).prompts).toEqual([]);
    expect(client.getInstructions()).toContain('Call think');
    expect(client.getInstructions()).not.toContain('start_session');
  });

  it('is chosen by the environment, too', async () => {
    const session = await connect({ home: tempHome(), env: { DEEP_THINK_TOOLS_TOOLSETS: 'slim' } });
    expect(session.tools).toHaveLength(3);
  });

  it.each([
    [[...SLIM.slice(0, 1), 'slim,serial'], 'slim goes with no other set'],
    [[...SLIM, '--tools', 'start_session'], 'slim goes with no other set'],
    [[...SLIM, '--read-only'], 'leaves none'],
    [['--toolsets', 'slimm'], 'did you mean "slim"'],
  ])('ends with 2 for %j', async (args, says) => {
    const server = startProcess({ home: tempHome(), args });
    server.closeStdin();
    expect(await server.ended).toMatchObject({ code: 2 });
    expect(server.stderr()).toContain(says);
  });

  it('takes a thought from the draft to the report, and each reply brings what the next answer needs', async () => {
    const { call } = await connected(SHORT);
    const { session_id, ...asked } = await call('think', { question: 'Edge or origin?', mode: 'serial' });
    expect(asked).toMatchObject({
      question: 'Edge or origin?',
      current_stage: 'Decide',
      next_tool: 'answer',
    });
    const answer = (content: string, more: object = {}) => call('answer', { session_id, content, ...more });
    const lens = await answer('Cache at the edge.');
    expect(lens).toMatchObject({ draft_content: 'Cache at the edge.', lens_template: expect.any(String) });
    const critique = await answer('No figures.');
    expect(critique).toMatchObject({ draft_content: 'Cache at the edge.', critique_text: 'No figures.' });
    const unscored = await answer('Cache at the edge what is read 100 times a minute.');
    expect(unscored.refined_content).toContain('100 times');
    const last = await answer('', { scores: scoresOf(0.8) });
    expect(last).toMatchObject({ session_id, next_tool: null });
    expect(existsSync(String(last.report))).toBe(true);
    expect(last.message).toContain(String(last.report));
  });

  it('takes the scores with the rewrite, or as the content', async () => {
    const { call } = await connected();
    const { session_id } = await call('think', { question: 'Edge or origin?', mode: 'serial' });
    const answer = (content: string, scores?: object) => call('answer', { session_id, content, scores });
    await answer('Cache at the edge.');
    await answer('No figures.');
    const second = await answer('Cache what is hot and public, at the edge of the network.', scoresOf(0.4));
    expect(second.lens_template).toEqual(expect.any(String));
    await answer('Still no figures.');
    await answer('Ask the users first, then measure, then decide on both.');
    const scored = await answer('correctness: 0.8, evidence: 0.6, coverage: 0.4');
    expect(scored).toMatchObject({ next_tool: 'answer' });
    expect(scored.lens_template).toEqual(expect.any(String));
  });

  it('lets models behind an endpoint work a stage, and comes back after each of their rounds', async () => {
    const llm = await serveModel();
    const args = [...SLIM, '--set', 'stages.default=Decide', '--set', `subagent.endpoint=${llm.baseUrl}`];
    const { call } = await connect({ home: tempHome(), args });
    const first = await call('think', { question: 'Edge or origin?', mode: 'subagent' });
    const { session_id } = first;
    let reply = first;
    for (let round = 0; round < 8 && reply.next_tool !== null; round += 1) {
      expect(reply).toMatchObject({ session_id, next_tool: 'next_action' });
      reply = await call('next_action', { session_id });
    }
    expect(reply).toMatchObject({ next_tool: null, report: expect.any(String) });
    expect(llm.requests).toHaveLength(36);
  });

  it('says that a server which keeps no notebooks began nothing', async () => {
    const { call } = await connected([...SLIM, '--set', 'sequential.persist=false']);
    const refused = await call('think', { mode: 'sequential', question: 'Edge or origin?' });
    expect(refused).toMatchObject({ code: 'not_kept', next_tool: 'think' });
  });

  it('attacks what an earlier session came to', async () => {
    const { call } = await connected(SHORT);
    const { session_id } = await call('think', { question: 'Edge or origin?', mode: 'serial' });
    for (const content of ['Cache at the edge.', 'No figures.', 'Cache at the edge what many read.'])
      await call('answer', { session_id, content, scores: scoresOf(0.7) });
    const review: Reply = await call('think', { mode: 'devils_advocate', session_id });
    expect(review).toMatchObject({ claim: 'Cache at the edge what many read.', phase: 'counterarguments' });
  });

  it('leads from a review that refutes back to its session, which then wants an answer', async () => {
    const { call } = await connected([
      ...SLIM,
      '--set',
      'serial.max_rounds=1',
      '--set',
      'stages.default=A, B',
    ]);
    const work = async (session_id: unknown, ...contents: readonly string[]) => {
      let reply: Reply = {};
      for (const content of contents)
        reply = await call('answer', { session_id, content, scores: scoresOf(0.7) });
      return reply;
    };
    const { session_id } = await call('think', { question: 'Edge or origin?', mode: 'serial' });
    await work(session_id, 'Cache at the edge.', 'No figures.', 'Cache at the edge what many read.');
    const review = await call('think', { mode: 'devils_advocate', session_id });
    const verdict = await work(review.session_id, ...REFUTING.map((items) => JSON.stringify(items)));
    expect(verdict).toMatchObject({
      assessment: 'claim refuted',
      next_tool: 'next_action',
      next_arguments: { session_id },
    });
    const asked = await call('next_action', { session_id });
    expect(asked).toMatchObject({
      next_tool: 'answer',
      refutation: expect.stringMatching(
        /Cache at the edge what many read\.[\s\S]*Nothing that was measured speaks/,
      ),
    });
    expect(asked.message).toContain(`Review ${review.session_id} refuted the claim.`);
    expect(asked.message).toContain('stage "B"');
    const last = await work(
      session_id,
      'Cache at the origin.',
      'Slow.',
      'Cache at the origin, then measure.',
    );
    expect(last).toMatchObject({ session_id, next_tool: null, report: expect.any(String) });
  });

  it.each<[string, object, object]>([
    ['think', { mode: 'serial' }, { next_tool: 'think' }],
    ['think', { mode: 'nope' }, { next_tool: 'think' }],
    ['think', { mode: 'nope', session_id: 'nowhere9' }, { next_tool: 'think' }],
    ['think', { session_id: 'nowhere9' }, { code: 'missing_argument', next_tool: 'think' }],
    ['think', { mode: 'premortem', question: 'x' }, { next_tool: 'think' }],
    ['think', { mode: 'tree', question: ' ' }, { next_tool: 'think' }],
    [
      'think',
      { mode: 'serial', session_id: 'nowhere9' },
      { next_tool: 'think', message: expect.stringContaining('"session_id"') },
    ],
    ['think', { mode: 'sequential', session_id: 'nowhere9' }, { parameter: 'question', next_tool: 'think' }],
    [
      'answer',
      { session_id: 'nowhere9', content: 'x' },
      { code: 'session_not_found', next_tool: 'next_action' },
    ],
    ['answer', { content: 'x' }, { code: 'missing_argument', next_tool: 'answer' }],
    ['next_action', { session_id: '__proto__' }, { code: 'session_not_found', next_tool: 'next_action' }],
  ])('refuses %s %j and says which of the three tools is next', async (tool, args, expected) => {
    const { call } = await connected();
    const reply = await call(tool, args);
    expect(reply).toMatchObject({ error: expect.any(String), ...expected });
    expect(reply.message).not.toMatch(/start_session|list_sessions|start_review|tot_start/);
  });
});

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { connectTo, goodModel, heldFrom, serveModel, startIn, systemText } from '../support/model-session.ts';
import { startProcess } from '../support/server-process.ts';
import { locksLeft, sessionsOnDisk, tempHome } from '../support/temp-home.ts';

const QUESTION = 'Edge or origin?';
/** What a person cannot call. */
const TOOL = /\bcall\b|\b(?:list_sessions|start_session|begin_\w+|advance_stage|finalize_session)\b/i;

describe('the command run', () => {
  it.each(['serial', 'subagent'])(
    'works a question through its stages and prints the record: %s',
    async (mode) => {
      const llm = await serveModel();
      const args = [
        'run',
        QUESTION,
        '--endpoint',
        llm.baseUrl,
        '--model',
        'tiny',
        '--mode',
        mode,
        '--stages',
        'Look, Decide',
      ];
      const { ended, stdout, stderr } = startProcess({ home: tempHome(), args });
      expect(await ended).toEqual({ code: 0, signal: null });
      expect(stdout()).toMatch(/^# [\s\S]*Edge or origin\?[\s\S]*Look[\s\S]*Decide/);
      expect(stderr()).toMatch(/^session \w+\n {2}1 of about \d+: /);
      expect(stderr()).toMatch(/\nSession \w+ is finalized\.\n$/);
      expect(stderr()).not.toMatch(TOOL);
      expect(new Set(llm.requests.map(({ body }) => body.model))).toEqual(new Set(['tiny']));
    },
  );

  it('keeps everything when it is interrupted', async () => {
    const home = tempHome();
    const hold = heldFrom(2, goodModel);
    const llm = await serveModel(hold.script);
    const run = startProcess({ home, args: ['run', QUESTION, '--endpoint', llm.baseUrl] });
    await hold.reached;
    run.kill('SIGINT');
    expect(await run.ended).toEqual({ code: 130, signal: null });
    const [, id = ''] = /^session (\w+)$/m.exec(run.stderr()) ?? [];
    expect(run.stderr().trimEnd().split('\n').at(-1)).toBe(
      `To go on, with the same flags: deep-think-mcp run --session ${id}`,
    );
    expect(Object.values(sessionsOnDisk(home)).join('')).toContain('Text 1.');
    expect(locksLeft(home)).toEqual([]);
    llm.follow(goodModel);
    const asked = llm.requests.length;
    const again = startProcess({ home, args: ['run', '--session', id, '--endpoint', llm.baseUrl] });
    expect(await again.ended).toEqual({ code: 0, signal: null });
    expect(again.stdout()).toMatch(/^# [\s\S]*Edge or origin\?[\s\S]*Conclusion/);
    expect(llm.requests[asked] && systemText(llm.requests[asked])).toContain('rewrite a draft');
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('leaves no lock and says how to go on after %s', async (signal, code) => {
    const home = tempHome();
    const hold = heldFrom(1, goodModel);
    const llm = await serveModel(hold.script);
    const run = startProcess({ home, args: ['run', QUESTION, '--endpoint', llm.baseUrl] });
    await hold.reached;
    run.kill(signal);
    expect(await run.ended).toEqual({ code, signal: null });
    expect(run.stderr()).toContain('To go on, with the same flags: deep-think-mcp run --session');
    expect(locksLeft(home)).toEqual([]);
  });

  it.each<[RegExp, string[]]>([
    [/--endpoint.*ftp/, ['--endpoint', 'ftp://x/']],
    [/--endpoint/, ['--endpoint=']],
    [/--endpoint/, ['--mode', 'subagent', '--endpoint', ' ']],
    [/autopilot\.endpoint.*"nowhere:x"/, ['--set', 'autopilot.endpoint=nowhere:x']],
    [/--stages.*",,"/, ['--stages', ',,']],
    [/--stages/, ['--stages=']],
    [/--stages/, ['--stages', 'A,A']],
    [/--model/, ['--model=']],
    [/--mode.*SERIAL.*serial, subagent/, ['--mode', 'SERIAL']],
  ])('refuses a mistake in its flags and stores nothing: %s %j', async (why, args) => {
    const home = tempHome();
    const run = startProcess({ home, args: ['run', QUESTION, ...args] });
    expect((await run.ended).code).toBe(2);
    expect(run.stderr()).toMatch(why);
    expect(run.stderr()).toMatch(/^.*\n$/);
    expect(existsSync(home)).toBe(false);
  });

  it('goes on with a session of a client, in its mode or in the one that is named', async () => {
    const home = tempHome();
    const llm = await serveModel();
    const session = await connectTo(llm, { home });
    const begun = await startIn(session, 'subagent', { subagent: { engine: 'manual', agents: ['A', 'B'] } });
    await session.call('begin_subagent_thought', { session_id: begun });
    const open = await session.call('start_session', { question: QUESTION, stages: ['Analysis'] });
    for (const [id, ...args] of [
      [begun, QUESTION],
      [String(open.session_id), '--mode', 'serial'],
    ] as const) {
      const run = startProcess({ home, args: ['run', ...args, '--session', id, '--endpoint', llm.baseUrl] });
      expect(await run.ended).toEqual({ code: 0, signal: null });
      expect(await session.call('next_action', { session_id: id })).toMatchObject({
        code: 'session_complete',
      });
    }
  });

  it('refuses a session that it cannot go on with, and says why', async () => {
    const home = tempHome();
    const llm = await serveModel();
    const session = await connectTo(llm, { home });
    const [open, closed] = [await startIn(session, 'serial'), await startIn(session, 'serial')];
    await session.call('finalize_session', { session_id: closed });
    const chain = await session.result('sequentialthinking', {
      thought: 'A step.',
      thoughtNumber: 1,
      totalThoughts: 1,
      nextThoughtNeeded: true,
    });
    const record = String(chain.meta['deep-think/session_id']);
    const refusals: readonly (readonly [RegExp, ...string[]])[] = [
      [/is finalized; only an open one can go on/, '--session', closed],
      [/belongs to "sequential"/, '--session', record],
      [/no session has the id nowhere1.*newest: /, '--session', 'nowhere1'],
      [/runs in mode "serial", not in "subagent"/, '--session', open, '--mode', 'subagent'],
      [/works on another question: Edge or origin\?/, 'Why?', '--session', open],
    ];
    for (const [why, ...args] of refusals) {
      const run = startProcess({ home, args: ['run', ...args, '--endpoint', llm.baseUrl] });
      expect((await run.ended).code).toBe(1);
      expect(run.stderr()).toMatch(why);
      expect(run.stderr()).not.toMatch(TOOL);
    }
    const modeless = await session.call('start_session', { question: QUESTION });
    const odd = ['--session', String(modeless.session_id), '--mode', 'socratic'];
    const refused = startProcess({ home, args: ['run', ...odd] });
    expect((await refused.ended).code).toBe(2);
    expect(refused.stderr()).toMatch(/--mode.*"?socratic"?.*serial, subagent/);
    const mixed = startProcess({ home, args: ['run', '--session', open, '--stages', 'A'] });
    expect((await mixed.ended).code).toBe(2);
    expect(llm.requests).toEqual([]);
  });

  it('ends with 1 and says why when the model cannot be used, and with 2 without a question', async () => {
    const llm = await serveModel(() => ({ status: 404, body: { error: { message: 'model not found' } } }));
    const failed = startProcess({ home: tempHome(), args: ['run', QUESTION, '--endpoint', llm.baseUrl] });
    expect((await failed.ended).code).toBe(1);
    expect(failed.stderr()).toContain('does not have the model');
    expect((await startProcess({ home: tempHome(), args: ['run'] }).ended).code).toBe(2);
  });

  it.each<[string[], string]>([
    [['foo'], 'unknown command "foo". Call'],
    [[''], 'unknown command "". Call'],
    [['shwo'], 'unknown command "shwo"; did you mean "show"'],
    [['show', 'x', '--format', 'pdf'], 'unknown format "pdf". Known'],
  ])('suggests only what is near: %j', async (args, said) => {
    const run = startProcess({ home: tempHome(), args });
    expect((await run.ended).code).toBe(2);
    expect(run.stderr()).toContain(said);
  });
});

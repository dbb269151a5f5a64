import { describe, expect, it } from 'vitest';
import { goodModel, heldFrom, serveModel } from '../support/model-session.ts';
import { startProcess } from '../support/server-process.ts';
import { locksLeft, sessionsOnDisk, tempHome } from '../support/temp-home.ts';

const QUESTION = 'Edge or origin?';

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
    expect(Object.values(sessionsOnDisk(home)).join('')).toContain('Text 1.');
    expect(locksLeft(home)).toEqual([]);
  });

  it('ends with 1 and says why when the model cannot be used, and with 2 without a question', async () => {
    const llm = await serveModel(() => ({ status: 404, body: { error: { message: 'model not found' } } }));
    const failed = startProcess({ home: tempHome(), args: ['run', QUESTION, '--endpoint', llm.baseUrl] });
    expect((await failed.ended).code).toBe(1);
    expect(failed.stderr()).toContain('does not have the model');
    expect((await startProcess({ home: tempHome(), args: ['run'] }).ended).code).toBe(2);
  });
});

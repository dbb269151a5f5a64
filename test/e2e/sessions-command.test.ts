import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import { tempHome } from '../support/temp-home.ts';

const run = (user: string, ...args: readonly string[]) => runCommand(user, ['sessions', ...args]);

/** A user with one session in mode serial; returns the home folder, the id and a way to call tools. */
async function userWithSession(question = 'Which?') {
  const user = tempHome();
  mkdirSync(user, { recursive: true });
  const { call } = await connect({ home: join(user, 'data') });
  const { session_id } = await call('start_session', { question, mode: 'serial', project: 'alpha' });
  return { user, id: String(session_id), call };
}

describe('sessions list', () => {
  it('shows the stored sessions, one a line, and narrows them by project', async () => {
    const { user, id } = await userWithSession();
    const all = await run(user, 'list');
    expect([all.code, all.stdout.split('\n').length]).toEqual([0, 2]);
    expect(all.stdout).toContain(`${id}\t`);
    const none = { code: 0, stdout: '', stderr: 'No session matches.\n' };
    expect(await run(user, 'list', '--project', 'beta')).toEqual(none);
    expect(await run(user, 'list', '--protocol', 'nosuch')).toEqual(none);
    const page = await run(user, 'list', '--cursor', 'zz');
    expect([page.code, page.stderr]).toEqual([1, expect.not.stringContaining('list_sessions')]);
  });

  it('prints the reply of the tool with --json', async () => {
    const { user, id } = await userWithSession();
    const { stdout } = await run(user, 'list', '--json', '--status', 'active');
    expect(JSON.parse(stdout)).toMatchObject({ count: 1, sessions: [{ id, project: 'alpha' }] });
  });

  it('keeps a question with line breaks and escapes in its line', async () => {
    const { user } = await userWithSession('one\ntwo\u001b[31m red');
    const { stdout } = await run(user, 'list');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).not.toContain('\u001b');
  });

  it('refuses a status that there is none of', async () => {
    expect((await run(tempHome(), 'list', '--status', 'open')).code).toBe(2);
  });
});

describe('sessions show', () => {
  it('prints what the session is', async () => {
    const { user, id } = await userWithSession();
    const { code, stdout } = await run(user, 'show', id, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id,
      question: 'Which?',
      status: 'active',
      committed_count: 0,
    });
  });

  it('names the newest ones for an id that no session has', async () => {
    const { user, id } = await userWithSession();
    const { code, stderr } = await run(user, 'show', 'nosuch');
    expect(code).toBe(1);
    expect(stderr).toContain(id);
  });
});

describe('sessions archive and restore', () => {
  it('print what became of each session with --json, and say on stderr what could not be', async () => {
    const { user, id } = await userWithSession();
    const { code, stdout, stderr } = await run(user, 'archive', id, 'nosuch', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ sessions: [{ id, status: 'archived', changed: true }] });
    expect(stderr).toContain('nosuch');
    expect(JSON.parse((await run(user, 'restore', id, '--json')).stdout)).toEqual({
      sessions: [{ id, status: 'active', changed: true }],
    });
  });

  it('close a session against writes and open it again', async () => {
    const { user, id, call } = await userWithSession();
    expect(await run(user, 'archive', id)).toMatchObject({ code: 0, stdout: `${id} is archived now.\n` });
    const begin = { session_id: id, content: 'A draft.' };
    expect(await call('begin_thought', begin)).toMatchObject({ code: 'session_archived' });
    expect((await run(user, 'list', '--status', 'archived')).stdout).toContain(id);
    expect((await run(user, 'list')).stdout).not.toContain(id);
    expect(await call('list_sessions')).toMatchObject({ count: 0, sessions: [] });
    expect((await run(user, 'restore', id)).stdout).toBe(`${id} is active now.\n`);
    expect(await call('begin_thought', begin)).toMatchObject({ next_tool: 'critique_current_thought' });
  });

  it('give a finalized session its end back', async () => {
    const { user, id, call } = await userWithSession();
    await call('finalize_session', { session_id: id });
    await run(user, 'archive', id);
    expect((await run(user, 'restore', id)).stdout).toBe(`${id} is finalized now.\n`);
  });

  it('change nothing the second time, and fail for an unknown id', async () => {
    const { user, id } = await userWithSession();
    expect((await run(user, 'restore', id)).stdout).toBe(`${id} is active; nothing was changed.\n`);
    expect((await run(user, 'archive', 'nosuch')).code).toBe(1);
  });
});

describe('sessions gc', () => {
  it('deletes old files of the trash and old exports, nothing newer and nothing of others', async () => {
    const { user, id, call } = await userWithSession();
    await call('clear_session', { session_id: id });
    const [trash, exports] = [join(user, 'data', 'trash'), join(user, 'data', 'exports')];
    mkdirSync(exports, { recursive: true });
    const old = join(trash, 'abcdefgh-2020-01-02T03-04-05.678Z.json');
    for (const path of [old, join(trash, 'mine.json'), join(exports, 'abcdefgh.md')]) writeFileSync(path, '');
    utimesSync(join(exports, 'abcdefgh.md'), 0, 0);
    utimesSync(join(trash, 'mine.json'), 0, 0);
    const dry = await run(user, 'gc', '--older-than', '30', '--dry-run', '--json');
    expect(JSON.parse(dry.stdout).files).toHaveLength(2);
    expect(existsSync(old)).toBe(true);
    expect((await run(user, 'gc', 'trash', '--older-than', '30')).code).toBe(0);
    expect([existsSync(old), existsSync(join(exports, 'abcdefgh.md'))]).toEqual([false, true]);
    await run(user, 'gc', '--older-than', '30');
    expect(readdirSync(exports)).toEqual([]);
    expect(readdirSync(trash).filter((name) => !name.startsWith(id))).toEqual(['mine.json']);
    expect(readdirSync(trash)).toHaveLength(2);
  });

  it('goes by the day a session was cleared, not by its last change', async () => {
    const { user, id, call } = await userWithSession();
    utimesSync(join(user, 'data', 'sessions', `${id}.json`), 0, 0);
    await call('clear_session', { session_id: id });
    expect(await run(user, 'gc', '--older-than', '1')).toMatchObject({ code: 0, stdout: '' });
    expect(readdirSync(join(user, 'data', 'trash'))).toHaveLength(1);
  });

  it('wants days and a folder that it knows', async () => {
    const user = tempHome();
    expect((await run(user, 'gc')).code).toBe(2);
    expect((await run(user, 'gc', '--older-than', 'x')).code).toBe(2);
    expect((await run(user, 'gc', 'sessions', '--older-than', '1')).code).toBe(2);
  });
});

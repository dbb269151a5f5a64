import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { markupFaults } from '../support/markup.ts';
import { startProcess } from '../support/server-process.ts';
import { sessionFile, sessionsOnDisk, tempHome } from '../support/temp-home.ts';

const QUESTION = 'Edge or "origin" <cache>?';

/** A home with one session that has a thought. */
async function homeWithSession() {
  const home = tempHome();
  const client = await connect({ home });
  const started = await client.call('start_session', { question: QUESTION, mode: 'serial' });
  const id = String(started.session_id);
  await client.call('begin_thought', { session_id: id, content: 'Cache **here**.' });
  await disconnect(client);
  return { home, id };
}

async function show(home: string, ...args: readonly string[]) {
  const { ended, stdout, stderr } = startProcess({ home, args: ['show', ...args] });
  const { code } = await ended;
  return { code, stdout: stdout(), stderr: stderr() };
}

describe('the command show', () => {
  it('prints the record in every format and changes nothing', async () => {
    const { home, id } = await homeWithSession();
    const before = [sessionsOnDisk(home), readdirSync(home)];
    const markdown = await show(home, id);
    expect(markdown).toMatchObject({ code: 0, stderr: '' });
    expect(markdown.stdout).toMatch(/^# Edge or "origin" \\<cache>\?\n[\s\S]*> Cache \*\*here\*\*\.\n/u);
    expect((await show(home, id, '--format', 'markdown')).stdout).toBe(markdown.stdout);
    const html = await show(home, id, '--format', 'html');
    expect(markupFaults(html.stdout)).toEqual([]);
    expect(html.stdout).toContain('<strong>here</strong>');
    const json = await show(home, id, '--format=json');
    expect(JSON.parse(json.stdout)).toMatchObject({ id, question: QUESTION });
    expect((await show(home, id, '--format', 'mermaid')).stdout).toMatch(/^flowchart TB\n/u);
    expect((await show(home, id, '--format', 'DOT')).stdout).toMatch(/^digraph Record \{\n[\s\S]*\}\n$/u);
    expect([sessionsOnDisk(home), readdirSync(home)]).toEqual(before);
  });

  it('writes into a file, anew or in place of one, and nothing beside it', async () => {
    const { home, id } = await homeWithSession();
    const folder = join(dirname(home), 'out');
    mkdirSync(folder);
    const file = join(folder, 'record.html');
    writeFileSync(file, 'old');
    const link = join(folder, 'link.md');
    symlinkSync(join(folder, 'behind.md'), link);
    writeFileSync(join(folder, 'behind.md'), 'old');
    expect(await show(home, id, '--format', 'html', '--out', file)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/u);
    await show(home, id, '--out', link);
    expect(readFileSync(join(folder, 'behind.md'), 'utf8')).toMatch(/^# Edge/u);
    expect(readdirSync(folder).sort()).toEqual(['behind.md', 'link.md', 'record.html']);
    expect((await show(home, id, '--out', '-')).stdout).toMatch(/^# Edge/u);
  });

  it('refuses a folder, and a folder that is not there, with 1', async () => {
    const { home, id } = await homeWithSession();
    const folder = dirname(home);
    const onto = await show(home, id, '--out', folder);
    expect([onto.code, onto.stdout]).toEqual([1, '']);
    expect(onto.stderr).toContain('is no file that could be replaced');
    expect(statSync(folder).isDirectory()).toBe(true);
    const lost = await show(home, id, '--out', join(folder, 'gone', 'a.md'));
    expect(lost.code).toBe(1);
    expect(lost.stderr).toContain('the folder of this file is not there');
    expect(existsSync(join(folder, 'gone'))).toBe(false);
  });

  it('refuses a blank name, and a file that may not be written', async () => {
    const { home, id } = await homeWithSession();
    const folder = dirname(home);
    expect((await show(home, id, '--out', ' ')).code).toBe(2);
    const file = join(folder, 'fixed.md');
    writeFileSync(file, 'mine', { mode: 0o444 });
    const { code, stderr } = await show(home, id, '--out', file);
    expect([code, stderr, readFileSync(file, 'utf8')]).toEqual([1, expect.stringContaining(file), 'mine']);
    chmodSync(file, 0o640);
    expect((await show(home, id, '--out', file)).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it('names the nearest and the newest sessions for an unknown id, and makes no home', async () => {
    const { home, id } = await homeWithSession();
    const unknown = await show(home, `${id}x`);
    expect([unknown.code, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toContain(`did you mean ${id} (newest: ${id})`);
    const empty = tempHome();
    const none = await show(empty, 'abcd2345');
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('there are no sessions yet');
    expect(existsSync(empty)).toBe(false);
  });

  it('tells of a damaged session in a sentence, with 1', async () => {
    const { home, id } = await homeWithSession();
    const file = sessionFile(home, id);
    const whole = readFileSync(file, 'utf8');
    for (const damaged of ['{"id":', whole.replace('"expected_stages"', '"other"')]) {
      writeFileSync(file, damaged);
      const { code, stdout, stderr } = await show(home, id, '--format', 'html');
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('The file of this session is damaged');
      expect(stderr).not.toMatch(/\n\s+at /u);
    }
  });

  it.each([
    [['abcd2345', '--format', 'htm'], 'did you mean "html"'],
    [['abcd2345', '--format', 'pdf'], 'Known: md, json, mermaid, dot, html'],
    [[], "missing required argument 'id'"],
    [['a', 'b'], 'too many arguments'],
    [['a', '--colour'], 'colour'],
  ])('ends with 2 for a mistake on the command line: %j', async (args, says) => {
    const { code, stdout, stderr } = await show(tempHome(), ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(says);
  });
});

describe('export_session', () => {
  it.each([
    ['html', /^<!doctype html>/u],
    ['mermaid', /^flowchart TB/u],
    ['dot', /^digraph Record/u],
    ['markdown', /^# Edge/u],
  ])('gives the record as %s', async (format, begins) => {
    const { home, id } = await homeWithSession();
    const client = await connect({ home });
    const reply = await client.call('export_session', { session_id: id, format });
    expect(reply.export).toMatch(begins);
    expect(reply).toMatchObject({ session_id: id, next_tool: 'critique_current_thought' });
    expect(existsSync(join(home, 'exports'))).toBe(false);
    await disconnect(client);
  });

  it('keeps what is too long for a reply in a file of the data folder, the newest in place of the last', async () => {
    const { home, id } = await homeWithSession();
    const client = await connect({ home });
    await client.call('begin_thought', { session_id: id, content: 'word '.repeat(15_000), discard: true });
    const path = join(home, 'exports', `${id}.md`);
    for (const content of ['Second.', 'Third.']) {
      await client.call('begin_thought', { session_id: id, content, discard: true });
      const reply = await client.call('export_session', { session_id: id, format: 'markdown' });
      expect(reply).toMatchObject({ export_path: path, message: expect.stringContaining(path) });
      expect(reply.export).toBeUndefined();
      const text = readFileSync(path, 'utf8');
      expect([text.length, text.includes(content)]).toEqual([reply.characters, true]);
    }
    expect(readdirSync(join(home, 'exports'))).toEqual([`${id}.md`]);
    const json = await client.call('export_session', { session_id: id });
    expect(json.export_path).toBe(sessionFile(home, id));
    await disconnect(client);
  });
});

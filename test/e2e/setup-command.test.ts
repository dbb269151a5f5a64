import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.ts';
import { MAIN } from '../support/server-process.ts';
import { tempHome } from '../support/temp-home.ts';

const OTHERS = '{\n  // mine\n  "mcpServers": {\n    "other": { "command": "other" }\n  }\n}\n';

const run = (user: string, ...args: readonly string[]) => runCommand(user, args);

/** A user with a Cursor configuration; returns the home folder and the file. */
function userWith(text: string): readonly [string, string] {
  const user = tempHome();
  const file = join(user, '.cursor', 'mcp.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return [user, file];
}

describe('setup and remove', () => {
  it('write an entry beside the others, change nothing the second time, and take it out again', async () => {
    const [user, file] = userWith(OTHERS);
    expect(await run(user, 'setup', 'cursor', '--from-checkout')).toMatchObject({ code: 0, stderr: '' });
    const written = readFileSync(file, 'utf8');
    expect(written).toContain('// mine');
    expect(written).toContain(MAIN);
    expect((await run(user, 'setup', 'cursor', '--from-checkout')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(written);
    expect((await run(user, 'remove', 'cursor')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(OTHERS);
  });

  it('show a diff and write nothing in a dry run', async () => {
    const [user, file] = userWith(OTHERS);
    const { code, stdout } = await run(user, 'setup', 'cursor', '--dry-run');
    expect([code, readFileSync(file, 'utf8')]).toEqual([0, OTHERS]);
    expect(stdout).toMatch(/^\+.*deep-think/mu);
  });

  it('leave a file alone that they cannot read, and say where it is damaged', async () => {
    const [user, file] = userWith('{ "mcpServers": { ]');
    const { code, stdout, stderr } = await run(user, 'setup', 'cursor');
    expect([code, stdout, readFileSync(file, 'utf8')]).toEqual([1, '', '{ "mcpServers": { ]']);
    expect(stderr).toContain(file);
    expect(stderr).not.toMatch(/\n\s+at /u);
  });

  it('name the nearest client for a wrong one', async () => {
    const { code, stderr } = await run(tempHome(), 'setup', 'cursr');
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean "cursor"');
  });

  it('print one JSON object, also about the file of a project', async () => {
    const args = ['setup', 'claude-code', '--scope', 'project', '--dry-run', '--json'];
    const { stdout } = await run(tempHome(), ...args);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'planned',
      file: expect.stringMatching(/\.mcp\.json$/u),
      diff: expect.stringContaining('deep-think'),
    });
  });

  it('refuse what a client does not take, and say what to do', async () => {
    const called = await run(tempHome(), 'setup', 'claude-desktop', '--url', 'http://127.0.0.1:1/mcp');
    expect([called.code, called.stdout]).toEqual([1, '']);
    expect(called.stderr).toContain('Leave out --url');
    const printed = await run(tempHome(), 'setup', 'codex');
    expect([printed.code, printed.stderr]).toEqual([1, expect.stringContaining('config codex')]);
  });

  it('write no set of tools that there is none of', async () => {
    const [user, file] = userWith(OTHERS);
    const { code, stderr } = await run(user, 'setup', 'cursor', '--toolsets', 'seriel');
    expect([code, readFileSync(file, 'utf8')]).toEqual([2, OTHERS]);
    expect(stderr).toContain('did you mean "serial"');
  });
});

describe('setup and config', () => {
  it.each<readonly [readonly string[], string]>([
    [['--toolsets', 'slim,serial'], 'slim goes with no other set'],
    [['--toolsets', ''], 'leaves none'],
    [['--url', 'ftp://127.0.0.1/mcp'], 'http://'],
    [['--url', 'mcp'], 'http://'],
    [['--url', 'http://127.0.0.1:1/mcp', '--token', 'a\nb'], '--token'],
    [['--url', 'http://127.0.0.1:1/mcp', '--token', ''], '--token'],
    [['--url', 'http://127.0.0.1:1/mcp', '--toolsets', 'serial'], '--toolsets'],
    [['--token', 'x'], '--url'],
    [['--home', ' '], '--home'],
  ])('refuse %j, which could not start or would be ignored', async (flags, names) => {
    const [user, file] = userWith(OTHERS);
    for (const command of ['setup', 'config']) {
      const { code, stdout, stderr } = await run(user, command, 'cursor', ...flags);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(names)]);
    }
    expect(readFileSync(file, 'utf8')).toBe(OTHERS);
  });

  it('take the set slim alone', async () => {
    const { code, stdout } = await run(tempHome(), 'config', 'cursor', '--toolsets', 'slim');
    expect([code, stdout]).toEqual([0, expect.stringContaining('"slim"')]);
  });
});

describe('config with a client', () => {
  it('prints the entry and where it belongs', async () => {
    const { code, stdout } = await run(tempHome(), 'config', 'claude-desktop');
    expect(code).toBe(0);
    expect(stdout).toContain('claude_desktop_config.json');
    expect(stdout).toContain('"deep-think"');
  });

  it('prints the install link and the address of a running server where the client takes them', async () => {
    const link = await run(tempHome(), 'config', 'vscode', '--json', '--home', '/data');
    expect(JSON.parse(link.stdout)).toMatchObject({
      link: expect.stringMatching(/^vscode:mcp/u),
      text: expect.stringContaining('"DEEP_THINK_HOME": "/data"'),
    });
    const called = await run(tempHome(), 'config', 'cursor', '--url', 'http://127.0.0.1:4000/mcp');
    expect(called.stdout).toContain('"url": "http://127.0.0.1:4000/mcp"');
  });

  it('sends the token of the data folder to a server on this machine only, and to no shared file', async () => {
    const user = tempHome();
    mkdirSync(join(user, 'data'), { recursive: true });
    writeFileSync(join(user, 'data', 'http-token'), 'the-token-of-the-daemon', { mode: 0o600 });
    const entry = async (...args: string[]) =>
      (await run(user, 'config', 'cursor', '--url', ...args)).stdout.includes(
        'Bearer the-token-of-the-daemon',
      );
    expect(await entry('http://127.0.0.1:8182/mcp')).toBe(true);
    expect(await entry('https://think.example/mcp')).toBe(false);
    expect(await entry('http://127.0.0.1:8182/mcp', '--scope', 'project')).toBe(false);
    expect(await entry('http://127.0.0.1:8182/mcp', '--token', 'another-token')).toBe(false);
  });

  it('prints a value of the configuration without the password of an address', async () => {
    const args = ['config', '--json', '--set', 'subagent.endpoint=http://ada:secret@localhost:1/v1'];
    const { code, stdout } = await run(tempHome(), ...args);
    expect([code, stdout.includes('secret')]).toEqual([0, false]);
    expect(JSON.parse(stdout)).toHaveProperty('values');
  });
});

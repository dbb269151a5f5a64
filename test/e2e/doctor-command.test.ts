import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import { PROJECT } from '../support/server-process.ts';
import { tempHome } from '../support/temp-home.ts';

interface Found {
  readonly check: string;
  readonly level: string;
  readonly what: string;
  readonly todo: string | null;
  readonly fixed: boolean;
}

/** A number that no process has. */
const NOBODY = 2 ** 30;

function user(): string {
  const folder = tempHome();
  mkdirSync(folder, { recursive: true });
  return folder;
}

function put(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** What the doctor finds, as [check, level, fixed] and as a whole. */
async function examined(folder: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { code, stdout } = await runCommand(folder, ['doctor', '--json', ...args], {
    TMPDIR: folder,
    ...env,
  });
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: readonly Found[] };
  return { code, ok, of: (check: string) => findings.filter((each) => each.check === check), findings };
}

/** The entry that `setup` writes for Cursor. */
async function withCursor(folder: string, ...flags: readonly string[]): Promise<string> {
  await runCommand(folder, ['setup', 'cursor', ...flags]);
  return join(folder, '.cursor', 'mcp.json');
}

describe('doctor', () => {
  it('finds nothing wrong with a server that was set up, and ends with 0', async () => {
    const folder = user();
    await withCursor(folder, '--from-checkout');
    const { code, ok, of, findings } = await examined(folder);
    expect([code, ok]).toEqual([0, true]);
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect(of('server')[0]?.what).toMatch(/answers after \d+ ms with \d+ tools, [\d,]+ tokens$/);
    expect(of('clients')).toMatchObject([
      { what: expect.stringContaining('Cursor') },
      { what: expect.stringMatching(/Cursor.*offers 23 tools, [\d,]+ tokens$/) },
    ]);
  });

  it('starts the server with the settings that it is given', async () => {
    const { of } = await examined(user(), ['--set', 'tools.toolsets=["sequential"]']);
    expect(of('server')[0]?.what).toMatch(/with 2 tools, \d{3} tokens$/);
  });

  it('says in lines what is so and what to do, without colours in a pipe', async () => {
    const { stdout } = await runCommand(user(), ['doctor'], { FORCE_COLOR: '1' });
    expect(stdout).toContain('warning  clients: ');
    expect(stdout).toContain('\n         Run deep-think-mcp setup CLIENT');
    expect(stdout).not.toContain('\u001b');
  });

  it('shows the last words of a server that does not start', async () => {
    const { code, of } = await examined(user(), [], { DEEP_THINK_TOOLS_TOOLSETS: 'seriel' });
    expect([code, of('server')[0]?.level]).toEqual([1, 'problem']);
    expect(of('server')[0]?.what).toMatch(/exit code 2; stderr: .*did you mean "serial"/);
  });

  it('names a data folder that cannot be, and ends with 1', async () => {
    const { code, of } = await examined(user(), [], { DEEP_THINK_HOME: 'relative' });
    expect(code).toBe(1);
    expect(of('data')).toMatchObject([
      { level: 'problem', what: expect.stringContaining('DEEP_THINK_HOME') },
    ]);
  });

  it('names the mistake in a configuration, and goes on', async () => {
    const folder = user();
    put(join(folder, 'data', 'config.toml'), '[serial]\nmax_rounds = "many"\n');
    const { code, of } = await examined(folder);
    expect([code, of('clients').length]).toEqual([1, 1]);
    expect(of('config')).toMatchObject([{ what: expect.stringContaining('serial.max_rounds') }]);
  });

  it('refuses a flag that there is none of', async () => {
    expect((await runCommand(user(), ['doctor', '--repair'])).code).toBe(2);
  });
});

describe('doctor and the data folder', () => {
  it('names a token of serve that cannot be used, and says nothing where none was made', async () => {
    const folder = user();
    expect((await examined(folder)).of('token')).toEqual([]);
    put(join(folder, 'data', 'http-token'), '');
    const { code, of } = await examined(folder);
    expect(code).toBe(1);
    expect(of('token')).toMatchObject([{ level: 'problem', what: expect.stringContaining('http-token') }]);
  });

  it('names a damaged session and writes a lost index anew', async () => {
    const folder = user();
    const session = await connect({ home: join(folder, 'data') });
    await session.call('start_session', { question: 'Which?', mode: 'serial' });
    await disconnect(session);
    put(join(folder, 'data', 'sessions', 'damaged2.json'), '{');
    rmSync(join(folder, 'data', 'index.json'));
    const before = await examined(folder);
    expect(before.of('sessions').map(({ level }) => level)).toEqual(['ok', 'problem', 'warning']);
    expect(existsSync(join(folder, 'data', 'index.json'))).toBe(false);
    const after = await examined(folder, ['--fix']);
    expect([before.code, after.code]).toEqual([1, 1]);
    expect(after.of('sessions').filter(({ fixed }) => fixed)).toHaveLength(1);
    expect(existsSync(join(folder, 'data', 'index.json'))).toBe(true);
    expect(readFileSync(join(folder, 'data', 'sessions', 'damaged2.json'), 'utf8')).toBe('{');
  });

  it('removes locks and temporary files of dead processes, and leaves those of living ones', async () => {
    const folder = user();
    const at = (...names: readonly string[]) => join(folder, 'data', ...names);
    const owner = (pid: number) =>
      JSON.stringify({
        pid,
        host: hostname(),
        space: null,
        started: null,
        token: 't',
        since: new Date().toISOString(),
      });
    const dead = put(at('locks', 'session-aaaa.lock'), owner(NOBODY));
    const held = put(at('locks', 'session-bbbb.lock'), owner(process.pid));
    const left = put(at('sessions', `aaaa.json.${NOBODY}-1-0123abcd.tmp`), '');
    utimesSync(left, 0, 0);
    expect((await examined(folder)).of('leftovers').map(({ level }) => level)).toEqual([
      'warning',
      'warning',
    ]);
    expect([dead, held, left].map((path) => existsSync(path))).toEqual([true, true, true]);
    const { of } = await examined(folder, ['--fix']);
    expect(of('leftovers').map(({ fixed }) => fixed)).toEqual([true, true, false]);
    expect([dead, held, left].map((path) => existsSync(path))).toEqual([false, true, false]);
  });

  it('sees the records of a replaced server until they are here', async () => {
    const folder = user();
    const review = {
      ...{ id: 'rev-ab12', claim: 'It holds.', mode: 'steelman', context: '', status: 'active' },
      ...{ phase: 'strongest_case', phase_index: 0, phases: {}, skipped_phases: [], horizon: null },
      ...{ abandon_reason: null, created_at: '2025-01-01T00:00:00+00:00' },
      updated_at: '2025-01-01T00:00:00+00:00',
    };
    put(join(folder, '.mcp-devils-advocate', 'rev-ab12.json'), JSON.stringify(review));
    const { of } = await examined(folder);
    expect(of('import')).toMatchObject([{ todo: expect.stringContaining('deep-think-mcp import') }]);
    await runCommand(folder, ['import', join(folder, '.mcp-devils-advocate')]);
    expect((await examined(folder)).of('import')).toEqual([]);
  });
});

describe('doctor and model servers', () => {
  it('says whether a configured one answers and lists the model', async () => {
    const server = createServer((_, answer) => answer.end('{"data":[{"id":"small:latest"}]}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const settings = (model: string) => [
      ...['--set', `subagent.endpoint=http://127.0.0.1:${port}/v1`],
      ...['--set', `subagent.model=${model}`],
    ];
    expect((await examined(user(), settings('small'))).of('models')).toMatchObject([{ level: 'ok' }]);
    const other = await examined(user(), settings('large'));
    expect(other.of('models')).toMatchObject([{ level: 'warning', todo: expect.stringContaining('small') }]);
  });

  it('tells one that is not there, and asks none when none is set', async () => {
    const away = await examined(user(), ['--set', 'subagent.endpoint=http://127.0.0.1:9/v1']);
    expect([away.code, away.of('models')[0]?.level]).toEqual([1, 'problem']);
    expect((await examined(user())).of('models')).toEqual([]);
  });
});

describe('doctor and npx', () => {
  it('names copies that are old or not whole', async () => {
    const folder = user();
    const copy = (name: string) => join(folder, '.npm', '_npx', name, 'node_modules', 'deep-think-mcp');
    put(join(copy('old'), 'package.json'), '{"version":"0.0.1"}');
    put(join(copy('old'), 'dist', 'main.cjs'), '');
    put(join(copy('torn'), 'package.json'), '{"version":"0.0.1"}');
    const { of } = await examined(folder);
    expect(of('npx').map(({ level }) => level)).toEqual(['warning', 'problem']);
  });
});

describe('doctor and clients', () => {
  it('puts an entry right that differs, with its own options', async () => {
    const folder = user();
    const file = await withCursor(folder, '--from-checkout', '--home', join(folder, 'else'));
    const wanted = readFileSync(file, 'utf8');
    writeFileSync(file, wanted.replace('"stdio"', '"sse"'));
    expect((await examined(folder)).of('clients')[0]).toMatchObject({
      level: 'warning',
      what: expect.stringContaining('type'),
    });
    const { of } = await examined(folder, ['--fix']);
    expect(of('clients').map(({ fixed }) => fixed)).toContain(true);
    expect(readFileSync(file, 'utf8')).toBe(wanted);
  });

  it('leaves an entry alone whose command somebody wrote by hand', async () => {
    const folder = user();
    const entry = { type: 'stdio', command: '/opt/node', args: [join(PROJECT, 'dist', 'main.cjs')] };
    const text = JSON.stringify({ mcpServers: { 'deep-think': entry } });
    const file = put(join(folder, '.cursor', 'mcp.json'), text);
    expect((await examined(folder, ['--fix'])).of('clients')[0]).toMatchObject({ level: 'ok' });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it.each([
    ['"slim,serial"', 'slim goes with no other set'],
    ['"seriel"', 'did you mean "serial"'],
    ['"serial", "--tools", "nope"', 'no tool'],
    ['"serial", "--bogus"', '--bogus'],
    ['"serial", "--set", "serial.max_rounds=0"', 'serial.max_rounds'],
  ])('tells of an entry with --toolsets %s, with which the server does not start', async (words, names) => {
    const folder = user();
    const file = await withCursor(folder, '--from-checkout');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"serial,sequential"/, words));
    const { code, of } = await examined(folder);
    expect(code).toBe(1);
    expect(of('clients')).toMatchObject([{ level: 'problem', what: expect.stringContaining(names) }]);
  });

  it('leaves a file alone that has the name of ours and holds something else', async () => {
    const folder = user();
    const file = put(join(folder, '.continue', 'mcpServers', 'deep-think.yaml'), 'name: mine\n');
    const { of } = await examined(folder, ['--fix']);
    expect(of('clients')).toMatchObject([{ level: 'ok', what: expect.stringContaining('left alone') }]);
    expect(readFileSync(file, 'utf8')).toBe('name: mine\n');
  });

  it('checks the arguments of the file of Continue, too', async () => {
    const folder = user();
    await runCommand(folder, ['setup', 'continue', '--from-checkout', '--toolsets', 'serial']);
    const file = join(folder, '.continue', 'mcpServers', 'deep-think.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"serial"', '"slim,serial"'));
    const { of } = await examined(folder);
    expect(of('clients')).toMatchObject([{ level: 'problem', what: expect.stringContaining('slim') }]);
  });

  it('finds nothing wrong with an entry of the set slim', async () => {
    const folder = user();
    await withCursor(folder, '--from-checkout', '--toolsets', 'slim');
    expect((await examined(folder)).of('clients')).toMatchObject([
      { level: 'ok' },
      { level: 'ok', what: expect.stringContaining('3 tools, 244 tokens') },
    ]);
  });

  it('warns where a client takes fewer tools, and names a build that is gone', async () => {
    const folder = user();
    const file = await withCursor(folder, '--toolsets', 'all');
    expect((await examined(folder)).of('clients').at(-1)).toMatchObject({
      level: 'warning',
      what: expect.stringMatching(/offers 41 tools, [\d,]+ tokens; the client takes 40 tools/),
    });
    const args = [join(folder, 'gone', 'dist', 'main.cjs')];
    const entry = { type: 'stdio', command: 'node', args };
    writeFileSync(file, JSON.stringify({ mcpServers: { 'deep-think': entry } }));
    const { code, of } = await examined(folder);
    expect([code, of('clients')[0]?.level]).toEqual([1, 'problem']);
  });

  it('says where a file is damaged', async () => {
    const folder = user();
    const file = put(join(folder, '.cursor', 'mcp.json'), '{ "mcpServers": { ]');
    const { code, of } = await examined(folder, ['--fix']);
    expect([code, of('clients')[0]?.what]).toEqual([1, expect.stringContaining(file)]);
  });
});

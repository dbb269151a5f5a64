import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, disconnect, type Reply } from '../support/client.ts';
import { playRound, sessionIn } from '../support/serial-phases.ts';
import { PROJECT, type ProcessOptions, startProcess } from '../support/server-process.ts';
import { sharedSession } from '../support/shared-session.ts';
import { tempHome } from '../support/temp-home.ts';

const DEFAULTS = readFileSync(join(PROJECT, 'config', 'default.toml'), 'utf8');
const START = { question: 'Edge or origin?', mode: 'serial' };

function homeWith(toml: string): string {
  const home = tempHome();
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'config.toml'), toml);
  return home;
}

/** Runs a command to its end. */
async function run(options: ProcessOptions) {
  const server = startProcess(options);
  server.closeStdin();
  const { code } = await server.ended;
  return { code, stdout: server.stdout(), stderr: server.stderr() };
}

/** What the command `config` prints: each key with its value and source. */
async function settings({ home, args = [], env = {} }: ProcessOptions) {
  const { code, stdout, stderr } = await run({ home, args: ['config', ...args], env });
  expect([code, stderr]).toEqual([0, '']);
  const [head, ...lines] = stdout.trimEnd().split('\n');
  expect(head).toBe(`# data root: ${home}`);
  return Object.fromEntries(
    lines.map((line) => {
      const [, key = '', value = '', source = ''] = /^(\S+) = (.*?) {2}# (.*)$/.exec(line) ?? [];
      return [key, [JSON.parse(value), source]];
    }),
  );
}

/** The packaged keys: table, name, and the lines that set them. */
function packagedKeys(): readonly { table: string; name: string; lines: string }[] {
  const keys: { table: string; name: string; lines: string }[] = [];
  let table = '';
  for (const line of DEFAULTS.split('\n')) {
    table = /^\[(\w+)\]/.exec(line)?.[1] ?? table;
    const name = /^(\w+) = /.exec(line)?.[1];
    const last = keys.at(-1);
    if (name !== undefined) keys.push({ table, name, lines: line });
    else if (last !== undefined && /^( {2}"|\])/.test(line)) last.lines += `\n${line}`;
  }
  return keys;
}

describe('the command config', () => {
  const FILE = '[serial]\nmax_rounds = 4\nscore_threshold = 0.4\nedit_distance_epsilon = 0.4\n';
  const env = { DEEP_THINK_SERIAL_MAX_ROUNDS: '5', DEEP_THINK_SERIAL_SCORE_THRESHOLD: '0.5' };

  it('tells for every key what counts and where it comes from', async () => {
    const home = homeWith(FILE);
    const got = await settings({ home, env, args: ['--set', 'serial.max_rounds=6'] });
    expect(got).toMatchObject({
      'serial.max_rounds': [6, 'flag'],
      'serial.score_threshold': [0.5, 'environment'],
      'serial.edit_distance_epsilon': [0.4, join(home, 'config.toml')],
      'serial.commit': ['best', 'default'],
    });
    expect(Object.keys(got)).toEqual(packagedKeys().map(({ table, name }) => `${table}.${name}`));
  });

  it('without any layer tells the defaults, and makes no data root', async () => {
    const home = tempHome();
    const got = await settings({ home, env: { DEEP_THINK_SERIAL_MAX_ROUNDS: '  ' } });
    expect([...new Set(Object.values(got).map(([, source]) => source))]).toEqual(['default']);
    expect(() => readFileSync(join(home, 'config.toml'))).toThrow('ENOENT');
  });

  it('of several flags for one key the last counts', async () => {
    const args = ['--set', 'serial.max_rounds=6', '--set', 'serial.max_rounds=7'];
    expect(await settings({ home: tempHome(), args })).toMatchObject({ 'serial.max_rounds': [7, 'flag'] });
  });

  it.each([
    [{ args: ['config'], env: { DEEP_THINK_SERIAL_MAX_ROUNDS: 'two' } }, 'DEEP_THINK_SERIAL_MAX_ROUNDS'],
    [{ args: ['config'], env: { DEEP_THINK_SERIAL_MAX_ROUNDS: '0' } }, 'DEEP_THINK_SERIAL_MAX_ROUNDS'],
  ])('fails on a mistake in the environment: %j', async (options, names) => {
    const { code, stdout, stderr } = await run({ home: tempHome(), ...options });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(names);
    expect(stderr).toContain('environment');
  });
});

describe('a flag with a mistake', () => {
  it.each([
    ['serial.max_rounds=0', 'serial.max_rounds'],
    ['serial.max_rounds=two', 'serial.max_rounds=two'],
    ['serial.max_rounds', 'serial.max_rounds=value'],
    ['serial.max_round=2', 'serial.max_rounds'],
    ['max_rounds=2', 'max_rounds=2'],
    ['serial.commit=first', 'best, last'],
    ['stages.default=A,A', 'stages.default'],
  ])('ends the start with code 2: --set %s', async (flag, names) => {
    const { code, stdout, stderr } = await run({ home: tempHome(), args: ['--set', flag] });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(names);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('a layer', () => {
  const file = '[stages]\ndefault = ["From file"]\n';
  const env = { DEEP_THINK_STAGES_DEFAULT: 'From, environment' };
  const args = ['--set', 'stages.default=["From","flag"]'];

  it.each([
    ['the flag', { args, env }, file, ['From', 'flag']],
    ['the environment', { env }, file, ['From', 'environment']],
    ['the file', {}, file, ['From file']],
    ['the default', {}, '', ['Problem Definition', 'Research', 'Analysis', 'Synthesis', 'Conclusion']],
  ])('shows in what the server does: %s', async (_, options, toml, expected) => {
    const session = await connect({ home: homeWith(toml), ...options });
    const started = await session.call('start_session', START);
    expect(started.expected_stages).toEqual(expected);
    const own = await session.call('start_session', { ...START, overrides: 'stages.default = ["Own"]' });
    expect(own.expected_stages).toEqual(['Own']);
    expect(session.server.stderr()).toBe('');
  });

  it('of the environment with a mistake is told by each call that needs it, and lists still work', async () => {
    const session = await connect({ home: tempHome(), env: { DEEP_THINK_LIMITS_TEXT_KIB: 'much' } });
    const reply = await session.call('start_session', START);
    expect(reply).toMatchObject({ error: 'config_invalid', retryable: false, next_tool: 'start_session' });
    expect(reply.message).toContain('DEEP_THINK_LIMITS_TEXT_KIB');
    expect(await session.call('list_sessions')).toMatchObject({ count: 0 });
  });
});

describe('config.toml', () => {
  const session = sharedSession();
  const path = () => join(session.home(), 'config.toml');
  const write = (text: string | Buffer) => {
    mkdirSync(session.home(), { recursive: true });
    writeFileSync(path(), text);
  };
  const start = () => session.call('start_session', START);

  it('comes with the first session as a copy of the defaults in which everything is a comment', async () => {
    await start();
    const seeded = readFileSync(path(), 'utf8');
    expect(seeded.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
    expect(seeded.replaceAll(/^# (?=\[|\]|\w+ = | {2}")/gm, '')).toBe(DEFAULTS);
  });

  it.each(packagedKeys())(
    'takes $table.$name once its lines and its table are no comments',
    async ({ table, lines }) => {
      write(`# before\n[${table}]\n${lines}\n# after\n`);
      expect(await start()).not.toHaveProperty('error');
    },
  );

  it('whose key has no table says below which line it belongs', async () => {
    write('max_rounds = 2\n# [serial]\n');
    const reply = await start();
    expect(reply).toMatchObject({ error: 'config_invalid' });
    expect(reply.message).toContain('max_rounds');
    expect(reply.message).toContain('[serial]');
  });

  it.each([
    ['[serial]\nmax_rounds = "two"\n', 'serial.max_rounds'],
    ['[serial]\nmax_rounds = 0\n', 'serial.max_rounds'],
    ['[serial]\nmax_round = 2\n', 'serial.max_round'],
    ['[limits]\ntext_kib = 0\n', 'limits.text_kib'],
    ['[stages]\ndefault = ["A", "A"]\n', 'stages.default'],
    ['[serial]\n\nmax_rounds = = 2\n', 'line 3'],
    ['[colours]\nred = 1\n', 'colours'],
    [Buffer.from([0x5b, 0xff, 0xfe, 0x5d]), 'UTF-8'],
  ])('with a mistake is told with its place and healed without a restart: %j', async (text, names) => {
    write('');
    const id = await sessionIn(session, 'zero_rounds');
    write(text);
    for (const [tool, args] of [
      ['start_session', START],
      ['next_action', { session_id: id }],
      ['critique_current_thought', { session_id: id }],
    ] as const) {
      const reply = await session.call(tool, args);
      expect(reply).toMatchObject({ error: 'config_invalid', code: 'config_invalid', next_tool: tool });
      expect(reply.message).toContain(path());
      expect(reply.message).toContain(names);
    }
    expect(await session.call('list_sessions')).not.toHaveProperty('error');
    write('[serial]\nmax_rounds = 2\n');
    expect(await session.call('critique_current_thought', { session_id: id })).toHaveProperty('lens');
  });

  it('may have a byte-order mark and Windows line ends', async () => {
    write(`\ufeff${'# mine\n[stages]\ndefault = [\n  "Look",\n  "Wählen",\n]\n'.replaceAll('\n', '\r\n')}`);
    expect((await start()).expected_stages).toEqual(['Look', 'Wählen']);
  });

  it('applies to sessions under way from the next call on, unless they have settings of their own', async () => {
    write('');
    const ids = [
      await sessionIn(session, 'zero_rounds'),
      await sessionIn(session, 'zero_rounds', { overrides: 'serial.max_rounds = 3' }),
    ];
    write('[serial]\nmax_rounds = 1\n');
    const scored: Reply[] = [];
    for (const id of ids)
      scored.push(await playRound(session, id, 'Measure which reads are public first.', 0.5));
    expect(scored.map(({ converged_reason }) => converged_reason)).toEqual(['max_rounds', null]);
  });
});

describe('settings of a session', () => {
  it('lie over every other layer', async () => {
    const args = ['--set', 'serial.max_rounds=3'];
    const session = await connect({ home: tempHome(), args });
    const id = await sessionIn(session, 'zero_rounds', { overrides: { serial: { max_rounds: 1 } } });
    const scored = await playRound(session, id, 'Measure which reads are public first.', 0.5);
    expect(scored.converged_reason).toBe('max_rounds');
  });
});

describe('a config.toml of the original server', () => {
  const TOML = `[store]\nroot = "~/deep-think-mcp"\nsessions_dir = "sessions"\n
[modes]\ndefault_prompt_user = true\n
[serial]\nmax_rounds = 1\nfast_mode = false\n
[subagent]\nengine = "necort"\napi_key = "sk-secret"\nagents = ["Analysis", "Skeptic"]\n
[autopilot]\nenabled = false\nendpoint = "http://localhost:11434/v1"\n`;

  it('works, with one warning that names what is not used and shows no value', async () => {
    const session = await connect({ home: homeWith(TOML) });
    const id = await sessionIn(session, 'zero_rounds');
    const scored = await playRound(session, id, 'Measure which reads are public first.', 0.5);
    expect(scored.converged_reason).toBe('max_rounds');
    await disconnect(session);
    const warnings = session.server.stderr().trim().split('\n');
    expect(warnings).toHaveLength(1);
    for (const key of ['store.root', 'modes.default_prompt_user', 'serial.fast_mode', 'subagent.api_key'])
      expect(warnings[0]).toContain(key);
    expect(warnings[0]).not.toContain('sk-secret');
  });
});

describe('--help', () => {
  it('names every key', async () => {
    const { code, stdout } = await run({ home: tempHome(), args: ['--help'] });
    expect(code).toBe(0);
    for (const { table, name } of packagedKeys()) expect(stdout).toContain(`${table}.${name}`);
  });
});

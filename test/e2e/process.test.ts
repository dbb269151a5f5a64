import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { sessionIn } from '../support/serial-phases.ts';
import {
  answerOf,
  answerTo,
  callLine,
  handshake,
  MAIN,
  PROJECT,
  requestLine,
  type ServerProcess,
  startProcess,
} from '../support/server-process.ts';
import { locksLeft, sessionFile, tempHome } from '../support/temp-home.ts';
import { walk } from '../support/walker.ts';

const VERSION: unknown = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')).version;
const START = { question: 'Edge or origin?', mode: 'serial' };
/** How soon a server that is told to end has ended. */
const SOON_MS = 2000;

/** Every line of stdout is one JSON-RPC message, and lines end in a line feed only. */
function expectPure(server: ServerProcess): void {
  expect(server.stdout()).not.toContain('\r');
  expect(server.stdout().endsWith('\n')).toBe(true);
  expect(server.lines.map((line) => answerOf(line).jsonrpc)).toEqual(server.lines.map(() => '2.0'));
}

function withConfig(toml: string): string {
  const home = tempHome();
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'config.toml'), toml);
  return home;
}

describe('a start through a link', () => {
  it.each(['', '--preserve-symlinks-main', '--preserve-symlinks-main --preserve-symlinks'])(
    'finds the other files of the program with the flags "%s"',
    async (flags) => {
      const home = tempHome();
      const main = join(dirname(home), 'linked.cjs');
      symlinkSync(MAIN, main);
      const { call } = await connect({ home, main, env: { NODE_OPTIONS: flags } });
      expect(await call('start_session', START)).toMatchObject({ next_tool: 'begin_thought' });
    },
  );
});

/** How the server ended; fails when it takes longer than it may. */
async function endsSoon(server: ServerProcess) {
  const late = new Promise<'still running'>((resolve) => {
    setTimeout(() => resolve('still running'), SOON_MS).unref();
  });
  return Promise.race([server.ended, late]);
}

describe('stdout carries nothing but messages', () => {
  it('beside a damaged session file', async () => {
    const home = tempHome();
    const session = await connect({ home });
    const id = await sessionIn(session, 'zero_rounds');
    writeFileSync(sessionFile(home, id), '{"id": "');
    expect(await session.call('next_action', { session_id: id })).toMatchObject({ code: 'session_corrupt' });
    expect(await session.call('list_sessions')).toMatchObject({ count: 1 });
    expect(await sessionIn(session, 'no_thought')).not.toBe(id);
    expectPure(session.server);
  });

  it('beside a data root that cannot be made', async () => {
    const file = join(tempHome(), 'a-file');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    const session = await connect({ home: join(file, 'home') });
    const reply = await session.call('start_session', START);
    expect(reply).toMatchObject({ error: 'home_missing', session_id: null });
    expect(reply.message).toContain(file);
    expect(await session.call('list_modes')).not.toHaveProperty('error');
    expectPure(session.server);
  });

  it('with an old protocol, an unknown method and a client without a version', async () => {
    const server = startProcess({ home: tempHome() });
    server.write(handshake('1999-01-01'));
    server.write(requestLine(1, 'no/such/method'));
    server.write(
      requestLine(2, 'initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'x' },
      }),
    );
    server.write(requestLine(3, 'tools/call', { arguments: {} }));
    server.write(requestLine(4, 'tools/call', { name: 'list_modes', arguments: 'none' }));
    server.write(callLine(5, 'no_such_tool', {}));
    server.write(callLine(6, 'list_modes', {}));
    const hello = await answerTo(server, 0);
    expect(hello.result?.serverInfo).toMatchObject({ name: 'deep-think-mcp', version: VERSION });
    expect(hello.result?.protocolVersion).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await answerTo(server, 1)).error?.code).toBe(-32601);
    for (const [id, field] of [
      [2, 'clientInfo.version'],
      [3, 'name'],
      [4, 'arguments'],
      [5, 'no_such_tool'],
    ] as const) {
      const { error } = await answerTo(server, id);
      expect(error?.code).toBe(-32602);
      expect(error?.message).toContain(field);
      expect(error?.message).not.toMatch(/invalid_type|"path"|\n/);
    }
    expect((await answerTo(server, 6)).result?.structuredContent).toHaveProperty('modes');
    expectPure(server);
  });
});

describe('lines that are no messages', () => {
  it('CR LF, blank lines and garbage do not disturb the calls between them', async () => {
    const server = startProcess({ home: tempHome() });
    server.write(handshake().replaceAll('\n', '\r\n'));
    server.write('\r\n\n   \n');
    server.write(callLine(1, 'start_session', START).replace('\n', '\r\n'));
    server.write('this is no JSON\n{"jsonrpc": "2.0"}\n[]\nnull\n');
    server.write(callLine(2, 'list_sessions', {}));
    expect((await answerTo(server, 2)).result?.structuredContent).toMatchObject({ count: 1 });
    const errors = server.lines.map(answerOf).filter(({ error }) => error !== undefined);
    expect(errors.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [null, -32600],
    ]);
    expectPure(server);
  });

  it('a line over the message limit is answered under its id, and the next call works', async () => {
    const server = startProcess({ home: withConfig('[limits]\nmessage_mib = 1\n') });
    server.write(handshake());
    await answerTo(server, 0);
    server.write(callLine(1, 'list_modes', {}));
    await answerTo(server, 1);
    server.write(callLine(2, 'start_session', { question: 'x'.repeat(1024 * 1024) }));
    server.write(callLine(3, 'start_session', START));
    const refused = await answerTo(server, 2);
    expect(refused.error?.code).toBe(-32600);
    expect(refused.error?.message).toContain(String(1024 * 1024));
    expect((await answerTo(server, 3)).result?.structuredContent).toMatchObject({ mode: 'serial' });
    expectPure(server);
  });

  it('a text of 20 MiB in one message is refused with the limit of texts, and the next call works', async () => {
    const session = await connect({ home: tempHome() });
    const id = await sessionIn(session, 'no_thought');
    const content = 'x'.repeat(20 * 1024 * 1024);
    const reply = await session.call('begin_thought', { session_id: id, content });
    expect(reply).toMatchObject({ code: 'bad_argument', parameter: 'content', next_tool: 'begin_thought' });
    expect(reply.message).toContain(`${20 * 1024 * 1024} bytes; the limit is ${256 * 1024}`);
    expect(await session.call('begin_thought', { session_id: id, content: 'Short.' })).toMatchObject({
      thought_id: 't1',
    });
  });
});

describe('the end of the process', () => {
  it.each(['stdin', 'SIGTERM', 'SIGINT', 'SIGHUP', 'stdout'])(
    'comes soon and clean after %s',
    async (cause) => {
      const home = tempHome();
      const session = await connect({ home });
      const id = await sessionIn(session, 'zero_rounds');
      const { server } = session;
      if (cause === 'stdin') server.closeStdin();
      else if (cause === 'stdout') {
        server.closeStdout();
        // A closed pipe shows itself at the next write.
        server.write(callLine(99, 'next_action', { session_id: id }));
      } else server.kill(cause as NodeJS.Signals);
      expect(await endsSoon(server)).toEqual({ code: 0, signal: null });
      expect(locksLeft(home)).toEqual([]);
      expect(server.stderr()).toBe('');
    },
  );

  it.each(['stdin', 'SIGTERM'])('answers first what was already asked (%s)', async (cause) => {
    const home = tempHome();
    const session = await connect({ home });
    const id = await sessionIn(session, 'zero_rounds');
    const asked = Array.from({ length: 30 }, (_, at) => 100 + at);
    const lines = asked.map((at) =>
      callLine(at, at % 3 === 0 ? 'start_session' : 'critique_current_thought', { ...START, session_id: id }),
    );
    session.server.write(lines.join(''));
    if (cause === 'SIGTERM') {
      await answerTo(session.server, 100);
      session.server.kill('SIGTERM');
    } else session.server.closeStdin();
    expect((await session.server.ended).code).toBe(0);
    const answered = session.server.lines.map((line) => answerOf(line).id).filter((at) => Number(at) >= 100);
    expect(answered.sort()).toEqual(asked);
    expect(locksLeft(home)).toEqual([]);
  });

  it('comes by itself when the client goes away before it has said a word', async () => {
    const server = startProcess({ home: tempHome() });
    server.closeStdin();
    expect((await server.ended).code).toBe(0);
    expect(server.stdout()).toBe('');
  });
});

describe('stderr', () => {
  it('is silent in a run without trouble', async () => {
    const session = await connect({ home: tempHome(), env: { DISABLE_THOUGHT_LOGGING: 'true' } });
    const options = { start: { mode: 'serial' }, chance: seededRandom(3), errors: 0, mostCalls: 300 };
    const { calls, last } = await walk(session, options);
    expect(calls).toBeGreaterThan(50);
    expect(last.next_tool).toBe(null);
    await disconnect(session);
    expect(session.server.stderr()).toBe('');
  });

  it('tells details when debugging, whatever the texts hold, and stdout stays pure', async () => {
    const session = await connect({ home: tempHome(), env: { DEEP_THINK_LOG: 'debug' } });
    const id = await sessionIn(session, 'no_thought');
    for (const content of ['a\n\n👩‍🚀 思考\tb', 'x'.repeat(10_000)])
      expect(
        await session.call('begin_thought', { session_id: id, content, discard: true }),
      ).not.toHaveProperty('error');
    await disconnect(session);
    expect(session.server.stderr()).toMatch(/^(deep-think-mcp: .*\n)+$/);
    expectPure(session.server);
  });
});

describe('the command line', () => {
  const run = async (...args: readonly string[]) => {
    const server = startProcess({ home: tempHome(), args });
    server.closeStdin();
    const { code } = await server.ended;
    return { code, stdout: server.stdout(), stderr: server.stderr() };
  };

  it('--version prints the version of the package', async () => {
    expect(await run('--version')).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  it('--help explains how to start it', async () => {
    const { code, stdout, stderr } = await run('--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('DEEP_THINK_HOME');
  });

  it.each([[['--no-such-flag']], [['nonsense']], [['--version=3']], [['--set', 'nothing.here=1']]])(
    'refuses %j with code 2 and says why',
    async (args) => {
      const { code, stdout, stderr } = await run(...args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(args.at(-1)?.replace(/=\d$/, ''));
      expect(stderr).not.toMatch(/\n\s+at /);
    },
  );

  it('refuses a word too many', async () => {
    const { code, stderr } = await run('mcp', 'more');
    expect(code).toBe(2);
    expect(stderr).toContain('too many arguments');
  });

  it('the word mcp serves like no word at all', async () => {
    const session = await connect({ home: tempHome(), args: ['mcp'] });
    expect(await session.call('list_modes')).toHaveProperty('modes');
  });
});

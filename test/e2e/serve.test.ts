import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.ts';
import { connectHttp, startDaemon } from '../support/daemon.ts';
import { heldFrom, serveModel } from '../support/model-session.ts';
import { ask, HELLO, post } from '../support/raw-http.ts';
import { locksLeft, tempHome } from '../support/temp-home.ts';
import { thought } from '../support/thought.ts';

describe('a daemon', () => {
  it('shows its entry, serves the tools, and ends with code 0 and no lock left', async () => {
    const home = tempHome();
    const { server, url, token } = await startDaemon({ home });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const { client, call } = await connectHttp(url, token);
    expect((await client.listTools()).tools.length).toBeGreaterThan(30);
    const { session_id } = await call('start_session', { question: 'Why over HTTP?', mode: 'serial' });
    expect(await call('begin_thought', { session_id, content: 'A first draft.' })).not.toHaveProperty(
      'error',
    );
    const read = await client.readResource({ uri: `deep-think://sessions/${session_id}` });
    expect(JSON.stringify(read)).toContain('Why over HTTP?');
    expect(server.stdout()).toBe('');
    server.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(locksLeft(home)).toEqual([]);
  });

  it('takes nobody without its token, which stays the same at the next start', async () => {
    const home = tempHome();
    const first = await startDaemon({ home });
    const { token } = first;
    expect(first.server.stderr()).not.toContain(token);
    expect((await post(first.url, HELLO)).status).toBe(401);
    expect((await post(first.url, HELLO, { authorization: `Bearer ${token}x` })).status).toBe(401);
    const known = await post(first.url, HELLO, { authorization: `Bearer ${token}` });
    expect(known.status).toBe(200);
    const base = new URL(first.url).origin;
    expect((await ask(`${base}/health`)).text).toBe('{"status":"ok"}');
    expect((await ask(`${base}/metrics`)).status).toBe(401);
    expect((await ask(`${base}/.well-known/oauth-protected-resource`)).status).toBe(404);
    expect(statSync(join(home, 'http-token')).mode & 0o777).toBe(0o600);
    first.server.kill('SIGKILL');
    await first.server.ended;
    const second = await startDaemon({ home });
    expect(second.token).toBe(token);
    const stale = {
      authorization: `Bearer ${token}`,
      'mcp-session-id': String(known.headers['mcp-session-id']),
    };
    expect((await post(second.url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, stale)).status).toBe(404);
  });

  it('refuses what a page of another site could send, with the token and without', async () => {
    const { url, token } = await startDaemon({ home: tempHome() });
    const { host } = new URL(url);
    const authorization = `Bearer ${token}`;
    const asked = (headers: Record<string, string>) => post(url, HELLO, { authorization, ...headers });
    expect((await asked({ host: 'evil.com' })).status).toBe(403);
    expect((await asked({ host: host.replace('127.0.0.1', 'evil.com') })).status).toBe(403);
    expect((await asked({ origin: 'http://evil.com' })).status).toBe(403);
    expect((await asked({ origin: 'null' })).status).toBe(403);
    expect((await asked({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await asked({ host: 'LOCALHOST', origin: 'http://localhost:6274' })).status).toBe(200);
    const preflight = await ask(url, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:6274', authorization },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([405, undefined]);
  });

  it('keeps the order of two clients on one session, and their chains apart', async () => {
    const { url, token } = await startDaemon({ home: tempHome() });
    const clients = await Promise.all([connectHttp(url, token), connectHttp(url, token)]);
    const [one, other] = clients;
    const { session_id } =
      (await one?.call('start_session', { question: 'Who is first?', mode: 'serial' })) ?? {};
    const drafts = await Promise.all(
      clients.map(({ call }, at) => call('begin_thought', { session_id, content: `Draft ${at}.` })),
    );
    // One begins; the other hears what stands open.
    expect(drafts.filter((reply) => reply.error === undefined)).toHaveLength(1);
    for (const step of [1, 2, 3]) await one?.call('sequentialthinking', thought(step));
    expect(await one?.call('sequentialthinking', thought(4))).toMatchObject({ thoughtHistoryLength: 4 });
    expect(await other?.call('sequentialthinking', thought(1))).toMatchObject({ thoughtHistoryLength: 1 });
  });

  it('tells each step of long work, and keeps what it brings when its client drops', async () => {
    const hold = heldFrom(4);
    const llm = await serveModel(hold.script);
    const settings = [`subagent.endpoint=${llm.baseUrl}`, 'subagent.retries=0'];
    const args = ['serve', ...settings.flatMap((each) => ['--set', each])];
    const { url, token } = await startDaemon({ home: tempHome(), args });
    const [one, other] = [await connectHttp(url, token), await connectHttp(url, token)];
    const start = { question: 'Edge or origin?', mode: 'subagent', stages: ['Analysis'] };
    const { session_id } = await one.call('start_session', start);
    const steps: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => steps.push(progress);
    const lost = one.call('begin_subagent_thought', { session_id }, { onprogress }).catch(() => 'lost');
    await hold.reached;
    await expect.poll(() => steps.length).toBeGreaterThan(2);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    await one.client.close();
    expect(await lost).toBe('lost');
    expect(await other.call('next_action', { session_id })).toMatchObject({ code: 'job_running' });
    hold.release();
    await expect
      .poll(() => other.call('next_action', { session_id }))
      .toMatchObject({ next_tool: 'advance_subagent_round' });
  });

  it('without sessions asks for the name of a chain', async () => {
    const { url, token } = await startDaemon({ home: tempHome(), args: ['serve', '--stateless'] });
    const { call } = await connectHttp(url, token);
    expect((await call('sequentialthinking', thought(1))).text).toContain('sessionId: is required');
    await call('sequentialthinking', thought(1, { sessionId: 'mine' }));
    expect(await call('sequentialthinking', thought(2, { sessionId: 'mine' }))).toMatchObject({
      thoughtHistoryLength: 2,
    });
  });

  it('takes the flags of the server that it replaces, on the loopback without a token', async () => {
    const args = ['--transport', 'streamable-http', '--host', 'localhost', '--path', '/other/'];
    const { url, token } = await startDaemon({ home: tempHome(), args });
    expect([token, new URL(url).pathname]).toEqual([null, '/other']);
    const { call } = await connectHttp(url);
    expect(await call('list_sessions')).toMatchObject({ count: 0 });
  });

  it('takes the environment of that server, and flags over it', async () => {
    const env = {
      DEEP_THINK_MCP_TRANSPORT: 'streamable-http',
      DEEP_THINK_MCP_PORT: '1',
      DEEP_THINK_MCP_PATH: '/env',
      DEEP_THINK_MCP_STATELESS: ' Yes ',
    };
    const { url } = await startDaemon({ home: tempHome(), args: [], env });
    expect(new URL(url).pathname).toBe('/env');
    const hello = await post(url, HELLO);
    expect([hello.status, hello.headers['mcp-session-id']]).toEqual([200, undefined]);
  });

  it('speaks the older transport too', async () => {
    const { url, token } = await startDaemon({ home: tempHome(), args: ['--transport', 'sse'] });
    expect([token, new URL(url).pathname]).toEqual([null, '/sse']);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new SSEClientTransport(new URL(url)));
    const { structuredContent } = await client.callTool({ name: 'list_sessions', arguments: {} });
    expect(structuredContent).toMatchObject({ count: 0 });
    await client.close();
  });

  it('lets two daemons work on one home', async () => {
    const home = tempHome();
    const daemons = await Promise.all([startDaemon({ home }), startDaemon({ home })]);
    const [one, other] = await Promise.all(daemons.map(({ url, token }) => connectHttp(url, token)));
    const { session_id } = (await one?.call('start_session', { question: 'Both?', mode: 'serial' })) ?? {};
    expect(await other?.call('next_action', { session_id })).toMatchObject({ session_id });
  });
});

describe('a daemon that cannot start', () => {
  it.each([
    [['serve', '--port', '70000'], 2, /port: wanted 0 to 65535/],
    [['serve', '--path', '/../x'], 2, /path: wanted/],
    [['serve', '--host', '0.0.0.0', '--no-auth'], 2, /token is needed/],
    [['--transport', 'streamable-http', '--host', '127.evil.com'], 2, /token is needed/],
    [['--transport', 'carrier-pigeon'], 2, /transport: wanted stdio/],
    [['serve', '--token-file', '/nowhere/at/all'], 1, /no token: .* is not there/],
    [['serve', '--host', '203.0.113.7'], 1, /cannot serve .* no such address/],
    [['serve', '--toolsets', 'nonsense'], 2, /nonsense/],
  ])('says why: %j', async (args, code, why) => {
    const ran = await runCommand(tempHome(), args);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).toMatch(why);
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('says that its port is in use', async () => {
    const { url } = await startDaemon({ home: tempHome() });
    const ran = await runCommand(tempHome(), ['serve', '--port', new URL(url).port]);
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('another program uses this port')]);
  });
});

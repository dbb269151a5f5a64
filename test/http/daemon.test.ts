import { describe, expect, it, vi } from 'vitest';
import { connectHttp } from '../support/daemon.ts';
import { ask, HELLO, MESSAGE_HEADERS, post, speak } from '../support/raw-http.ts';
import { answered, gate, smallDaemon } from '../support/small-daemon.ts';

const atOnce = async () => answered({ done: true });
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'work', arguments: {} } };

async function sessionOf(url: string): Promise<Record<string, string>> {
  const { headers } = await post(url, HELLO);
  return { 'mcp-session-id': String(headers['mcp-session-id']) };
}

describe('a call in the middle of a stop', () => {
  it('is answered, a new one is refused with 503, and then the port is free', async () => {
    const { passed, open } = gate();
    const { daemon, url, base } = await smallDaemon(async () => {
      await passed;
      return answered({ late: true });
    });
    const client = await connectHttp(url);
    const session = await sessionOf(url);
    const calling = client.call('work');
    await vi.waitFor(async () =>
      expect((await ask(`${base}/metrics`)).text).toMatch(/deep_think_in_hand [1-9]/),
    );
    const stopped = daemon.stop();
    const refused = await post(url, CALL, session);
    expect([refused.status, refused.headers.connection]).toEqual([503, 'close']);
    expect((await ask(`${base}/health`)).status).toBe(503);
    open();
    expect(await calling).toEqual({ late: true });
    await stopped;
    await expect(ask(`${base}/health`)).rejects.toThrow('ECONNREFUSED');
  });

  it('whose body is still on its way is refused with 503 and not waited for', async () => {
    const { daemon, port, base } = await smallDaemon(atOnce, { limits: { stopMs: 600_000 } });
    const head =
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
    const heard = speak(port, head);
    await vi.waitFor(async () =>
      expect((await ask(`${base}/metrics`)).text).toContain('deep_think_in_hand 1'),
    );
    await daemon.stop();
    expect(await heard).toMatch(/^HTTP\/1.1 503 [\s\S]*The server is stopping/);
  });

  it('is cut off when it takes too long', async () => {
    const { passed, open } = gate();
    const begun = gate();
    const never = () => {
      begun.open();
      return passed.then(atOnce);
    };
    const { daemon, url } = await smallDaemon(never, { limits: { stopMs: 50 } });
    const calling = post(url, CALL, await sessionOf(url));
    await begun.passed;
    await daemon.stop();
    open();
    expect((await calling).text).not.toContain('done');
  });
});

describe('a client that drops', () => {
  it('does not end the work that it began', async () => {
    const { passed, open } = gate();
    const heard: string[] = [];
    const { url, base } = await smallDaemon(async (_, { signal }) => {
      heard.push('begun');
      signal.addEventListener('abort', () => heard.push('aborted'));
      await passed;
      heard.push('done');
      return answered({});
    });
    const client = await connectHttp(url);
    const session = { 'mcp-session-id': client.transport.sessionId ?? '' };
    const lost = client.call('work').catch(() => 'lost');
    await vi.waitFor(() => expect(heard).toEqual(['begun']));
    await client.client.close();
    expect(await lost).toBe('lost');
    expect((await ask(url, { method: 'DELETE', headers: session })).status).toBe(200);
    open();
    await vi.waitFor(async () => expect((await ask(`${base}/metrics`)).text).toContain('in_hand 0'));
    expect(heard).toEqual(['begun', 'done']);
  });

  it('ends the work when it takes the call back', async () => {
    const [begun, ended] = [gate(), gate()];
    const { url } = await smallDaemon(async (_, { signal }) => {
      signal.addEventListener('abort', ended.open);
      begun.open();
      await ended.passed;
      return answered({});
    });
    const client = await connectHttp(url);
    const taking = new AbortController();
    const call = client.call('work', {}, { signal: taking.signal }).catch(() => 'taken back');
    await begun.passed;
    taking.abort();
    await ended.passed;
    expect(await call).toBe('taken back');
  });

  it('fetches the answer that it missed by the id of the last event', async () => {
    const { passed, open } = gate();
    const { url } = await smallDaemon(() => passed.then(atOnce));
    const session = {
      'mcp-session-id': String((await post(url, HELLO)).headers['mcp-session-id']),
      'mcp-protocol-version': '2025-11-25',
    };
    const events = await new Promise<string>((resolve, reject) => {
      const controller = new AbortController();
      fetch(url, {
        method: 'POST',
        headers: { ...MESSAGE_HEADERS, ...session },
        body: JSON.stringify(CALL),
        signal: controller.signal,
      })
        .then(async ({ body }) => {
          const first = await body?.getReader().read();
          controller.abort();
          resolve(new TextDecoder().decode(first?.value));
        })
        .catch(reject);
    });
    const [, id = ''] = /^id: (\S+)/m.exec(events) ?? [];
    open();
    const resumed = await fetch(url, {
      headers: { accept: 'text/event-stream', ...session, 'last-event-id': id },
    });
    const reader = resumed.body?.getReader();
    let text = '';
    while (!text.includes('"done":true')) text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(text).toContain('"id":1');
  });
});

describe('the limits', () => {
  it('refuse a body that is too long, told or not, and go on', async () => {
    const { url } = await smallDaemon(atOnce, { messageBytes: 1000 });
    const body = 'x'.repeat(11 * 1024 * 1024);
    const told = await ask(url, { method: 'POST', headers: MESSAGE_HEADERS, body });
    const headers = { ...MESSAGE_HEADERS, 'transfer-encoding': 'chunked' };
    const untold = await ask(url, { method: 'POST', headers, body });
    expect([told.status, untold.status]).toEqual([413, 413]);
    expect((await post(url, HELLO)).status).toBe(200);
  });

  it('refuse long bodies that come together, and still take short ones', async () => {
    const { port, url } = await smallDaemon(atOnce, { messageBytes: 1000, limits: { messagesAtOnce: 1 } });
    const head =
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n';
    const slow = Array.from({ length: 2 }, () =>
      speak(port, `${head}Content-Length: 900\r\n\r\n${'x'.repeat(600)}`),
    );
    const first = await Promise.race(slow);
    expect(first).toMatch(/^HTTP\/1.1 503 /);
    expect((await post(url, HELLO)).status).toBe(200);
  });

  it('end a request whose headers do not come, and one whose body does not', async () => {
    const limits = { headersMs: 50, requestMs: 100, checkMs: 20 };
    const { port } = await smallDaemon(atOnce, { limits });
    const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    expect(await speak(port, head)).toMatch(/^HTTP\/1.1 408 /);
    expect(await speak(port, `${head}Content-Length: 100\r\n\r\n{`)).toMatch(/^HTTP\/1.1 408 |^$/);
    expect(await speak(port, '')).toMatch(/^HTTP\/1.1 408 |^$/);
  });

  it('refuse headers that are too long', async () => {
    const { url } = await smallDaemon(atOnce, { limits: { headerBytes: 1000 } });
    expect((await ask(url, { headers: { 'x-long': 'x'.repeat(2000) } })).status).toBe(431);
  });

  it('refuse one client too many, and take it when another has left', async () => {
    const { url } = await smallDaemon(atOnce, { limits: { sessions: 1 } });
    const first = await sessionOf(url);
    expect((await post(url, HELLO)).status).toBe(503);
    await ask(url, { method: 'DELETE', headers: first });
    expect((await post(url, HELLO)).status).toBe(200);
  });

  it('end a silent session, whose client then hears 404', async () => {
    const { url } = await smallDaemon(atOnce, { limits: { idleMs: 40 } });
    const session = await sessionOf(url);
    await vi.waitFor(async () => {
      // Each request would keep the session, so that the look at it is a long way from the last.
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect((await post(url, CALL, session)).status).toBe(404);
    });
  });
});

describe('a request that is no message', () => {
  const cases: [string, number, Parameters<typeof ask>[1]][] = [
    ['HEAD', 405, { method: 'HEAD' }],
    ['OPTIONS', 405, { method: 'OPTIONS' }],
    ['PUT', 405, { method: 'PUT' }],
    ['GET without a session', 400, { headers: { accept: 'text/event-stream' } }],
    ['DELETE without a session', 400, { method: 'DELETE' }],
    ['DELETE of another session', 404, { method: 'DELETE', headers: { 'mcp-session-id': 'x' } }],
    ['a form', 415, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['no JSON', 400, { method: 'POST', headers: MESSAGE_HEADERS, body: '{' }],
    ['an empty body', 400, { method: 'POST', headers: MESSAGE_HEADERS, body: '' }],
    ['an empty batch', 400, { method: 'POST', headers: MESSAGE_HEADERS, body: '[]' }],
    ['a batch', 400, { method: 'POST', headers: MESSAGE_HEADERS, body: JSON.stringify([HELLO, CALL]) }],
    ['deep JSON', 400, { method: 'POST', headers: MESSAGE_HEADERS, body: '['.repeat(100_000) }],
    [
      'a call before the handshake',
      400,
      { method: 'POST', headers: MESSAGE_HEADERS, body: JSON.stringify(CALL) },
    ],
    [
      'an answer in one form only',
      406,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(HELLO) },
    ],
  ];

  it.each(cases)('%s is answered with %i and opens no session', async (_, status, request) => {
    const { url, base } = await smallDaemon(atOnce);
    expect((await ask(url, request)).status).toBe(status);
    expect((await ask(`${base}/metrics`)).text).toContain('deep_think_sessions 0');
  });

  it('is no second stream of one session, and no wrong version', async () => {
    const { url } = await smallDaemon(atOnce);
    const session = await sessionOf(url);
    const headers = { accept: 'text/event-stream', ...session };
    const stream = await fetch(url, { headers });
    expect([stream.status, (await ask(url, { headers })).status]).toEqual([200, 409]);
    await stream.body?.cancel();
    expect((await post(url, CALL, { ...session, 'mcp-protocol-version': 'x' })).status).toBe(400);
  });

  it('is no malformed call that shows the inside of the server', async () => {
    const { url } = await smallDaemon(atOnce);
    const session = await sessionOf(url);
    const { text } = await post(url, { ...CALL, params: { name: 5 } }, session);
    expect(text).toContain('Invalid params: missing or of the wrong type: params.name');
  });
});

describe('the older transport', () => {
  const way = { transport: 'sse' } as const;

  it('gives a stream, takes messages beside it, and forgets the client with the stream', async () => {
    const { base } = await smallDaemon(atOnce, { way });
    const stream = await fetch(`${base}/sse`);
    const reader = stream.body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    const [, place = ''] = /data: (\S+)/.exec(await next()) ?? [];
    expect((await post(base + place, HELLO)).status).toBe(202);
    expect(await next()).toContain('"serverInfo"');
    expect((await post(base + place, { no: 'message' })).status).toBe(400);
    expect((await post(`${base}/messages/?sessionId=x`, HELLO)).status).toBe(404);
    expect((await ask(`${base}/sse`, { method: 'POST' })).status).toBe(405);
    expect((await ask(`${base}/mcp`)).status).toBe(404);
    await reader?.cancel();
    await vi.waitFor(async () => expect((await post(base + place, HELLO)).status).toBe(404));
  });
});

import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chat } from '../../src/llm/endpoint.ts';
import type { EndpointFailure } from '../../src/llm/failure.ts';
import { deadBaseUrl, type LlmAnswer, refusal } from '../support/llm-server.ts';
import { ask, askServer, QUESTION, serve, settingsOf } from './served-chat.ts';

const HTML = '<!DOCTYPE html><html><body>Welcome to nginx</body></html>';

/** What the client makes of one answer without repeating anything. */
async function failureOf(answer: LlmAnswer): Promise<EndpointFailure> {
  const { reply } = await askServer(() => answer, { retries: { left: () => 0, take: () => false } });
  if (reply.ok) throw new Error(`The reply was accepted: ${reply.text}`);
  return reply;
}

describe('an answer that is no completion', () => {
  it.each<[string, LlmAnswer, string, boolean, RegExp]>([
    [
      '401',
      refusal(401, 'Invalid key'),
      'endpoint_unauthorized',
      false,
      /none was sent.*It said: Invalid key/,
    ],
    ['403', refusal(403, 'No'), 'endpoint_unauthorized', false, /HTTP 403/],
    [
      '404 for the model',
      refusal(404, 'model "qwen2.5:14b" not found, try pulling it first'),
      'model_not_found',
      false,
      /ollama pull qwen2\.5:14b/,
    ],
    ['400 for the model', refusal(400, 'Model x is not loaded'), 'model_not_found', false, /qwen2\.5:14b/],
    [
      '404 for the path',
      { status: 404, body: '404 page not found' },
      'endpoint_error',
      false,
      /ends in \/v1/,
    ],
    ['400', refusal(400, 'Bad temperature'), 'endpoint_error', false, /HTTP 400.*Bad temperature/],
    [
      'a prompt that is too long',
      refusal(400, "This model's maximum context length is 4096 tokens"),
      'endpoint_error',
      false,
      /too long.*OLLAMA_CONTEXT_LENGTH/,
    ],
    ['408', { status: 408 }, 'endpoint_timeout', true, /HTTP 408/],
    ['429', refusal(429, 'Slow down', { 'retry-after': '7' }), 'endpoint_rate_limited', true, /in 7 s/],
    ['500', refusal(500, 'Out of memory'), 'endpoint_error', true, /HTTP 500.*Out of memory/],
    ['501', refusal(501, 'No'), 'endpoint_error', false, /HTTP 501/],
    ['502 as HTML', { status: 502, body: HTML }, 'endpoint_error', true, /HTML page \(HTTP 502\)/],
    ['504', { status: 504, body: '' }, 'endpoint_timeout', true, /HTTP 504\.$/],
    ['200 as HTML', { status: 200, body: HTML }, 'malformed_completion', false, /HTML page/],
    ['200 as text', { status: 200, body: 'hello there' }, 'malformed_completion', true, /said: hello there/],
    [
      '200 without choices',
      { status: 200, body: { ok: 1 } },
      'malformed_completion',
      true,
      /without choices/,
    ],
    ['200 with an error', refusal(200, 'CUDA error'), 'endpoint_error', true, /CUDA error/],
    [
      'a redirect',
      { status: 307, headers: { location: 'http://elsewhere:1/v1?k=s' } },
      'endpoint_error',
      false,
      /redirects to http:\/\/elsewhere:1\/v1,/,
    ],
    ['nothing', { content: ' \n' }, 'empty_completion', true, /answered with nothing/],
    ['only thoughts', { content: '<think>a', finish: 'length' }, 'empty_completion', true, /thinking/],
    [
      'thoughts apart',
      { content: '', reasoning: 'a', finish: 'length' },
      'empty_completion',
      true,
      /thinking/,
    ],
    ['a cut text', { content: 'Blue', finish: 'length' }, 'truncated_completion', false, /length limit/],
    ['a cut connection', { fault: 'cut' }, 'endpoint_unreachable', true, /broke off/],
    ['an unfinished stream', { fault: 'clean_cut' }, 'endpoint_error', true, /broke off before its end/],
    ['a broken connection', { fault: 'reset' }, 'endpoint_unreachable', true, /broke off/],
    ['a stream without end', { fault: 'endless' }, 'malformed_completion', false, /does not end/],
  ])('%s is named', async (_, answer, code, retryable, detail) => {
    const failure = await failureOf(answer);
    expect(failure).toEqual({ ok: false, code, retryable, detail: expect.stringMatching(detail) });
  });

  it('is quoted with at most 200 characters on one line', async () => {
    const { detail } = await failureOf(refusal(500, 'Too bad!\n'.repeat(1000)));
    const said = detail.split(' It said: ')[1] ?? '';
    expect(said.startsWith('Too bad! Too bad!')).toBe(true);
    expect(said.length).toBeLessThanOrEqual(203);
  });

  it('is quoted without what steers a terminal', async () => {
    const { detail } = await failureOf(refusal(500, 'Out\u001b[31m of\u009b2J \u202ememory'));
    expect(detail).toContain('It said: Out [31m of 2J memory');
  });

  it('with an error in the middle of a stream is that error', async () => {
    const body = 'data: {"choices":[{"delta":{"content":"Bl"}}]}\n\ndata: {"error":{"message":"boom"}}\n\n';
    const headers = { 'content-type': 'text/event-stream' };
    const failure = await failureOf({ status: 200, headers, body });
    expect(failure).toMatchObject({ code: 'endpoint_error', detail: expect.stringContaining('boom') });
  });
});

describe('no answer', () => {
  it('because nothing listens', async () => {
    const reply = await ask(chat(settingsOf(await deadBaseUrl())));
    expect(reply).toMatchObject({ code: 'endpoint_unreachable', retryable: true });
    expect(reply).toMatchObject({ detail: expect.stringContaining('Nothing listens at http://127.0.0.1') });
  });

  it('because the server has no TLS', async () => {
    const server = await serve(() => 'ok');
    const reply = await ask(chat(settingsOf(server.baseUrl.replace('http', 'https'))));
    expect(reply).toMatchObject({ code: 'endpoint_unreachable', retryable: false });
  });

  it('because it is no HTTP server', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const reply = await ask(chat(settingsOf(`http://127.0.0.1:${port}/v1`)));
    expect(reply).toMatchObject({ code: 'endpoint_unreachable', retryable: false });
    expect(reply).toMatchObject({ detail: expect.stringContaining('does not speak HTTP') });
  });

  it.each(['', 'ftp://host/v1', 'http://', 'file:///etc/passwd', 'http://user:secret@:1'])(
    'because %j is no address',
    async (baseUrl) => {
      const reply = await ask(chat(settingsOf(baseUrl)));
      expect(reply).toMatchObject({ code: 'endpoint_unreachable', retryable: false });
      expect(JSON.stringify(reply)).not.toContain('secret');
    },
  );

  it('within the time-out', async () => {
    const { reply } = await askServer(() => ({ fault: 'silent' }), { timeoutMs: 40 });
    expect(reply).toMatchObject({
      code: 'endpoint_timeout',
      detail: expect.stringContaining('within 0.04 s'),
    });
  });

  it('after a silence in the middle', async () => {
    const { reply } = await askServer(() => ({ fault: 'stall' }), { idleMs: 40 });
    expect(reply).toMatchObject({ code: 'endpoint_timeout', detail: expect.stringContaining('fell silent') });
  });

  it('within the time-out although it goes on and on', async () => {
    const slowly = {
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'content-length': '999' },
      body: ':\n',
    };
    const { reply } = await askServer(() => slowly, { timeoutMs: 40, idleMs: 60_000 });
    expect(reply).toMatchObject({ code: 'endpoint_timeout' });
  });

  it('within the time-out from a server that sends blanks for ever and no length', async () => {
    const dripping = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n ');
      const drops = setInterval(() => socket.write(' '), 5);
      socket.on('close', () => clearInterval(drops));
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void dripping.close());
    const { port } = dripping.address() as AddressInfo; // A TCP server that listens has an address of this form.
    const reply = await ask(
      chat(settingsOf(`http://127.0.0.1:${port}/v1`, { timeoutMs: 60, idleMs: 60_000 })),
    );
    expect(reply).toMatchObject({
      code: 'endpoint_timeout',
      detail: expect.stringContaining('within 0.06 s'),
    });
  });

  it('is not concluded from headers that come late', async () => {
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await serve(async () => {
      setImmediate(release);
      await late;
      return 'Late.';
    });
    expect(await ask(chat(settingsOf(server.baseUrl, { idleMs: 1 })))).toMatchObject({ text: 'Late.' });
  });
});

describe('cancelling', () => {
  it('ends a call that waits for its answer, and the server notices', async () => {
    const stop = new AbortController();
    const server = await serve(() => {
      setImmediate(() => stop.abort());
      return { fault: 'stall' };
    });
    expect(await ask(chat(settingsOf(server.baseUrl)), stop.signal)).toMatchObject({ code: 'cancelled' });
    await server.requests[0]?.gone;
  });

  it('contacts nobody when it came first', async () => {
    const server = await serve(() => 'ok');
    expect(await ask(chat(settingsOf(server.baseUrl)), AbortSignal.abort())).toMatchObject({
      code: 'cancelled',
    });
    expect(server.requests).toHaveLength(0);
  });

  it('ends the pause before a repetition', async () => {
    const stop = new AbortController();
    const server = await serve(() => refusal(500, 'no'));
    const clock = {
      nowMs: () => 0,
      random: () => 0,
      pause: (_: number, signal: AbortSignal) => {
        stop.abort();
        return Promise.reject(signal.reason);
      },
    };
    const client = chat(settingsOf(server.baseUrl, { clock }));
    expect(await client.complete(QUESTION, { signal: stop.signal })).toMatchObject({ code: 'cancelled' });
    expect(server.requests).toHaveLength(1);
  });
});

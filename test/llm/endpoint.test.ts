import { describe, expect, it } from 'vitest';
import { chat } from '../../src/llm/endpoint.ts';
import { ask, askServer, QUESTION, serve, settingsOf } from './served-chat.ts';

const prose = (text: string) => ({ ok: true, text, rung: null });

describe('a request', () => {
  it('is the common subset of the OpenAI form', async () => {
    const { server } = await askServer(() => 'Rayleigh scattering.');
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.headers.authorization).toBeUndefined();
    expect(request?.body).toEqual({
      model: 'qwen2.5:14b',
      messages: QUESTION,
      temperature: 0.7,
      stream: true,
    });
  });

  it.each(['', '/', '//', '/chat/completions', '/chat/completions/'])(
    'reaches the same address with %j behind the base',
    async (tail) => {
      const server = await serve(() => 'ok');
      await ask(chat(settingsOf(`  ${server.baseUrl}${tail} `)));
      expect(server.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
    },
  );

  it('reaches an address without a scheme', async () => {
    const server = await serve(() => 'ok');
    const reply = await ask(chat(settingsOf(server.baseUrl.replace('http://', ''))));
    expect(reply).toEqual(prose('ok'));
  });

  it('carries the temperature it is given', async () => {
    const server = await serve(() => 'ok');
    const { signal } = new AbortController();
    await chat(settingsOf(server.baseUrl)).complete(QUESTION, { signal, temperature: 0 });
    expect(server.requests[0]?.body.temperature).toBe(0);
  });
});

describe('a reply', () => {
  it.each([1, 3, 1000])('is put together from events of %i characters', async (piece) => {
    const content = 'Blue light — scattered 🌌 ten times\n\nas much.';
    const { reply } = await askServer(() => ({ content, piece }));
    expect(reply).toEqual(prose(content));
  });

  it('brings nothing along that steers a terminal or fits no file', async () => {
    const content = 'One\r\ntwo\u0000 \u001b[31mred\u009b \udc00';
    for (const stream of [true, false]) {
      const { reply } = await askServer(() => ({ content, stream }));
      expect(reply).toEqual(prose('One\ntwo\ufffd \ufffd[31mred\ufffd \ufffd'));
    }
  });

  it('may come whole from a server that does not stream', async () => {
    const { reply } = await askServer(() => ({ content: 'Whole.', stream: false }));
    expect(reply).toEqual(prose('Whole.'));
  });

  it('may be a stream under a wrong content type', async () => {
    const body = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    const { reply } = await askServer(() => ({
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body,
    }));
    expect(reply).toEqual(prose('Hi'));
  });

  it('may hold a list of parts and comments between the events', async () => {
    const body =
      ': keep-alive\n\ndata: {"choices":[{"delta":{"content":[{"type":"text","text":"Hi"},{"text":"!"}]}}]}\n\ndata: [DONE]';
    const headers = { 'content-type': 'text/event-stream' };
    const { reply } = await askServer(() => ({ status: 200, headers, body }));
    expect(reply).toEqual(prose('Hi!'));
  });

  it('needs no [DONE] when it has a finish reason', async () => {
    const { reply } = await askServer(() => ({ content: 'Done.', done: false }));
    expect(reply).toEqual(prose('Done.'));
  });

  it('loses its think-block, its fence and the space around', async () => {
    const content = '<think>\nHm.\n</think>\n\n```markdown\nBlue.\n```\n';
    const { reply } = await askServer(() => ({ content, reasoning: 'Hm, too.' }));
    expect(reply).toEqual(prose('Blue.'));
  });
});

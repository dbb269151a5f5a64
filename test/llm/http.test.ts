import { getEventListeners, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chat } from '../../src/llm/endpoint.ts';
import { retryBudget } from '../../src/llm/retry.ts';
import { ask, serve, settingsOf } from './served-chat.ts';

const STREAM = { 'content-type': 'text/event-stream' };
const BLUE = `data: ${JSON.stringify({ choices: [{ delta: { content: 'Blue.' }, finish_reason: 'stop' }] })}\n\n`;

/** A server of raw answers; `answer` gets the number of the request within its connection, from 0. */
async function serveRaw(answer: (outgoing: ServerResponse, nth: number) => void) {
  const connections = new Map<object, number>();
  const server = createServer((incoming, outgoing) => {
    const nth = connections.get(incoming.socket) ?? 0;
    connections.set(incoming.socket, nth + 1);
    incoming.resume().on('end', () => answer(outgoing, nth));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { connections, settings: settingsOf(`http://127.0.0.1:${port}`, { retries: retryBudget(0) }) };
}

describe('an exchange', () => {
  it('leaves no listener on the signal of its caller', async () => {
    const server = await serve(({ nth }) => (nth === 0 ? 'Blue.' : { fault: 'cut' }));
    const { signal } = new AbortController();
    const client = chat(settingsOf(server.baseUrl));
    expect(await ask(client, signal)).toMatchObject({ ok: true });
    expect(await ask(client, signal)).toMatchObject({ ok: false });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('closes the connection of an answer that nobody reads to the end', async () => {
    let closed: Promise<unknown> = Promise.reject(new Error('No request came.'));
    closed.catch(() => undefined);
    const { settings } = await serveRaw((outgoing) => {
      closed = once(outgoing, 'close');
      outgoing.writeHead(302, { location: '/elsewhere' });
      outgoing.write('and so on');
    });
    expect(await ask(chat(settings))).toMatchObject({ code: 'endpoint_error' });
    await closed;
  });

  it('closes the connection of an answer that does not end with its end mark', async () => {
    let closed: Promise<unknown> = Promise.reject(new Error('No request came.'));
    closed.catch(() => undefined);
    const { settings } = await serveRaw((outgoing) => {
      closed = once(outgoing, 'close');
      outgoing.writeHead(200, STREAM).write(`${BLUE}data: [DONE]\n\n`);
    });
    expect(await ask(chat(settings))).toMatchObject({ ok: true, text: 'Blue.' });
    await closed;
  });

  it('leaves its connection to the next one, of a stream too', async () => {
    const { connections, settings } = await serveRaw((outgoing) => {
      outgoing.writeHead(200, STREAM).end(`${BLUE}data: [DONE]\n\n`);
    });
    const client = chat(settings);
    for (let call = 0; call < 3; call += 1) expect(await ask(client)).toMatchObject({ text: 'Blue.' });
    expect([...connections.values()]).toEqual([3]);
  });

  it('is sent anew when the server closes a connection that has waited, without spending a repetition', async () => {
    const { connections, settings } = await serveRaw((outgoing, nth) => {
      if (nth > 0) outgoing.destroy();
      else outgoing.writeHead(200, STREAM).end(`${BLUE}data: [DONE]\n\n`);
    });
    const client = chat(settings);
    expect(await ask(client)).toMatchObject({ text: 'Blue.' });
    expect(await ask(client)).toMatchObject({ text: 'Blue.' });
    expect([...connections.values()]).toEqual([2, 1]);
  });
});

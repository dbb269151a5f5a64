import { getEventListeners, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chat } from '../../src/llm/endpoint.ts';
import { ask, serve, settingsOf } from './served-chat.ts';

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
    const server = createServer((_, outgoing: ServerResponse) => {
      closed = once(outgoing, 'close');
      outgoing.writeHead(302, { location: '/elsewhere' });
      outgoing.write('and so on');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    expect(await ask(chat(settingsOf(`http://127.0.0.1:${port}`)))).toMatchObject({ code: 'endpoint_error' });
    await closed;
  });
});

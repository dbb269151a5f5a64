import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { createStdioTransport } from '../../src/server/stdio.ts';

async function open(limit = 1000) {
  const input = new PassThrough();
  const output = new PassThrough();
  const received: JSONRPCMessage[] = [];
  const transport = createStdioTransport({ input, output, maxBytes: () => limit });
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  return {
    transport,
    received,
    /** Feeds the bytes and returns what was answered by itself. */
    feed: async (text: string): Promise<unknown[]> => {
      input.write(text);
      await new Promise((resolve) => setImmediate(resolve));
      const answered: Buffer | null = output.read();
      const lines = answered?.toString('utf8').split('\n').slice(0, -1) ?? [];
      return lines.map((line) => JSON.parse(line));
    },
  };
}

const request = (id: string | number, method = 'ping') =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method })}\n`;
const answer = (id: string | number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} });
const error = (id: unknown, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.any(String) },
});

describe('messages over stdio', () => {
  it('arrive in order, one a line, CRLF and blank lines included', async () => {
    const { feed, received } = await open();
    expect(await feed(`${request(1).trim()}\r\n\n  \n${request('two')}`)).toEqual([]);
    expect(received).toMatchObject([{ id: 1 }, { id: 'two' }]);
  });

  it('leave as one line each, with no line break inside', async () => {
    const { feed, transport } = await open();
    await transport.send({ jsonrpc: '2.0', id: 1, result: { text: 'a\nb\u2028c' } });
    expect(await feed('')).toEqual([{ jsonrpc: '2.0', id: 1, result: { text: 'a\nb\u2028c' } }]);
  });

  it('stop arriving after the transport is closed, which is told once', async () => {
    const { feed, received, transport } = await open();
    let closed = 0;
    transport.onclose = () => {
      closed += 1;
    };
    await transport.close();
    await feed(request(1));
    expect([received.length, closed]).toEqual([0, 1]);
  });
});

describe('a line that is no message', () => {
  it.each(['not json', '{"jsonrpc":"2.0","id":1,', '\u0000', "{'id': 1}"])(
    'is a parse error without id when it is no JSON: %j',
    async (line) => {
      const { feed, received } = await open();
      expect(await feed(`${line}\n`)).toEqual([error(null, -32700)]);
      expect(received).toEqual([]);
    },
  );

  it.each([
    ['{}', null],
    ['5', null],
    ['null', null],
    ['[]', null],
    [`[${request(1).trim()}]`, null],
    ['{"id":7,"method":"ping"}', 7],
    ['{"jsonrpc":"1.0","id":"a","method":"ping"}', 'a'],
    ['{"jsonrpc":"2.0","id":{"x":1},"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":3,"method":4}', 3],
  ])('is an invalid request when it is no JSON-RPC: %s', async (line, id) => {
    const { feed, received } = await open();
    expect(await feed(`${line}\n`)).toEqual([error(id, -32600)]);
    expect(received).toEqual([]);
  });

  it('does not keep the next one from being read', async () => {
    const { feed, received } = await open();
    expect(await feed(`oops\n${request(2)}`)).toEqual([error(null, -32700)]);
    expect(received).toMatchObject([{ id: 2 }]);
  });

  it('is not answered with its own text or a place in this program', async () => {
    const { feed } = await open();
    const text = JSON.stringify(await feed('{"secret": tru}\n'));
    expect(text).not.toContain('secret');
    expect(text).not.toContain('.ts');
  });
});

describe('a line that is too long', () => {
  const padding = `"params":{"arguments":{"id":99,"text":"${'y'.repeat(200)}"}}`;

  it.each([
    [`{"jsonrpc":"2.0","id":7,"method":"x",${padding}}`, 7],
    [`{"id" : "se\\"ven", ${padding}, "jsonrpc": "2.0"}`, 'se"ven'],
    [`{"method":"x",${padding},"jsonrpc":"2.0","id":7}`, 7],
    [`{ "method": "x", ${padding}, "id": "seven", "jsonrpc": "2.0" }\r`, 'seven'],
  ])('is answered under its id, wherever that stands: %s', async (line, id) => {
    const { feed, received } = await open(100);
    const answers = await feed(`${line}\n${request(8)}`);
    expect(answers).toEqual([error(id, -32600)]);
    expect(JSON.stringify(answers)).toContain('100 bytes');
    expect(received).toMatchObject([{ id: 8 }]);
  });

  it.each([
    `{"jsonrpc":"2.0","method":"x",${padding}}`,
    `{"method":"x","params":{"text":"${'y'.repeat(200)}","id":99}}`,
    `{"method":"x",${padding},"id":{"id":99}}`,
    `{"method":"x","params":{"text":"${'y'.repeat(200)}, \\"id\\":99}"}}`,
  ])('is not answered under an id from inside: %s', async (line) => {
    const { feed } = await open(100);
    expect(await feed(`${line}\n`)).toEqual([error(null, -32600)]);
  });

  it('is answered without id when none is in sight', async () => {
    const { feed } = await open(100);
    expect(await feed(`${'y'.repeat(200)}\n`)).toEqual([error(null, -32600)]);
  });
});

describe('waiting until all is answered', () => {
  /** Whether the promise resolves before a few turns of the event loop have passed. */
  async function isSettled(transport: { settled(): Promise<void> }): Promise<boolean> {
    let settled = false;
    void transport.settled().then(() => {
      settled = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    return settled;
  }

  it('ends at once when nothing was asked', async () => {
    const { transport, feed } = await open();
    await feed('{"jsonrpc":"2.0","method":"notifications/initialized"}\noops\n');
    expect(await isSettled(transport)).toBe(true);
  });

  it('ends with the last answer', async () => {
    const { transport, feed } = await open();
    await feed(request(1) + request('1'));
    expect(await isSettled(transport)).toBe(false);
    const waiting = transport.settled();
    await transport.send(answer(1));
    expect(await isSettled(transport)).toBe(false);
    await transport.send({ jsonrpc: '2.0', id: '1', error: { code: -32602, message: 'Wrong.' } });
    expect(await isSettled(transport)).toBe(true);
    await expect(waiting).resolves.toBeUndefined();
  });

  it('is not ended by a notification or a request of our own', async () => {
    const { transport, feed } = await open();
    await feed(request(1));
    await transport.send({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(await isSettled(transport)).toBe(false);
  });

  it('does not wait for a request that was cancelled', async () => {
    const { transport, feed } = await open();
    await feed(request(1) + request(2));
    const cancel = (requestId: number) =>
      feed(
        `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })}\n`,
      );
    await cancel(1);
    expect(await isSettled(transport)).toBe(false);
    await cancel(2);
    expect(await isSettled(transport)).toBe(true);
  });

  it('begins anew with the next request', async () => {
    const { transport, feed } = await open();
    await feed(request(1));
    await transport.send(answer(1));
    expect(await isSettled(transport)).toBe(true);
    await feed(request(2));
    expect(await isSettled(transport)).toBe(false);
  });
});

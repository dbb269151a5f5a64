import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, HELLO, post } from '../support/raw-http.ts';
import { answered, gate, smallDaemon } from '../support/small-daemon.ts';

const HEAD = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'work', arguments: {} } };
const atOnce = async () => answered({ done: true });

/** A connection that has sent so much and waits; `closed` resolves however it is closed. */
async function opened(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await once(socket, 'connect');
  socket.resume().write(bytes);
  return { socket, closed };
}

/** Our port of the connection over which the agent was answered. */
function askedOver(agent: Agent, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { agent }, (answer) => {
      const port = answer.socket.localPort;
      answer.resume().on('end', () => resolve(port));
    });
    asked.on('error', reject);
  });
}

describe('a newcomer that finds no room', () => {
  it('takes the place of the connection that has sent no request the longest', async () => {
    const { port, url } = await smallDaemon(atOnce, { limits: { connections: 3 } });
    const slow = await opened(port, HEAD);
    const others = [await opened(port, ''), await opened(port, HEAD)];
    expect((await post(url, HELLO)).status).toBe(200);
    await slow.closed;
    expect(others.map(({ socket }) => socket.closed)).toEqual([false, false]);
  });

  it('leaves one that has been answered alone while there are strangers', async () => {
    const { port, base } = await smallDaemon(atOnce, { limits: { connections: 2 } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const known = await askedOver(agent, `${base}/health`);
    const stranger = await opened(port, HEAD);
    expect((await ask(`${base}/health`)).status).toBe(200);
    await stranger.closed;
    expect(await askedOver(agent, `${base}/health`)).toBe(known);
  });

  it('takes the place of a body that does not come', async () => {
    const { port, url } = await smallDaemon(atOnce, { limits: { connections: 1 } });
    const slow = await opened(port, `${HEAD}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n{`);
    await once(slow.socket, 'data');
    expect((await post(url, HELLO)).status).toBe(200);
    await slow.closed;
  });

  it('is turned away while all others wait for their answers', async () => {
    const [begun, { passed, open }] = [gate(), gate()];
    const working = () => {
      begun.open();
      return passed.then(atOnce);
    };
    const { url } = await smallDaemon(working, { limits: { connections: 1 } });
    const { headers } = await post(url, HELLO);
    const calling = post(url, CALL, { 'mcp-session-id': String(headers['mcp-session-id']) });
    await begun.passed;
    await expect(post(url, HELLO)).rejects.toThrow(/ECONNRESET|socket hang up/);
    open();
    expect((await calling).text).toContain('"done":true');
    expect((await post(url, HELLO)).status).toBe(200);
  });
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { connect, type Reply } from '../support/client.ts';
import { connectHttp, startDaemon } from '../support/daemon.ts';
import { HELLO, post } from '../support/raw-http.ts';
import { tempHome } from '../support/temp-home.ts';

const record = (id: string) => `deep-think://sessions/${id}`;

/** The URIs that a client is told of, in their order, and a promise for the next one. */
function newsOf(client: Client) {
  const heard: string[] = [];
  let wake = () => {};
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params: { uri } }) => {
    heard.push(uri);
    wake();
  });
  return {
    heard,
    until: async (fits: () => boolean) => {
      while (!fits()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

type Calling = (tool: string, args: object) => Promise<Reply>;

/** A new session, and a call that changes it. */
async function changing(call: Calling) {
  const { session_id } = await call('start_session', { question: 'Edge or origin?', mode: 'serial' });
  const id = String(session_id);
  const change = () => call('begin_thought', { session_id: id, content: 'At the edge.', discard: true });
  return { id, change };
}

describe('a subscription', () => {
  it('to a session, its report and its graph tells what another process changes', async () => {
    const home = tempHome();
    const writer = await connect({ home });
    const { id, change } = await changing(writer.call);
    const reader = await connect({ home });
    const { heard, until } = newsOf(reader.client);
    const uris = [record(id), `${record(id)}/report`, `${record(id)}/graph`];
    for (const uri of uris) await reader.client.subscribeResource({ uri });
    await change();
    await until(() => uris.every((uri) => heard.includes(uri)));
    const { contents } = await reader.client.readResource({ uri: record(id) });
    expect(JSON.stringify(contents)).toContain('At the edge.');
  });

  it('tells what its own server changes, and what happens to the file itself', async () => {
    const { call, client } = await connect({ home: tempHome() });
    const { id, change } = await changing(call);
    const { heard, until } = newsOf(client);
    await client.subscribeResource({ uri: record(id) });
    await change();
    await until(() => heard.length > 0);
    const before = heard.length;
    await call('clear_session', { session_id: id });
    await until(() => heard.length > before);
  });

  it('follows a session to where it is moved', async () => {
    const home = tempHome();
    const { call, client } = await connect({ home });
    const { id, change } = await changing(call);
    const { heard, until } = newsOf(client);
    await client.subscribeResource({ uri: record(id) });
    await call('move_session', { session_id: id, new_path: join(home, '..', 'moved.json') });
    await until(() => heard.length > 0);
    const before = heard.length;
    await change();
    await until(() => heard.length > before);
  });

  it('tells nothing of other sessions, and nothing once it has ended', async () => {
    const { call, client } = await connect({ home: tempHome() });
    const [watched, other, last] = [await changing(call), await changing(call), await changing(call)];
    const { heard, until } = newsOf(client);
    await client.subscribeResource({ uri: record(watched.id) });
    await client.subscribeResource({ uri: record(last.id) });
    await other.change();
    await client.unsubscribeResource({ uri: record(watched.id) });
    await watched.change();
    // What the calls before had to tell would come before this.
    await last.change();
    await until(() => heard.length > 0);
    expect(heard).toEqual([record(last.id)]);
  });

  it.each([
    ['deep-think://sessions/nowhere9', -32002, /nowhere9/],
    ['file:///etc/passwd', -32002, /No resource/],
    ['deep-think://sessions', -32602, /cannot be subscribed to/],
    ['deep-think://lenses', -32602, /cannot be subscribed to/],
  ])('to %s is refused', async (uri, code, message) => {
    const { client } = await connect({ home: tempHome() });
    const refused = { code, message: expect.stringMatching(message) };
    await expect(client.subscribeResource({ uri })).rejects.toMatchObject(refused);
  });

  it('outlives the folder of the sessions, and so does the server', async () => {
    const home = tempHome();
    const { call, client } = await connect({ home });
    const { id } = await changing(call);
    const { heard, until } = newsOf(client);
    await client.subscribeResource({ uri: record(id) });
    rmSync(join(home, 'sessions'), { recursive: true });
    await until(() => heard.length > 0);
    await client.unsubscribeResource({ uri: record(id) });
    expect(await call('list_modes', {})).toHaveProperty('modes');
  });

  it('works over HTTP, for a change by a server on stdio', async () => {
    const home = tempHome();
    const writer = await connect({ home });
    const { id, change } = await changing(writer.call);
    const { url, token } = await startDaemon({ home });
    const { client } = await connectHttp(url, token);
    const { heard, until } = newsOf(client);
    await client.subscribeResource({ uri: record(id) });
    // What comes before the client has opened its stream is lost.
    while (heard.length === 0) {
      await change();
      await Promise.race([until(() => heard.length > 0), setTimeout(100)]);
    }
    expect(heard[0]).toBe(record(id));
  });

  it('is announced where the client stays connected, and only there', async () => {
    const home = tempHome();
    const { client } = await connect({ home });
    expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: true });
    const { url } = await startDaemon({ home, args: ['serve', '--stateless', '--no-auth'] });
    const hello = await post(url, HELLO);
    expect(hello.text).toMatch(/"resources":\{\}/);
  });
});

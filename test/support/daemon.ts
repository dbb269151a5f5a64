import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { onTestFinished } from 'vitest';
import { PATIENT, type Reply } from './client.ts';
import { type ProcessOptions, type ServerProcess, startProcess } from './server-process.ts';
import type { OnEnd } from './temp-home.ts';

/** A running daemon and the entry that it shows. */
export interface DaemonProcess {
  readonly server: ServerProcess;
  readonly url: string;
  readonly token: string | null;
}

/** Starts the built program with the words of the command line on a free port, unless they name one. */
export async function startDaemon(options: ProcessOptions): Promise<DaemonProcess> {
  const { args = ['serve'] } = options;
  const ports = args.includes('--port') ? [] : ['--port', '0'];
  const server = startProcess({ ...options, args: [...args, ...ports] });
  const { entry, path } = await shownBy(server);
  const { url } = entry.mcpServers['deep-think'];
  return { server, url, token: path === null ? null : readFileSync(path, 'utf8').trim() };
}

/** The entry for a client and the file of the token, shown once it listens; fails when it ends without them. */
async function shownBy(server: ServerProcess) {
  const ended = server.ended.then(() => Promise.reject(new Error(`the daemon ended\n${server.stderr()}`)));
  for (;;) {
    const [, path, text] =
      /serving http\S+ (?:without a token|with the token in (.*))\n(\{[\s\S]*\n\})\n/.exec(server.stderr()) ??
      [];
    if (text !== undefined) {
      // Its later end is not this wait's concern.
      ended.catch(() => undefined);
      return { entry: JSON.parse(text), path: path ?? null };
    }
    await Promise.race([setTimeout(20), ended]);
  }
}

/** A client of the SDK over Streamable HTTP. */
export interface HttpClient {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  call(tool: string, args?: object, options?: RequestOptions): Promise<Reply>;
}

/** Connects; the client is closed when the running test is over. */
export async function connectHttp(
  url: string,
  token: string | null = null,
  onEnd: OnEnd = onTestFinished,
): Promise<HttpClient> {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = new Client({ name: 'test', version: '1' });
  // The class leaves `undefined` to its optional members, which the interface does not name.
  await client.connect(transport as Transport, PATIENT);
  onEnd(() => void client.close());
  return {
    client,
    transport,
    call: async (name, args = {}, options = {}) => {
      const result = await client.callTool({ name, arguments: { ...args } }, undefined, {
        ...PATIENT,
        ...options,
      });
      // The shape is the server's own; a missing field fails the assertion that reads it.
      return (result.structuredContent ?? { text: JSON.stringify(result.content) }) as Reply;
    },
  };
}

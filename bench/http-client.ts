import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { createInterface } from 'node:readline';

/** A server that is measured: where it listens, and its process. */
export interface HttpServer {
  readonly url: URL;
  readonly close: () => Promise<void>;
}

/** One client of it: a session of its own over connections of its own. */
export interface HttpClient {
  /** Throws when the answer holds an error. */
  readonly call: (tool: string, args: object) => Promise<unknown>;
  readonly close: () => void;
}

/** Starts a script that tells its address on stderr. */
export async function startHttp(words: readonly string[], home: string): Promise<HttpServer> {
  const env = { ...process.env, DEEP_THINK_HOME: home };
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const url = await addressOf(child);
  const close = async () => {
    const ended = once(child, 'close');
    child.kill();
    await ended;
  };
  return { url, close };
}

async function addressOf({ stderr }: ChildProcess): Promise<URL> {
  if (stderr === null) throw new Error('no stderr');
  for await (const line of createInterface({ input: stderr })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(line) ?? [];
    if (address === undefined) continue;
    stderr.resume();
    return new URL(address);
  }
  throw new Error('the server ended before it listened');
}

interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function post(url: URL, agent: Agent, session: string | undefined, body: string): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    accept: 'application/json, text/event-stream',
    ...(session === undefined ? {} : { 'mcp-session-id': session }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1.0.0' },
};

/** Begins a session. */
export async function openClient({ url }: HttpServer): Promise<HttpClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let id = 0;
  const ask = (session: string | undefined, method: string, params: object) => {
    id += 1;
    return post(url, agent, session, JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  };
  const { headers } = await ask(undefined, 'initialize', INITIALIZE);
  const session = String(headers['mcp-session-id']);
  return {
    call: async (tool, args) => {
      const { text } = await ask(session, 'tools/call', { name: tool, arguments: args });
      const message = JSON.parse(text.slice(text.indexOf('{')));
      if (message.result === undefined || message.result.isError) throw new Error(`${tool}: ${text}`);
      return message.result;
    },
    close: () => agent.destroy(),
  };
}

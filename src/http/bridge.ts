import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

type WebTransport = WebStandardStreamableHTTPServerTransport;

/** The SDK's classes leave `undefined` to their optional members, which the interface here does not name. */
export const asTransport = (transport: WebTransport) => transport as Transport;

/** A request with its answer to be, and the JSON of its body where it has one. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly value: unknown;
}

/** Answers one request by what its transport says; resolves when the answer is out. */
export async function answerWith(transport: WebTransport, exchange: Exchange): Promise<void> {
  const { request, response, value } = exchange;
  const answer = await transport.handleRequest(webRequest(request), { parsedBody: value });
  await sendWeb(answer, response);
}

/** A request without its body as the SDK's transport takes it; it looks at the method and the headers only. */
function webRequest({ method = 'GET', headers }: IncomingMessage): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name.startsWith(':') ? [] : [[name, String(value)]],
  );
  return new Request('http://localhost/', { method, headers: pairs });
}

/** Sends what the SDK's transport answers; resolves when all of it is out or the client has gone. */
async function sendWeb(answer: Response, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(answer.headers);
  // Whether the connection is kept is for the server to say.
  delete headers.connection;
  response.writeHead(answer.status, headers);
  const over = finished(response).catch(() => undefined);
  if (answer.body === null) response.end();
  else {
    response.flushHeaders();
    // Both types name the same class of Node.
    const body = Readable.fromWeb(answer.body as ReadableStream);
    body.on('error', () => response.destroy());
    response.on('close', () => body.destroy());
    body.pipe(response);
  }
  await over;
}

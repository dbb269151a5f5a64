import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** As much of a request without its body as the SDK's transport looks at, since a whole one takes long to make. */
function webRequest({ method = 'GET', headers }: IncomingMessage): Request {
  const told = {
    get: (name: string) => (headers[name] === undefined ? null : String(headers[name])),
    entries: () => Object.entries(headers).map(([name, value]) => [name, String(value)]),
  };
  // The transport asks for nothing else, which the tests of the daemon would tell.
  return { method, url: 'http://localhost/', headers: told } as unknown as Request;
}

/** Sends what the SDK's transport answers; resolves when all of it is out or the client has gone. */
async function sendWeb(answer: Response, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(answer.headers);
  // Whether the connection is kept is for the server to say.
  delete headers.connection;
  const over = finished(response).catch(() => undefined);
  response.writeHead(answer.status, headers);
  if (answer.body === null) response.end();
  else pour(answer.body, response).catch(() => response.destroy());
  await over;
}

/** Writes a body as it comes. What is there at once goes out in one piece with the head, for each piece has its price. */
async function pour(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader();
  response.on('close', () => void reader.cancel().catch(() => undefined));
  let isBegun = false;
  response.cork();
  const atOnce = setImmediate(() => {
    if (!isBegun) response.flushHeaders();
    response.uncork();
  });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    isBegun = true;
    if (!response.write(value) && !response.destroyed) await drained(response);
  }
  clearImmediate(atOnce);
  response.end();
}

/** Resolves when more can be written, or nothing any more. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

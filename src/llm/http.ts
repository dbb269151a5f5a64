import http, { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { type Deadline, startDeadline } from './deadline.ts';
import { HttpFault, httpFaultOf } from './http-fault.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
  /** Milliseconds for the whole exchange, and for silence in the middle of the answer. */
  readonly timeoutMs: number;
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly chunks: AsyncIterable<string>;
}

/**
 * One request over node:http, which unlike fetch neither gives up on slow headers by itself nor follows redirects.
 * `read` takes what it needs of the answer; the rest is dropped. Throws HttpFault.
 */
export async function exchange<T>(
  request: HttpRequest,
  read: (answer: HttpAnswer) => Promise<T>,
): Promise<T> {
  const deadline = startDeadline(request.timeoutMs, request.idleMs, request.signal);
  let message: IncomingMessage | undefined;
  try {
    message = await answerTo(request, deadline.signal);
    // Dropping the rest of an answer is an error event, which nobody else hears once reading has stopped.
    message.on('error', () => undefined);
    const { statusCode = 0, headers } = message;
    return await read({ status: statusCode, headers, chunks: chunksOf(message, deadline) });
  } catch (error) {
    const { signal } = deadline;
    throw signal.reason instanceof HttpFault ? signal.reason : error;
  } finally {
    deadline.end();
    message?.destroy();
  }
}

function answerTo(request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { method, url, headers, body } = request;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sender = url.protocol === 'https:' ? https : http;
    const size = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = sender.request(url, { method, headers: { ...headers, ...size }, signal }, resolve);
    sent.on('error', (error) => reject(httpFaultOf(error)));
    sent.end(body);
  }).catch((error: unknown) => {
    throw httpFaultOf(error);
  });
}

async function* chunksOf(message: IncomingMessage, deadline: Deadline): AsyncIterable<string> {
  message.setEncoding('utf8');
  deadline.heard();
  try {
    for await (const chunk of message) {
      deadline.heard();
      yield String(chunk);
    }
  } catch (error) {
    throw httpFaultOf(error);
  }
}

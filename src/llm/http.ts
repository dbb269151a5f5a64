import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
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
    const result = await read({ status: statusCode, headers, chunks: chunksOf(message, deadline) });
    // An answer without a length ends like a whole one when its connection is closed, which we do ourselves.
    deadline.signal.throwIfAborted();
    return result;
  } catch (error) {
    message?.destroy();
    const { signal } = deadline;
    throw signal.reason instanceof HttpFault ? signal.reason : error;
  } finally {
    deadline.end();
    if (message !== undefined) await letGo(message);
  }
}

/** How long an answer that has been read may take to end, so that its connection serves the next request. */
const END_MS = 1000;

/** Leaves the connection to the next request when nothing but the end of the answer is left; closes it otherwise. */
async function letGo(message: IncomingMessage): Promise<void> {
  if (message.destroyed || message.readableEnded) return;
  if (message.complete) {
    // All of it is here already, so the end is only a turn away.
    await new Promise<unknown>((resolve) => message.once('end', resolve).once('close', resolve).resume());
    return;
  }
  const drop = () => message.destroy();
  const late = setTimeout(drop, END_MS).unref();
  message.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
  message.once('data', drop).resume();
}

/** A server may close a connection that has waited just when the next request goes out: that one is sent anew. */
class StaleConnection extends Error {}

async function answerTo(request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  try {
    return await sent(request, { signal }).catch((error: unknown) => {
      if (!(error instanceof StaleConnection)) throw error;
      return sent(request, { signal, agent: false });
    });
  } catch (error) {
    throw httpFaultOf(error);
  }
}

function sent(
  { method, url, headers, body }: HttpRequest,
  options: Pick<RequestOptions, 'signal' | 'agent'>,
): Promise<IncomingMessage> {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sender = url.protocol === 'https:' ? https : http;
    const size = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = sender.request(url, { method, headers: { ...headers, ...size }, ...options }, resolve);
    outgoing.on('error', (error) => {
      const fault = httpFaultOf(error);
      reject(outgoing.reusedSocket && fault.kind === 'reset' ? new StaleConnection() : fault);
    });
    outgoing.end(body);
  });
}

async function* chunksOf(message: IncomingMessage, deadline: Deadline): AsyncIterable<string> {
  message.setEncoding('utf8');
  deadline.heard();
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      deadline.heard();
      yield String(chunk);
    }
  } catch (error) {
    throw httpFaultOf(error);
  }
}

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived; `nth` counts all requests of the server from 0. */
export interface LlmRequest {
  readonly nth: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model?: string;
    readonly messages?: readonly { readonly role: string; readonly content: string }[];
    readonly temperature?: number;
    readonly stream?: boolean;
    readonly response_format?: { readonly type: string };
  };
  /** Settles when the client goes away before the answer is complete. */
  readonly gone: Promise<void>;
}

/** An answer with a completion in it; streamed when the request asks for that, unless `stream` is false. */
export interface CompletionAnswer {
  readonly content: string;
  /** Thoughts in a field of their own, as vLLM sends them. */
  readonly reasoning?: string;
  readonly finish?: 'stop' | 'length' | null;
  readonly stream?: boolean;
  /** Characters of content in one event of the stream. */
  readonly piece?: number;
  /** Whether the stream ends with `[DONE]`. */
  readonly done?: boolean;
}

/** Any other answer: a status with a body, JSON unless it is text. */
export interface RawAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * What a broken server does: `reset` breaks the connection off before any answer, `silent` never answers, `cut`
 * breaks it off in the middle of a stream, `clean_cut` ends the stream there, `stall` falls silent there,
 * `endless` never stops sending.
 */
export interface Fault {
  readonly fault: 'reset' | 'silent' | 'cut' | 'clean_cut' | 'stall' | 'endless';
}

export type LlmAnswer = string | CompletionAnswer | RawAnswer | Fault;
export type LlmScript = (request: LlmRequest) => LlmAnswer | Promise<LlmAnswer>;

export interface LlmServer {
  readonly baseUrl: string;
  readonly requests: readonly LlmRequest[];
  /** Replaces the script. */
  readonly follow: (script: LlmScript) => void;
  readonly close: () => Promise<void>;
}

/** A model server on the loopback that speaks the OpenAI form and answers as the script says. */
export async function startLlmServer(script: LlmScript): Promise<LlmServer> {
  const requests: LlmRequest[] = [];
  let current = script;
  const server = createServer(async (incoming, outgoing) => {
    const request = await received(incoming, outgoing, requests.length);
    requests.push(request);
    answer(outgoing, request, await current(request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // A TCP server that listens has an address of this form.
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    follow: (next) => {
      current = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A base URL at which nothing listens. */
export async function deadBaseUrl(): Promise<string> {
  const server = await startLlmServer(() => '');
  await server.close();
  return server.baseUrl;
}

/** An error in OpenAI's form. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): RawAnswer {
  return { status, headers, body: { error: { message, type: 'invalid_request_error', code: null } } };
}

/** The script behind a server that knows only some values of `response_format.type`, as LM Studio does. */
export function knowing(types: readonly string[], script: LlmScript): LlmScript {
  return (request) => {
    const type = request.body.response_format?.type;
    if (type === undefined || types.includes(type)) return script(request);
    return refusal(400, `'response_format.type' must be one of: ${types.join(', ') || 'text'}`);
  };
}

async function received(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  nth: number,
): Promise<LlmRequest> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += String(chunk);
  return {
    nth,
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: text === '' ? {} : JSON.parse(text),
    gone: new Promise((resolve) => {
      outgoing.on('close', () => {
        if (!outgoing.writableFinished) resolve();
      });
    }),
  };
}

function answer(outgoing: ServerResponse, request: LlmRequest, what: LlmAnswer): void {
  if (typeof what === 'string') complete(outgoing, request, { content: what });
  else if ('content' in what) complete(outgoing, request, what);
  else if ('status' in what) raw(outgoing, what);
  else misbehave(outgoing, what.fault);
}

function raw(outgoing: ServerResponse, { status, headers = {}, body }: RawAnswer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(body === undefined ? undefined : text);
}

function complete(outgoing: ServerResponse, request: LlmRequest, what: CompletionAnswer): void {
  const { content, reasoning, finish = 'stop', piece = 7, done = true } = what;
  const thoughts = reasoning === undefined ? {} : { reasoning_content: reasoning };
  if (request.body.stream !== true || what.stream === false) {
    const message = { role: 'assistant', content, ...thoughts };
    raw(outgoing, { status: 200, body: { choices: [{ index: 0, message, finish_reason: finish }] } });
    return;
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  if (reasoning !== undefined) outgoing.write(event({ ...thoughts }));
  for (let at = 0; at < content.length; at += piece)
    outgoing.write(event({ content: content.slice(at, at + piece) }));
  outgoing.write(event({}, finish));
  outgoing.end(done ? 'data: [DONE]\n\n' : undefined);
}

function event(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

function misbehave(outgoing: ServerResponse, fault: Fault['fault']): void {
  if (fault === 'silent') return;
  if (fault === 'reset') {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  const begun = event({ content: 'The sky is ' });
  if (fault === 'endless') pourOut(outgoing);
  else if (fault === 'clean_cut') outgoing.end(`${begun}data: {"choices": [{"del`);
  else outgoing.write(begun, () => (fault === 'cut' ? outgoing.destroy() : undefined));
}

function pourOut(outgoing: ServerResponse): void {
  const more = () => {
    while (outgoing.writable && outgoing.write(event({ content: 'and so on '.repeat(1000) })));
  };
  outgoing.on('drain', more);
  more();
}

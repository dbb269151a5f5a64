import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { createLineReader } from './line-reader.ts';
import { logDebug } from './log.ts';

interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** The longest line that is read, in bytes; asked for when a line grows long. */
  readonly maxBytes: () => number;
}

type RequestId = string | number;

/** A transport that also tells what is still unanswered, so that a shutdown can wait for it. */
export interface StdioTransport extends Transport {
  /** Resolves when every request read so far has been answered. */
  settled(): Promise<void>;
}

/**
 * One JSON message per line over two streams. Unlike the SDK's own stdio transport it survives a line that is
 * too long or is no message: such a line is answered with an error, and the next one is read.
 */
export function createStdioTransport({ input, output, maxBytes }: StdioOptions): StdioTransport {
  const pending = new Set<RequestId>();
  let waiting: (() => void)[] = [];
  const settle = () => {
    if (pending.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const write = (message: object) =>
    new Promise<void>((resolve) => {
      output.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
  const refuse = (id: RequestId | null, code: number, message: string) =>
    write({ jsonrpc: '2.0', id, error: { code, message } });

  const receive = (line: string) => {
    const value = parse(line);
    if (value === undefined) return void refuse(null, ErrorCode.ParseError, 'Parse error: the line is not JSON');
    const message = JSONRPCMessageSchema.safeParse(value);
    if (!message.success)
      return void refuse(idOf(value), ErrorCode.InvalidRequest, 'Invalid request: not a JSON-RPC 2.0 message');
    if ('method' in message.data && 'id' in message.data) pending.add(message.data.id);
    if (isCancellation(message.data)) pending.delete(message.data.params.requestId);
    transport.onmessage?.(message.data);
  };
  const reader = createLineReader({
    maxBytes,
    onLine: (line) => line.trim() !== '' && receive(line),
    onOversize: (head, limit) =>
      void refuse(idIn(head), ErrorCode.InvalidRequest, `Message too long: the limit is ${limit} bytes`),
  });

  const transport: StdioTransport = {
    start: async () => {
      input.on('data', reader.push);
      input.on('error', (error) => logDebug(`stdin: ${error.message}`));
    },
    send: async (message: JSONRPCMessage) => {
      await write(message);
      if ('id' in message && !('method' in message) && message.id !== undefined) pending.delete(message.id);
      settle();
    },
    close: async () => {
      input.off('data', reader.push);
      transport.onclose?.();
    },
    settled: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        settle();
      }),
  };
  return transport;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

interface Cancellation {
  readonly params: { readonly requestId: RequestId };
}

/** A cancelled request gets no answer, so nothing waits for it. */
function isCancellation(message: JSONRPCMessage): message is JSONRPCMessage & Cancellation {
  return 'method' in message && message.method === 'notifications/cancelled' && message.params?.['requestId'] !== undefined;
}

function idOf(value: unknown): RequestId | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
}

/** The request id in the beginning of a line that was too long to parse. */
function idIn(head: string): RequestId | null {
  const found = /"id"\s*:\s*(?:(\d+)|"((?:[^"\\]|\\.)*)")/.exec(head);
  if (found === null) return null;
  return found[1] === undefined ? (found[2] ?? null) : Number(found[1]);
}

import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { cancelledId, type RequestId, readMessage, tooLong, withoutDump } from './json-rpc.ts';
import { createLineReader } from './line-reader.ts';
import { logDebug } from './log.ts';

interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** The longest line that is read, in bytes; asked for each chunk. */
  readonly maxBytes: () => number;
}

/** A transport that also tells what is still unanswered, so that a shutdown can wait for it. */
export interface StdioTransport extends Transport {
  /** Resolves when every request read so far has been answered or cancelled. */
  settled(): Promise<void>;
}

/**
 * One JSON message per line over two streams. Unlike the SDK's own stdio transport it survives a line that is
 * too long or is no message: such a line is answered with an error, and the next one is read.
 */
export function createStdioTransport({ input, output, maxBytes }: StdioOptions): StdioTransport {
  const pending = createPending();
  const write = (message: object) =>
    new Promise<void>((resolve) => {
      output.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
  const receive = (line: string) => {
    const read = readMessage(line);
    if ('refusal' in read) return void write(read.refusal);
    if ('method' in read.message && 'id' in read.message) pending.add(read.message.id);
    pending.remove(cancelledId(read.message));
    transport.onmessage?.(read.message);
  };
  const reader = createLineReader({
    maxBytes,
    onLine: (line) => line.trim() !== '' && receive(line),
    onOversize: (line) => void write(tooLong(line)),
  });
  const transport: StdioTransport = {
    start: async () => {
      input.on('data', reader.push);
      input.on('error', (error) => logDebug(`stdin: ${error.message}`));
    },
    send: async (message: JSONRPCMessage) => {
      await write(withoutDump(message));
      if (!('method' in message)) pending.remove(message.id ?? null);
    },
    close: async () => {
      input.off('data', reader.push);
      transport.onclose?.();
    },
    settled: pending.settled,
  };
  return transport;
}

/** The requests that still want an answer, and a promise for when there are none. */
function createPending() {
  const ids = new Set<RequestId>();
  let waiting: (() => void)[] = [];
  const settle = () => {
    if (ids.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {
    add: (id: RequestId) => void ids.add(id),
    remove: (id: RequestId | null) => {
      if (id !== null) ids.delete(id);
      settle();
    },
    settled: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        settle();
      }),
  };
}

import type { IncomingMessage } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Connection } from '../kit/tool.ts';
import type { ToolDescription } from '../server/describe.ts';
import type { Dispatcher } from '../server/dispatch.ts';
import { withoutDump } from '../server/json-rpc.ts';
import type { Library } from '../server/library.ts';
import { logDebug } from '../server/log.ts';
import { createMcpServer } from '../server/mcp.ts';
import type { Line, Result } from '../server/result.ts';
import type { Body } from './body.ts';
import type { Limits } from './limits.ts';
import type { CallOutcome, Metrics } from './metrics.ts';
import type { Work } from './work.ts';

/** What answers every client: one dispatcher, so that calls on one session keep their order across clients. */
export interface Served {
  readonly dispatcher: Pick<Dispatcher, 'call'>;
  readonly library: Library;
  readonly listed: readonly ToolDescription[];
}

/** What all ways in share. */
export interface Service {
  readonly served: Served;
  readonly version: string;
  readonly limits: Limits;
  readonly metrics: Metrics;
  /** Requests and calls that a stop waits for. */
  readonly work: Work;
  readonly readBody: (request: IncomingMessage) => Promise<Body>;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

const MS = 1000;

/** One client: what it remembers, whether it has gone, and whether it stays beyond one request. */
interface Client {
  readonly connection: Connection;
  readonly isOver: () => boolean;
  readonly isLasting?: boolean;
}

/** The server of one client on its transport. */
export async function connectClient(
  { served, version, metrics, work, now }: Service,
  transport: Transport,
  { connection, isOver, isLasting = true }: Client,
): Promise<Server> {
  const call: Dispatcher['call'] = (name, raw, line) =>
    work.during(async () => {
      const begun = now();
      const result = await served.dispatcher.call(name, raw, lastingLine(line, connection, isOver));
      metrics.call(name, outcomeOf(result), (now() - begun) / MS);
      return result;
    });
  const library = async () => served.library;
  const server = createMcpServer({ tools: served.listed, call, library, version, isLasting });
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(withoutDump(message), options);
  server.onerror = (error) => logDebug(`client: ${error.message}`);
  await server.connect(transport);
  return server;
}

function outcomeOf({ isError, reply }: Result): CallOutcome {
  if (isError) return 'error';
  return typeof reply.error === 'string' ? 'refused' : 'ok';
}

/** The line of a call that a client may take back, but that goes on when its connection has gone. */
function lastingLine(line: Line | undefined, connection: Connection, isOver: () => boolean): Line {
  const kept = new AbortController();
  const takeBack = () => {
    if (!isOver()) kept.abort();
  };
  if (line?.signal.aborted) takeBack();
  line?.signal.addEventListener('abort', takeBack, { once: true });
  return { ...line, signal: kept.signal, connection };
}

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unbracketed } from './address.ts';
import type { Handler } from './answers.ts';
import { createBodyReader } from './body.ts';
import type { Allowance } from './guard.ts';
import type { Limits } from './limits.ts';
import { createListener } from './listener.ts';
import { createMetrics } from './metrics.ts';
import type { Served, Service } from './service.ts';
import { createSessionTable, type HttpSession, type SessionTable } from './sessions.ts';
import { createSseMessages, createSseStream, MESSAGES, type SseSession, STREAM } from './sse.ts';
import { createStateless } from './stateless.ts';
import { createStreamable, type StreamableSession } from './streamable.ts';
import { createWork } from './work.ts';

/** What a daemon is made of. */
export interface DaemonParts {
  readonly served: Served;
  readonly version: string;
  readonly limits: Limits;
  /** The longest message, in bytes. */
  readonly messageBytes: number;
  readonly allowance: Allowance;
  readonly token: string | null;
  readonly way: Way;
}

/** How clients talk to it. */
export type Way =
  | { readonly transport: 'streamable-http'; readonly path: string; readonly stateless: boolean }
  | { readonly transport: 'sse' };

/** A server for several clients at once. */
export interface Daemon {
  /** Resolves with the port. Rejects with what the system says. */
  listen(host: string, port: number): Promise<number>;
  /** Answers what is in hand, refuses what comes, then ends every connection. */
  stop(): Promise<void>;
}

const SECONDS = 1000;
const SWEEPS = 4;
const LONGEST_PAUSE_MS = 30_000;

/** Builds the server; nothing is open yet. */
export function createDaemon(parts: DaemonParts): Daemon {
  const { limits, messageBytes } = parts;
  const now = () => performance.now();
  const metrics = createMetrics();
  const work = createWork();
  const totalBytes = messageBytes * limits.messagesAtOnce;
  const bodies = createBodyReader({ maxBytes: messageBytes, totalBytes });
  const service: Service = { ...parts, metrics, work, readBody: bodies.read, now };
  const { routes, table } = waysIn(service, parts.way);
  const begun = now();
  let stopping = false;
  const metricsText = () =>
    metrics.text({
      sessions: table.size(),
      in_hand: work.count(),
      uptime_seconds: Math.round((now() - begun) / SECONDS),
    });
  const server = createListener({ ...parts, service, routes, isStopping: () => stopping, metricsText });
  const sweeper = setInterval(() => table.sweep(), Math.min(limits.idleMs / SWEEPS, LONGEST_PAUSE_MS));
  sweeper.unref();
  return {
    listen: (host, port) => open(server, unbracketed(host), port),
    stop: async () => {
      stopping = true;
      bodies.stop();
      clearInterval(sweeper);
      await Promise.race([work.settled(), pause(limits.stopMs)]);
      await table.closeAll();
      await shut(server);
    },
  };
}

/** The paths of a way in, and its clients. */
function waysIn(
  service: Service,
  way: Way,
): {
  readonly routes: ReadonlyMap<string, Handler>;
  readonly table: Pick<SessionTable<HttpSession>, 'size' | 'sweep' | 'closeAll'>;
} {
  const options = { ...service.limits, now: service.now };
  if (way.transport === 'sse') {
    const table = createSessionTable<SseSession>(options);
    const pairs: [string, Handler][] = [
      [STREAM, createSseStream(service, table)],
      [MESSAGES, createSseMessages(service, table)],
    ];
    return { routes: new Map(pairs), table };
  }
  const table = createSessionTable<StreamableSession>(options);
  const handler = way.stateless ? createStateless(service) : createStreamable(service, table);
  return { routes: new Map([[way.path, handler]]), table };
}

function open(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // Listening on a port, and not on a pipe.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
const LAST_BYTES_MS = 200;

/** Closes the server; whoever does not read the end of an answer is cut off. */
async function shut(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.race([closed, pause(LAST_BYTES_MS)]);
  server.closeAllConnections();
}

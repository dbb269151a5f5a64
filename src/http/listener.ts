import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { logDebug, logError } from '../server/log.ts';
import { type Handler, refuse, sendText } from './answers.ts';
import { tokenCheck } from './bearer.ts';
import { boundConnections } from './connections.ts';
import { type Allowance, wrongClaim } from './guard.ts';
import { HEALTH, METRICS, pathOf } from './mount.ts';
import type { Service } from './service.ts';

/** What stands between the network and the handlers. */
export interface Gate {
  readonly service: Service;
  readonly allowance: Allowance;
  /** Null where every local program may call. */
  readonly token: string | null;
  readonly routes: ReadonlyMap<string, Handler>;
  readonly isStopping: () => boolean;
  readonly metricsText: () => string;
}

/** The HTTP server with its limits and its gate. */
export function createListener(parts: Gate): Server {
  const gate = { ...parts, isKnown: parts.token === null ? () => true : tokenCheck(parts.token) };
  const { headerBytes, headersMs, requestMs, keepAliveMs, checkMs, connections } = gate.service.limits;
  const options = {
    maxHeaderSize: headerBytes,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: checkMs,
  };
  const server = createServer(options, (request, response) => {
    // A client that goes while it is answered is no fault.
    response.on('error', (error) => logDebug(`answer: ${error.message}`));
    response.on('finish', () => gate.service.metrics.request(response.statusCode));
    answer(gate, request, response).catch((error: unknown) => {
      logError(error);
      refuse(response, 'defect');
    });
  });
  boundConnections(server, connections);
  // Beyond a number of headers Node would drop the rest unseen; their length is bounded anyway.
  server.maxHeadersCount = 0;
  return server;
}

/** A gate that tells from the Authorization header who may come in. */
interface OpenGate extends Gate {
  readonly isKnown: (header: string | undefined) => boolean;
}

/** The gate in its order: where from, whether still, where to, who; then the handler. */
async function answer(gate: OpenGate, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const { allowance, isStopping, isKnown, routes, service } = gate;
  const wrong = wrongClaim(claimsOf(request), allowance);
  if (wrong !== null) return refuse(response, wrong);
  const path = pathOf(request.url);
  if (path === HEALTH) return health(gate, request, response);
  if (isStopping()) return refuse(response, 'stopping', { Connection: 'close' });
  const handler = path === METRICS ? metrics(gate) : routes.get(path ?? '');
  if (handler === undefined) return refuse(response, 'path');
  if (!isKnown(request.headers.authorization))
    return refuse(response, 'token', { 'WWW-Authenticate': 'Bearer realm="deep-think-mcp"' });
  if (request.method === 'POST') return service.work.during(() => handler(request, response));
  return handler(request, response);
}

function claimsOf({ headers, headersDistinct }: IncomingMessage) {
  const site = headers['sec-fetch-site'];
  return {
    hosts: headersDistinct.host ?? [],
    origin: headers.origin,
    site: site === undefined ? undefined : String(site),
  };
}

const isReading = (method = 'GET') => method === 'GET' || method === 'HEAD';

function health({ isStopping }: Gate, { method }: IncomingMessage, response: ServerResponse): unknown {
  if (!isReading(method)) return refuse(response, 'method', { Allow: 'GET, HEAD' });
  const [status, word] = isStopping() ? [503, 'stopping'] : [200, 'ok'];
  return sendText(response, { status, type: 'application/json', text: JSON.stringify({ status: word }) });
}

function metrics({ metricsText }: Gate): Handler {
  return async ({ method }, response) => {
    if (!isReading(method)) return refuse(response, 'method', { Allow: 'GET, HEAD' });
    const type = 'text/plain; version=0.0.4; charset=utf-8';
    return sendText(response, { status: 200, type, text: metricsText() });
  };
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { type Handler, refuse } from './answers.ts';
import { answerWith, asTransport, type Exchange } from './bridge.ts';
import { createEventLog } from './event-log.ts';
import { readPosted } from './message.ts';
import { connectClient, type Service } from './service.ts';
import type { HttpSession, SessionTable } from './sessions.ts';
import { createWork } from './work.ts';

/** A client of the Streamable HTTP transport. */
export interface StreamableSession extends HttpSession {
  handle(exchange: Exchange): Promise<void>;
}

const METHODS = ['GET', 'POST', 'DELETE'];

/** Serves clients that each have a session, named by the header Mcp-Session-Id. */
export function createStreamable(service: Service, table: SessionTable<StreamableSession>): Handler {
  return async (request, response) => {
    const { method = '', headers } = request;
    if (!METHODS.includes(method)) return refuse(response, 'method', { Allow: METHODS.join(', ') });
    const id = headers['mcp-session-id'];
    if (id === undefined)
      return method === 'POST'
        ? begin(request, response, service, table)
        : refuse(response, 'session_wanted');
    const session = table.find(String(id));
    if (session === null) return refuse(response, 'no_session');
    const posted = method === 'POST' ? await readPosted(request, response, service) : { value: undefined };
    if (posted === null) return null;
    return table.during(session, () => session.handle({ request, response, ...posted }));
  };
}

/** Opens a session for whoever begins with `initialize`; it stays when the transport has named it. */
async function begin(
  request: IncomingMessage,
  response: ServerResponse,
  service: Service,
  table: SessionTable<StreamableSession>,
): Promise<unknown> {
  const posted = await readPosted(request, response, service);
  if (posted === null) return null;
  if (!isInitializeRequest(posted.value)) return refuse(response, 'session_wanted');
  if (!table.hasRoom()) return refuse(response, 'sessions_full');
  const { session, isNamed } = await openSession(service, table);
  await table.during(session, () => session.handle({ request, response, ...posted }));
  return isNamed() ? null : session.close();
}

async function openSession(service: Service, table: SessionTable<StreamableSession>) {
  let name: string | null = null;
  let over = false;
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      name = id;
      table.add(id, session);
    },
    eventStore: createEventLog(),
  });
  const session: StreamableSession = {
    work: createWork(),
    lastUsed: service.now(),
    handle: (exchange) => answerWith(transport, exchange),
    close: () => transport.close(),
  };
  transport.onclose = () => {
    over = true;
    if (name !== null) table.remove(name);
  };
  const connection = { current: new Map<string, string>(), unstored: new Map() };
  await connectClient(service, asTransport(transport), { connection, isOver: () => over });
  return { session, isNamed: () => name !== null };
}

import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { type Handler, refuse, sendText } from './answers.ts';
import { readPosted } from './message.ts';
import { queryValue } from './mount.ts';
import { connectClient, type Service } from './service.ts';
import type { HttpSession, SessionTable } from './sessions.ts';
import { createWork } from './work.ts';

/** Where the two halves of the older transport are, as the original had them. */
export const STREAM = '/sse';
export const MESSAGES = '/messages';
const KEEP_ALIVE_MS = 15_000;

/** A client of the older HTTP transport: one stream down, messages posted beside it. */
export interface SseSession extends HttpSession {
  receive(message: unknown): Promise<void>;
}

/** Opens the stream of a client, which lives as long as the stream. */
export function createSseStream(service: Service, table: SessionTable<SseSession>): Handler {
  return async (request, response) => {
    if (request.method !== 'GET') return refuse(response, 'method', { Allow: 'GET' });
    if (!table.hasRoom()) return refuse(response, 'sessions_full');
    const transport = new SSEServerTransport(`${MESSAGES}/`, response);
    let over = false;
    const session: SseSession = {
      work: createWork(),
      lastUsed: service.now(),
      receive: (message) => transport.handleMessage(message),
      close: () => transport.close(),
    };
    const alive = setInterval(() => response.write(': keepalive\n\n'), KEEP_ALIVE_MS).unref();
    const closed = new Promise<void>((resolve) => {
      transport.onclose = () => {
        over = true;
        clearInterval(alive);
        table.remove(transport.sessionId);
        resolve();
      };
    });
    table.add(transport.sessionId, session);
    const connection = { current: new Map<string, string>(), unstored: new Map() };
    await connectClient(service, transport as Transport, { connection, isOver: () => over });
    return table.during(session, () => closed);
  };
}

/** Takes the messages of clients whose streams are open. */
export function createSseMessages(service: Service, table: SessionTable<SseSession>): Handler {
  return async (request, response) => {
    if (request.method !== 'POST') return refuse(response, 'method', { Allow: 'POST' });
    const session = table.find(queryValue(request.url, 'sessionId') ?? '');
    if (session === null) return refuse(response, 'no_session');
    const posted = await readPosted(request, response, service);
    if (posted === null) return null;
    if (!JSONRPCMessageSchema.safeParse(posted.value).success) return refuse(response, 'no_message');
    await session.receive(posted.value);
    return sendText(response, { status: 202, type: 'text/plain', text: 'Accepted' });
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { refusals } from './wording.ts';

/** What answers the requests of one path; what it resolves with means nothing. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** Why a request gets no answer of the protocol. */
export type RefusalCode = keyof typeof refusals;

/** The error code of the protocol, where it has one; else that for errors of a server. */
const SERVER_ERROR = -32_000;
const CODES: Partial<Record<RefusalCode, number>> = { no_session: -32_001, no_json: ErrorCode.ParseError };

const STATUS: Readonly<Record<RefusalCode, number>> = {
  host: 403,
  origin: 403,
  token: 401,
  path: 404,
  method: 405,
  no_session: 404,
  session_wanted: 400,
  no_json: 400,
  no_message: 400,
  not_json: 415,
  too_large: 413,
  no_room: 503,
  sessions_full: 503,
  stopping: 503,
  defect: 500,
};

const PLAIN = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** Answers with a text of one type. */
export function sendText(
  response: ServerResponse,
  { status, type, text }: { readonly status: number; readonly type: string; readonly text: string },
): void {
  response.writeHead(status, { ...PLAIN, 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

/** Answers with the status of a refusal and an error of the protocol that belongs to no request. Returns null. */
export function refuse(
  response: ServerResponse,
  code: RefusalCode,
  headers: Readonly<Record<string, string>> = {},
): null {
  if (response.headersSent) {
    response.destroy();
    return null;
  }
  const error = { code: CODES[code] ?? SERVER_ERROR, message: refusals[code] };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (STATUS[code] === 503) response.setHeader('Retry-After', '5');
  const text = JSON.stringify({ jsonrpc: '2.0', error, id: null });
  sendText(response, { status: STATUS[code], type: 'application/json', text });
  return null;
}

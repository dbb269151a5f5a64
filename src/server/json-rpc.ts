import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { isTable } from '../core/lenient/reading.ts';
import type { Oversize } from './line-reader.ts';

export type RequestId = string | number;

/** An error response that no request handler makes, because no request could be read. */
export interface ErrorResponse {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

const errorResponse = (id: RequestId | null, code: ErrorCode, message: string): ErrorResponse => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

type Read = { readonly message: JSONRPCMessage } | { readonly refusal: ErrorResponse };

/** The message in a line, or the error that answers it: -32700 for no JSON, -32600 for no JSON-RPC. */
export function readMessage(line: string): Read {
  const value = parse(line);
  if (value === undefined)
    return { refusal: errorResponse(null, ErrorCode.ParseError, 'Parse error: the line is not JSON') };
  if (isPlainRequest(value)) return { message: value };
  const message = JSONRPCMessageSchema.safeParse(value);
  if (message.success) return { message: message.data };
  const words = 'Invalid request: not a JSON-RPC 2.0 message';
  return { refusal: errorResponse(idOf(value), ErrorCode.InvalidRequest, words) };
}

/** A request of the bare four members, as most are; what else can be a message is for the schema to tell. */
function isPlainRequest(value: unknown): value is JSONRPCRequest {
  if (!isTable(value)) return false;
  const { jsonrpc, id, method, params, ...others } = value;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || Object.keys(others).length > 0) return false;
  const isBare = isTable(params) ? !Object.hasOwn(params, '_meta') : params === undefined;
  return isBare && (typeof id === 'string' || Number.isSafeInteger(id));
}

/** The answer to a line that was too long to be read. */
export function tooLong({ head, tail, limit }: Oversize): ErrorResponse {
  const message = `Message too long: the limit is ${limit} bytes`;
  return errorResponse(idIn(head, ID_FIRST) ?? idIn(tail, ID_LAST), ErrorCode.InvalidRequest, message);
}

/**
 * The answer to a malformed request without the dump of the SDK's validator: the fields that are wrong, by
 * name, under the code for wrong parameters.
 */
export function withoutDump(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || !message.error.message.startsWith('[')) return message;
  const issues = parse(message.error.message);
  const paths = (Array.isArray(issues) ? issues : []).map((issue: { path?: unknown }) =>
    Array.isArray(issue.path) ? issue.path.join('.') : '',
  );
  const named = paths.filter((path) => path !== '').join(', ');
  const words = `Invalid params: missing or of the wrong type: ${named}`;
  return { ...message, error: { code: ErrorCode.InvalidParams, message: words } };
}

/** The id of the request that a notification cancels, or null. */
export function cancelledId(message: JSONRPCMessage): RequestId | null {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return null;
  return idOf({ id: message.params?.requestId });
}

function parse(line: string): unknown {
  try {
    // Some shells begin a pipe with a byte-order mark.
    return JSON.parse(line.startsWith('\uFEFF') ? line.slice(1) : line);
  } catch {
    return undefined;
  }
}

function idOf(value: unknown): RequestId | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
}

/**
 * The id of a message of which only the edges are known. Some clients write it first, others last; nothing but
 * the version and the method may lie between it and the brace of the message, so no id inside params is taken.
 */
const MEMBER = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"`;
const ID = String.raw`"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")`;
const ID_FIRST = new RegExp(String.raw`^\s*\{\s*(?:${MEMBER}\s*,\s*)*${ID}\s*[,}]`);
const ID_LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${MEMBER}\s*)*\}\s*$`);

function idIn(edge: string, place: RegExp): RequestId | null {
  const written = place.exec(edge)?.[1];
  return written === undefined ? null : idOf({ id: parse(written) });
}

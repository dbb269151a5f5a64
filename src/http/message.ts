import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/sdk/shared/mediaType.js';
import { refuse } from './answers.ts';
import type { Service } from './service.ts';

/** The JSON of a posted message; null when there is none and the request has been refused. */
export async function readPosted(
  request: IncomingMessage,
  response: ServerResponse,
  { readBody }: Service,
): Promise<{ readonly value: unknown } | null> {
  if (!isJsonContentType(request.headers['content-type'])) return refuse(response, 'not_json');
  const body = await readBody(request);
  // Whoever has gone reads no answer.
  if ('refused' in body) return body.refused === 'gone' ? null : refuse(response, body.refused);
  try {
    return { value: JSON.parse(body.text) };
  } catch {
    return refuse(response, 'no_json');
  }
}

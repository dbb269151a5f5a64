import { createParser } from 'eventsource-parser';
import { Assembly, type Completion } from './assembly.ts';
import type { HttpAnswer } from './http.ts';

/** Characters of one answer that are read; a model that goes on beyond that never ends. */
const MOST_CHARS = 4 * 1024 * 1024;
/** Characters of an unreadable answer that are kept to be quoted from. */
const SAID = 1000;

/** The JSON value of a text, or undefined. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function takeJson(text: string, assembly: Assembly): void {
  const value = parsed(text);
  if (value === undefined) assembly.fail('not_json', text.slice(0, SAID));
  else assembly.take(value);
}

/** Reads server-sent events until `[DONE]`, an error or the end. */
async function readStream(chunks: AsyncIterable<string>): Promise<Completion> {
  const assembly = new Assembly();
  let done = false;
  let ended = false;
  let length = 0;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data.trim() === '[DONE]') done = true;
      // What a cut left of an event is no fault of its own.
      else if (ended) assembly.take(parsed(data));
      else if (!done && data.trim() !== '') takeJson(data, assembly);
    },
  });
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MOST_CHARS) assembly.fail('endless');
    else parser.feed(chunk);
    if (done || assembly.failed) break;
  }
  // An event counts only with the blank line after it, which some servers leave out at the very end.
  ended = true;
  parser.feed('\n\n');
  return assembly.completion(done);
}

/** The body as text, null when it does not end. */
async function readText(chunks: AsyncIterable<string>): Promise<string | null> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > MOST_CHARS) return null;
  }
  return text;
}

async function* once(text: string): AsyncIterable<string> {
  yield text;
}

export function looksLikeHtml(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body)\b/iu.test(text);
}

/** The completion in a 2xx answer: a stream, or plain JSON when the server does not stream. Throws HttpFault. */
export async function readCompletion({ headers, chunks }: HttpAnswer): Promise<Completion> {
  if (/event-stream/iu.test(headers['content-type'] ?? '')) return readStream(chunks);
  const text = await readText(chunks);
  if (text !== null && /^\s*(?:data|event|id)?:/u.test(text)) return readStream(once(text));
  const assembly = new Assembly();
  if (text === null) assembly.fail('endless');
  else if (looksLikeHtml(text)) assembly.fail('html');
  else takeJson(text, assembly);
  return assembly.completion(true);
}

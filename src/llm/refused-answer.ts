import { excerpt, flat } from '../core/text.ts';
import { complaintIn } from './assembly.ts';
import { looksLikeHtml } from './completion.ts';
import { withoutKey } from './credential.ts';
import { shownAddress } from './endpoint-address.ts';
import { type FailedAttempt, failed } from './failure.ts';
import type { HttpAnswer } from './http.ts';
import { retryAfterMs } from './retry.ts';
import { type Place, sayStatus } from './wording.ts';

/** Code points of a server's words that a failure repeats. */
const SHOWN = 200;
/** Characters of an error body that are read at all. */
const READ = 64 * 1024;

/** Where a request went and with what, as far as its failure may speak of it. */
export interface Sent {
  readonly place: Place;
  readonly key: string | null;
  /** Whether the request asked for JSON in a way that a server may not know. */
  readonly shaped: boolean;
  readonly nowMs: number;
}

/** A server's words, fit to be shown: no key, one line, short. The key goes first, so that no cut can spare a part. */
export function shownWords(said: string, key: string | null): string {
  return excerpt(flat(withoutKey(said, key)), SHOWN);
}

/** The failure in an answer whose status is not 2xx. */
export async function refusedAnswer(answer: HttpAnswer, sent: Sent): Promise<FailedAttempt> {
  const { status } = answer;
  if (status >= 300 && status < 400) return redirected(answer, sent);
  const body = await beginning(answer.chunks);
  const said = shownWords(words(body), sent.key);
  const { at } = sent.place;
  if (status === 401 || status === 403)
    return failed('endpoint_unauthorized', sayStatus.unauthorized(at, status, sent.key !== null, said));
  if (status === 429) {
    const waitMs = retryAfterMs(answer.headers['retry-after'], sent.nowMs);
    const detail = sayStatus.rate_limited(at, waitMs, said);
    return failed('endpoint_rate_limited', detail, { recovery: 'again', waitMs });
  }
  if (lacksModel(status, body)) return failed('model_not_found', sayStatus.no_model(sent.place, said));
  if (status === 404 && !looksLikeHtml(body))
    return failed('endpoint_error', sayStatus.not_found(at, said), { retryable: false });
  return otherStatus(answer, body, said, sent);
}

/** Statuses that pass by themselves; 501 and 505 never do. */
function passes(status: number): boolean {
  return [408, 409, 425].includes(status) || (status >= 500 && status !== 501 && status !== 505);
}

function otherStatus(answer: HttpAnswer, body: string, said: string, sent: Sent): FailedAttempt {
  const { status } = answer;
  const { at } = sent.place;
  const retryable = passes(status);
  const recovery = retryable ? 'again' : 'none';
  const waitMs = retryAfterMs(answer.headers['retry-after'], sent.nowMs);
  if (looksLikeHtml(body))
    return failed('endpoint_error', sayStatus.html(at, status), { retryable, recovery, waitMs });
  if (status >= 400 && status < 500 && tooLong(body))
    return failed('endpoint_error', sayStatus.context(at, said), { retryable: false });
  const detail = sayStatus.other(at, status, said);
  if (sent.shaped && dislikesShape(status, body))
    return failed('endpoint_error', detail, { retryable: false, recovery: 'other_rung' });
  const code = status === 408 || status === 504 ? 'endpoint_timeout' : 'endpoint_error';
  return failed(code, detail, { retryable, recovery, waitMs });
}

function redirected({ headers }: HttpAnswer, { place, key }: Sent): FailedAttempt {
  const location = headers.location ?? '';
  const target = URL.canParse(location, place.at) ? shownAddress(new URL(location, place.at)) : '';
  const detail = sayStatus.redirect(place.at, shownWords(target, key));
  return failed('endpoint_error', detail, { retryable: false });
}

function lacksModel(status: number, body: string): boolean {
  if (/model_not_found|\bno models? (?:is |are )?loaded/iu.test(body)) return true;
  if (status === 404) return /\bmodel\b/iu.test(body) && !looksLikeHtml(body);
  return status === 400 && /\bmodel\b.{0,200}\b(?:not found|does not exist|not loaded)\b/isu.test(body);
}

/** Whether the way in which JSON was asked for may be at fault; a grammar that cannot be built is often a 500. */
function dislikesShape(status: number, body: string): boolean {
  return [400, 415, 422, 501].includes(status) || (status === 500 && /grammar|schema|format/iu.test(body));
}

function tooLong(body: string): boolean {
  return /context.{0,20}(?:length|size|window)|maximum context|prompt is too long/iu.test(body);
}

function words(body: string): string {
  if (looksLikeHtml(body)) return '';
  try {
    return complaintIn(JSON.parse(body)) || body;
  } catch {
    return body;
  }
}

async function beginning(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length >= READ) break;
  }
  return text.slice(0, READ);
}

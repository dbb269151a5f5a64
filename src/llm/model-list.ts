import { isTable } from '../core/lenient/reading.ts';
import { faultOf } from './attempt.ts';
import { type Credential, keyFor } from './credential.ts';
import { endpointAddress, shownAddress } from './endpoint-address.ts';
import { type EndpointFailure, type FailedAttempt, failed } from './failure.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './http.ts';
import { refusedAnswer, type Sent, shownWords } from './refused-answer.ts';
import { sayCompletion } from './wording.ts';

export interface ListSettings {
  readonly baseUrl: string;
  readonly credential?: Credential;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ModelList {
  readonly ok: true;
  readonly models: readonly string[];
}

/** The health check: the ids of the models that an endpoint offers. One request, never repeated; never throws. */
export async function listModels(settings: ListSettings): Promise<ModelList | EndpointFailure> {
  const { baseUrl, credential, timeoutMs, signal } = settings;
  const url = endpointAddress(baseUrl, 'models');
  if (url === null)
    return failed('endpoint_unreachable', sayCompletion.bad_address(baseUrl), { retryable: false }).failure;
  const key = keyFor(baseUrl, credential);
  const headers = {
    accept: 'application/json',
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  };
  const request: HttpRequest = { method: 'GET', url, headers, timeoutMs, idleMs: timeoutMs, signal };
  const sent: Sent = { place: { at: shownAddress(url), model: '' }, key, shaped: false, nowMs: Date.now() };
  try {
    const outcome = await exchange(request, (answer) => read(answer, sent));
    return outcome.ok ? outcome : outcome.failure;
  } catch (error) {
    return faultOf(error, request).failure;
  }
}

/** Characters of a list that are read. */
const MOST_CHARS = 4 * 1024 * 1024;

async function read(answer: HttpAnswer, sent: Sent): Promise<ModelList | FailedAttempt> {
  if (answer.status < 200 || answer.status >= 300) return refusedAnswer(answer, sent);
  let text = '';
  for await (const chunk of answer.chunks) {
    text += chunk;
    if (text.length > MOST_CHARS) return failed('malformed_completion', sayCompletion.endless(sent.place.at));
  }
  const models = idsIn(text);
  if (models !== null) return { ok: true, models };
  const said = shownWords(text, sent.key);
  return failed('malformed_completion', sayCompletion.no_list(sent.place.at, said), { retryable: false });
}

function idsIn(text: string): string[] | null {
  try {
    const body: unknown = JSON.parse(text);
    const data = isTable(body) ? body.data : undefined;
    // Ollama sends null when it has no model at all.
    if (data === null) return [];
    if (!Array.isArray(data)) return null;
    return data.flatMap((each: unknown) => (isTable(each) && typeof each.id === 'string' ? [each.id] : []));
  } catch {
    return null;
  }
}

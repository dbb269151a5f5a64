import { type Attempt, attemptCompletion } from './attempt.ts';
import { type Credential, keyFor } from './credential.ts';
import { endpointAddress, shownAddress } from './endpoint-address.ts';
import { type EndpointFailure, type FailedAttempt, failed } from './failure.ts';
import type { HttpRequest } from './http.ts';
import { backoffMs, PATIENCE_MS, type RetryBudget, type RetryClock, realClock } from './retry.ts';
import { type ReplySchema, type Rung, type RungMemory, responseFormat, rungBelow } from './rungs.ts';
import { sayCompletion, sayFault, tell } from './wording.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One model behind one endpoint, for one job. */
export interface ChatSettings {
  /** Base URL of anything that speaks the OpenAI form, as `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly credential?: Credential;
  /** Milliseconds for one request, and for silence within an answer (as long, unless said otherwise). */
  readonly timeoutMs: number;
  readonly idleMs?: number;
  /** Shared by all calls of a job. */
  readonly retries: RetryBudget;
  /** Shared by all jobs of a process. */
  readonly rungs: RungMemory;
  readonly clock?: RetryClock;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** The JSON that is wanted; without it the reply is prose. */
  readonly schema?: ReplySchema;
  /** 0.7 when left out. */
  readonly temperature?: number;
}

/** The reply as text, without thinking and outer fences; `rung` is how JSON was asked for, null for prose. */
export interface Reply {
  readonly ok: true;
  readonly text: string;
  readonly rung: Rung | null;
}

export interface Chat {
  readonly model: string;
  /** Never throws: what goes wrong comes back as a value. */
  readonly complete: (
    messages: readonly ChatMessage[],
    options: CallOptions,
  ) => Promise<Reply | EndpointFailure>;
}

const TEMPERATURE = 0.7;

/** A client for one model; nothing is sent before `complete` is called. */
export function chat(settings: ChatSettings): Chat {
  return {
    model: settings.model,
    complete: (messages, options) => complete(settings, messages, options),
  };
}

async function complete(
  settings: ChatSettings,
  messages: readonly ChatMessage[],
  options: CallOptions,
): Promise<Reply | EndpointFailure> {
  const url = endpointAddress(settings.baseUrl, 'chat/completions');
  if (url === null) {
    const detail = sayCompletion.bad_address(settings.baseUrl);
    return failed('endpoint_unreachable', detail, { retryable: false }).failure;
  }
  const call: Call = { settings, url, messages, options };
  if (options.schema === undefined) {
    const outcome = await persistently(call, null);
    return outcome.ok ? { ok: true, text: outcome.text, rung: null } : outcome.failure;
  }
  return downTheLadder(call);
}

interface Call {
  readonly settings: ChatSettings;
  readonly url: URL;
  readonly messages: readonly ChatMessage[];
  readonly options: CallOptions;
}

/** Asks for JSON in the way that last worked here, and in a weaker one when the server refuses that. */
async function downTheLadder(call: Call): Promise<Reply | EndpointFailure> {
  const { baseUrl, model, rungs } = call.settings;
  let rung = rungs.recall(baseUrl, model);
  for (;;) {
    const outcome = await persistently(call, rung);
    if (outcome.ok) {
      rungs.keep(baseUrl, model, rung);
      return { ok: true, text: outcome.text, rung };
    }
    const below = outcome.recovery === 'other_rung' ? rungBelow(rung) : null;
    if (below === null) return outcome.failure;
    rung = below;
  }
}

/** One request, repeated while its failure may pass and the job's budget lasts. */
async function persistently(call: Call, rung: Rung | null): Promise<Attempt> {
  const { retries, clock = realClock } = call.settings;
  const { signal } = call.options;
  for (let repetition = 0; ; repetition += 1) {
    if (signal.aborted) return cancelled(call);
    const outcome = await once(call, rung, clock.nowMs());
    if (outcome.ok || outcome.recovery !== 'again') return outcome;
    const waitMs = Math.max(outcome.waitMs ?? 0, backoffMs(repetition, clock.random()));
    if (waitMs > PATIENCE_MS || !retries.take()) return outcome;
    try {
      await clock.pause(waitMs, signal);
    } catch {
      return cancelled(call);
    }
  }
}

function cancelled({ url, settings }: Call): FailedAttempt {
  return failed('cancelled', sayFault.cancelled(shownAddress(url), settings.timeoutMs));
}

function once(
  { settings, url, messages, options }: Call,
  rung: Rung | null,
  nowMs: number,
): Promise<Attempt> {
  const { baseUrl, model, timeoutMs, idleMs = timeoutMs } = settings;
  const key = keyFor(baseUrl, settings.credential);
  const { schema, temperature = TEMPERATURE, signal } = options;
  const format = schema === undefined || rung === null ? null : responseFormat(rung, schema);
  const body = {
    model,
    messages: schema === undefined ? messages : withShape(messages, schema),
    temperature,
    stream: true,
    ...(format === null ? {} : { response_format: format }),
  };
  const request: HttpRequest = {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    timeoutMs,
    idleMs,
    signal,
  };
  const place = { at: shownAddress(url), model };
  return attemptCompletion(request, { place, key, shaped: format !== null, nowMs });
}

/** The messages with the schema at the end of the last one: not every server shows it to the model by itself. */
function withShape(messages: readonly ChatMessage[], { schema }: ReplySchema): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last === undefined) return messages;
  const content = `${last.content}\n\n${tell.shape(JSON.stringify(schema))}`;
  return [...messages.slice(0, -1), { ...last, content }];
}

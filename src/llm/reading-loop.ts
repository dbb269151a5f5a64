import type { CallOptions, Chat, ChatMessage } from './endpoint.ts';
import { type EndpointFailure, failed } from './failure.ts';
import { sayCompletion, tell } from './wording.ts';

/** A reply read into a value, or what is wrong with it as the end of a sentence that begins with "it". */
export type ReplyReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

export interface Asked<T> {
  readonly messages: readonly ChatMessage[];
  readonly options: CallOptions;
  readonly read: (text: string) => ReplyReading<T>;
  /** How often the model is asked in all, at least once. */
  readonly attempts: number;
}

/** The value with the number of times the model was asked. */
export interface Answered<T> {
  readonly ok: true;
  readonly value: T;
  readonly attempts: number;
}

/**
 * Asks until the reply can be read, each time with the unreadable reply and what is wrong with it; after the last
 * attempt `malformed_completion`. A failure of the endpoint ends it at once.
 */
export async function askUntilRead<T>(chat: Chat, asked: Asked<T>): Promise<Answered<T> | EndpointFailure> {
  let messages = asked.messages;
  for (let attempt = 1; ; attempt += 1) {
    const reply = await chat.complete(messages, asked.options);
    if (!reply.ok) return reply;
    const reading = asked.read(reply.text);
    if (reading.ok) return { ok: true, value: reading.value, attempts: attempt };
    if (attempt >= asked.attempts) {
      const detail = sayCompletion.unreadable(chat.model, attempt, reading.problem);
      return failed('malformed_completion', detail).failure;
    }
    // Only the last failure goes along, so that a long reply does not fill a small context.
    messages = [
      ...asked.messages,
      { role: 'assistant', content: reply.text },
      { role: 'user', content: tell.repair(reading.problem) },
    ];
  }
}

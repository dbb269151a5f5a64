import { readScores, type ScoresRead } from '../core/lenient/scores.ts';
import { DIMENSIONS } from '../core/utility.ts';
import { argumentFaults } from '../kit/wording.ts';
import type { CallOptions, Chat, ChatMessage } from './endpoint.ts';
import type { EndpointFailure } from './failure.ts';
import { type Answered, askUntilRead, type ReplyReading } from './reading-loop.ts';
import type { ReplySchema } from './rungs.ts';

const ATTEMPTS = 3;

/** The seven dimensions, each from 0 to 1, all of them wanted. */
export const SCORE_SCHEMA: ReplySchema = {
  name: 'scores',
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      DIMENSIONS.map((name) => [name, { type: 'number', minimum: 0, maximum: 1 }]),
    ),
    required: DIMENSIONS,
    additionalProperties: false,
  },
};

/** Scores from a model's reply; one that names no dimension counts as unreadable, however polite it is. */
export function readScoreReply(text: string): ReplyReading<ScoresRead> {
  const read = readScores(text);
  if (read.ok && !read.value.empty) return { ok: true, value: read.value };
  const problem = read.ok
    ? argumentFaults.nothing_recognised('', '')
    : argumentFaults[read.reason](read.at ?? '', read.got ?? '');
  return { ok: false, problem };
}

/** Asks a model for scores, up to three times, each time with what was wrong with the reply before. */
export function askScores(
  chat: Chat,
  messages: readonly ChatMessage[],
  options: Omit<CallOptions, 'schema'>,
): Promise<Answered<ScoresRead> | EndpointFailure> {
  return askUntilRead(chat, {
    messages,
    options: { ...options, schema: SCORE_SCHEMA },
    read: readScoreReply,
    attempts: ATTEMPTS,
  });
}

import type { Generate, Matrix, NegotiationRequest } from './negotiation.ts';
import {
  answerPrompt,
  countPrompt,
  improvePrompt,
  ratingPrompt,
  ratingReminder,
  type Speaker,
} from './prompts.ts';
import { readRating, readRounds } from './reading.ts';
import { atLeastOne, type Table } from './table.ts';

/** The number of rounds: the cap, or what the model says when there is none. */
export async function askRounds(
  table: Table,
  { prompt, maxRounds, generate }: NegotiationRequest,
): Promise<number> {
  if (maxRounds !== null) return atLeastOne(maxRounds);
  const [rounds = 1] = await table.run('count', [
    async (stop) => {
      const asked = readRounds(await generate(countPrompt(prompt), stop));
      table.expectRounds(asked);
      return asked;
    },
  ]);
  return rounds;
}

/** The first answer of each agent, given without knowing the others. */
export function answers(table: Table, { prompt, generate }: NegotiationRequest): Promise<string[]> {
  return table.run(
    'generate',
    table.speakers.map((speaker) => (stop) => generate(answerPrompt(speaker, prompt), stop)),
  );
}

/** Each agent's rating of each other text; a reply without a rating is asked for once more, then left out. */
export async function ratings(
  table: Table,
  { prompt, generate }: NegotiationRequest,
  texts: readonly string[],
  kind: 'rate' | 'rate_again',
): Promise<Matrix> {
  const pairs = table.speakers.flatMap((rater) =>
    texts.flatMap((text, candidate) => (candidate === rater.index ? [] : [{ rater, text, candidate }])),
  );
  const given = await table.run(
    kind,
    pairs.map(
      ({ rater, text }) =>
        (stop) =>
          rate(generate, rater, prompt, text, stop),
    ),
  );
  const matrix = texts.map(() => texts.map((): number | null => 0));
  for (const [at, { rater, candidate }] of pairs.entries()) {
    const row = matrix[rater.index];
    if (row) row[candidate] = given[at] ?? null;
  }
  return matrix;
}

async function rate(
  generate: Generate,
  rater: Speaker,
  prompt: string,
  text: string,
  stop: AbortSignal,
): Promise<number | null> {
  const messages = ratingPrompt(rater, prompt, text);
  const reply = await generate(messages, stop);
  return readRating(reply) ?? readRating(await generate(ratingReminder(messages, reply), stop));
}

/** Each agent's rewrite in the light of the others; a blank one leaves the text as it was. */
export function rewrites(
  table: Table,
  { prompt, generate }: NegotiationRequest,
  texts: readonly string[],
  matrix: Matrix,
): Promise<string[]> {
  return table.run(
    'improve',
    table.speakers.map((speaker) => async (stop) => {
      const rewrite = await generate(improvePrompt(speaker, prompt, texts, matrix), stop);
      return rewrite.trim() === '' ? (texts[speaker.index] ?? '') : rewrite;
    }),
  );
}

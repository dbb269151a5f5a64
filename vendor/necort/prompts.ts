import { columnMean } from './matrix.ts';
import type { Matrix, Message } from './negotiation.ts';

/** Who speaks: the position from 0, how many there are, and the text that was given for it. */
export interface Speaker {
  readonly index: number;
  readonly count: number;
  readonly voice: string | undefined;
}

const system = ({ index, count, voice }: Speaker): Message => ({
  role: 'system',
  content:
    voice ?? `You are agent ${index + 1} of ${count}. Think independently and answer in your own words.`,
});

const user = (...parts: readonly string[]): Message => ({ role: 'user', content: parts.join('\n\n') });

export function countPrompt(prompt: string): Message[] {
  return [
    user(
      `Here is a task:\n\n${prompt}`,
      'How many rounds of mutual criticism and rewriting does it deserve, from 1 (simple) to 5 (very hard)? Reply with one digit and nothing else.',
    ),
  ];
}

export function answerPrompt(speaker: Speaker, prompt: string): Message[] {
  return [system(speaker), user(prompt)];
}

export function ratingPrompt(speaker: Speaker, prompt: string, candidate: string): Message[] {
  return [
    system(speaker),
    user(
      `The task:\n\n${prompt}`,
      `An answer by another agent:\n\n${candidate}`,
      'Rate this answer with one number from 0 (useless) to 10 (could not be better). Weigh accuracy, relevance, clarity and completeness together. Reply with the number and nothing else.',
    ),
  ];
}

/** Asks for the same rating once more, after a reply that held no rating. */
export function ratingReminder(asked: readonly Message[], reply: string): Message[] {
  return [
    ...asked,
    { role: 'assistant', content: reply },
    user('There is no rating from 0 to 10 in that. Reply with one number from 0 to 10, digits only.'),
  ];
}

const said = (mean: number | null) => (mean === null ? 'not rated' : `rated ${mean.toFixed(1)} of 10`);

/** Shows an agent its own text, the ratings it received and the texts of the others with theirs. */
export function improvePrompt(
  speaker: Speaker,
  prompt: string,
  texts: readonly string[],
  matrix: Matrix,
): Message[] {
  const { index } = speaker;
  const received = matrix.flatMap((row, rater) => {
    const rating = row[index];
    return rater === index || typeof rating !== 'number' ? [] : [`agent ${rater + 1}: ${rating}`];
  });
  const others = texts.flatMap((text, other) =>
    other === index ? [] : [`Answer of agent ${other + 1} (${said(columnMean(matrix, other))}):\n\n${text}`],
  );
  return [
    system(speaker),
    user(
      `The task:\n\n${prompt}`,
      `Your answer:\n\n${texts[index] ?? ''}`,
      `Ratings it received, 0 to 10: ${received.length === 0 ? 'none' : received.join(', ')}.`,
      ...others,
      'Write your answer anew and better: keep what is strong in it, take over what the others saw and you missed, correct what is wrong in either. Where you still disagree, say why. Reply with the whole answer and nothing about the process.',
    ),
  ];
}

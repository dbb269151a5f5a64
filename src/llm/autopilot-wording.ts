import { DIMENSIONS } from '../core/utility.ts';
import type { ChatMessage } from './endpoint.ts';

/** What every prompt about a session begins with. */
export interface Topic {
  readonly question: string;
  readonly stage: string;
  /** What earlier stages settled, "" when there is nothing. */
  readonly history: string;
}

const LANGUAGE = 'Answer in the language of the question.';

function messages(task: string, ...parts: readonly string[]): readonly ChatMessage[] {
  return [
    { role: 'system', content: `${task} ${LANGUAGE}` },
    { role: 'user', content: parts.filter((part) => part !== '').join('\n\n') },
  ];
}

const question = ({ question: asked }: Topic) => `Question: ${asked}`;
const stage = (topic: Topic) => `Stage: ${topic.stage}`;
const history = (topic: Topic) =>
  topic.history === '' ? '' : `What earlier stages settled:\n${topic.history}`;

/** What the model is asked in each phase: one system and one user message. */
export const prompts = {
  draft: (topic: Topic) =>
    messages(
      'You work on one stage of a hard question. Write the strongest first draft of the thought that this stage wants. Reply with the draft only, in prose.',
      question(topic),
      stage(topic),
      history(topic),
    ),
  // The lens text speaks of the draft as standing above it.
  critique: (topic: Topic, f: { draft: string; lens: string; lensText: string }) =>
    messages(
      'You criticise a draft under one lens. Reply with the critique only; do not rewrite the draft.',
      question(topic),
      stage(topic),
      `The draft:\n${f.draft}`,
      `The lens "${f.lens}":\n${f.lensText}`,
    ),
  refine: (topic: Topic, f: { draft: string; critique: string }) =>
    messages(
      'You rewrite a draft in the light of a critique. Keep what is strong, mend what the critique shows. Reply with the whole rewritten thought only.',
      question(topic),
      stage(topic),
      `The draft:\n${f.draft}`,
      `The critique:\n${f.critique}`,
    ),
  score: (topic: Topic, text: string) =>
    messages(
      'You score a text honestly; a score near 1 means that it could hardly be better.',
      question(topic),
      stage(topic),
      `The text:\n${text}`,
      `Score it from 0 to 1 on ${DIMENSIONS.join(', ')}. Reply with one JSON object of these seven names and nothing else, as in {"correctness": 0.6, "evidence": 0.4, …}.`,
    ),
  specialist: (task: string) =>
    messages(
      'You are one of several specialists. Reply with your candidate only, in prose and without scores; it is scored in a step of its own.',
      task,
    ),
};

/** The steps as a run lists them. */
export const sayDone = {
  draft: () => 'draft',
  given: () => 'draft (given)',
  critique: (lens: string) => `critique (${lens})`,
  refine: () => 'refine',
  score: (round: number) => `score (round ${round})`,
  specialist: (name: string) => `specialist (${name})`,
  closed: (round: number) => `round ${round} closed`,
};

/** What ends a run in an unforeseen state. */
export const sayStranded = (tool: string) =>
  `The session asks for ${tool}, which the autopilot does not drive.`;

import type { ToolDescription } from '../src/server/describe.ts';
import { GOOD_CALLS } from '../test/support/good-calls.ts';
import { RECORD_CALLS } from '../test/support/record-calls.ts';
import type { Chance } from '../test/support/seeded-random.ts';
import { SUBAGENT_START, SUBAGENT_STEPS } from '../test/support/subagent-phases.ts';
import { isTable } from './answers.ts';
import { callLineOf, type Line, type Material, nextLine } from './lines.ts';

type Step = readonly [tool: string, args: object];

/** Calls in a row that chance alone would hardly make. */
const STORIES: readonly [readonly Step[], ...(readonly Step[])[]] = [
  [
    ['start_session', { question: 'Edge or origin?', ...SUBAGENT_START }],
    ...SUBAGENT_STEPS.map(([, tool, args]): Step => [tool, args]),
    ['commit_subagent_thought', {}],
  ],
  [['import_session', GOOD_CALLS.import_session?.args ?? {}]],
  ...Object.entries(RECORD_CALLS).map(([tool, { before, args }]): readonly Step[] => [
    ...before,
    [tool, args],
  ]),
];
/** One in so many lines begins a story. */
const STORY_ONE_IN = 60;

/** What the answers so far let one do next. */
export class Talk {
  readonly #tools: readonly ToolDescription[];
  readonly #chance: Chance;
  readonly #ids: string[] = [];
  #asked: Material['asked'] = null;

  /** Calls of a story that are still to be made. */
  #story: readonly Step[] = [];
  #storyId: object = {};

  constructor(tools: readonly ToolDescription[], chance: Chance) {
    this.#tools = tools;
    this.#chance = chance;
  }

  next(): Line {
    if (this.#story.length === 0 && this.#chance.below(STORY_ONE_IN) === 0) {
      this.#story = this.#chance.pick(STORIES);
      this.#storyId = {};
    }
    const [step, ...rest] = this.#story;
    this.#story = rest;
    if (step !== undefined) return callLineOf(step[0], { ...this.#storyId, ...step[1] });
    return nextLine({ chance: this.#chance, tools: this.#tools, ids: this.#ids, asked: this.#asked });
  }

  /** Learns ids and the next tool from an answer. */
  hear(answer: unknown): void {
    if (!isTable(answer) || !isTable(answer.result) || !isTable(answer.result.structuredContent)) return;
    const reply = answer.result.structuredContent;
    const id = reply.session_id ?? reply.sessionId ?? reply.review_id;
    if (typeof id !== 'string') return;
    if (!this.#ids.includes(id)) this.#ids.push(id);
    const named = 'review_id' in reply ? 'review_id' : 'sessionId' in reply ? 'sessionId' : 'session_id';
    this.#storyId = { [named]: id };
    const { next_tool: tool } = reply;
    this.#asked =
      typeof tool === 'string' ? { tool, args: { ...Object(reply.next_arguments), [named]: id } } : null;
  }
}

import type { InnerCall, StepTable, Table } from './step.ts';
import { want } from './wording.ts';

const TOOL = 'sequentialthinking';
/** How many thoughts a notebook is thought to take while nobody has said. */
const GUESS = 5;

/** The mark before the conclusion that ends a notebook, as models write it; without a conclusion it ends nothing. */
const FINAL = /^[\s*_#]*final(?: thought| answer)?[\s*_]*:[\s*_]*[^\s*_]/iu;

/** The first thought of a notebook: the question itself. */
export function firstThought(question: unknown, { id, parent }: { id: string; parent: unknown }): InnerCall {
  const thought = { thought: question, thoughtNumber: 1, totalThoughts: GUESS, nextThoughtNeeded: true };
  return { tool: TOOL, input: { ...thought, sessionId: id, parentSessionId: parent } };
}

/** The number of the next thought, and how many there will be at least. */
function numbers({ last_thoughts }: Table): { next: number; total: number } {
  const last = Object(Array.isArray(last_thoughts) ? last_thoughts.at(-1) : null);
  const next = Number(last.thoughtNumber ?? 0) + 1;
  return { next, total: Math.max(next, Number(last.totalThoughts ?? GUESS)) };
}

/** The steps of a notebook of thoughts. */
export const sequentialSteps: StepTable = {
  [TOOL]: (standing) => {
    const { next, total } = numbers(standing);
    return {
      by: 'model',
      want: want.thought({ number: next }),
      field: 'thought',
      material: { question: standing.question, thought_number: next },
      calls: ({ content }) => [
        {
          tool: TOOL,
          input: {
            sessionId: standing.session_id,
            thought: content,
            thoughtNumber: next,
            totalThoughts: total,
            nextThoughtNeeded: !FINAL.test(content),
          },
        },
      ],
    };
  },
};

import { attacks } from './review-bench.ts';

type Fields = Readonly<Record<string, unknown>>;
type Call = (tool: string, args: Fields) => Promise<Fields>;

/** Counterarguments that all hold, one batch for each phase. */
export const REFUTING: readonly (readonly object[])[] = [
  attacks(5, 4, 3),
  [0, 1, 2].map((index) => ({
    index,
    verdict: 'holds',
    justification: `Nothing that was measured speaks against point ${index}.`,
  })),
];

/** The id of a review of the parent in which every counterargument holds. */
export async function refutation(call: Call, parent_session_id: string): Promise<string> {
  const started = await call('start_review', { parent_session_id, mode: 'devils_advocate' });
  const { review_id } = started;
  if (typeof review_id !== 'string') throw new Error(`no review: ${JSON.stringify(started)}`);
  for (const items of REFUTING) await call('submit', { review_id, items });
  return review_id;
}

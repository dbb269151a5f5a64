import type { Handed, Linked } from '../core/links.ts';
import { cutText } from '../core/text.ts';
import { say } from './wording.ts';

/** Code points of each thought that is handed over, and how many of the newest ones are. */
const LENGTH = 1200;
const MOST = 5;

/** The thoughts of the session that this one began from, the newest ones; nothing without any. */
export function shownContext(thoughts: readonly Handed[]) {
  if (thoughts.length === 0) return {};
  const context = thoughts
    .slice(-MOST)
    .map(({ stage, content }) => ({ stage, content: cutText(content, LENGTH) }));
  const left = thoughts.length - context.length;
  return { context, ...(left === 0 ? {} : { context_omitted: left }) };
}

/** The reviews of a record as a reply shows them. */
export function shownReviews({ reviews }: Linked) {
  if (reviews.length === 0) return {};
  const shown = reviews.map(({ review_id, thought_id, assessment, open_refutation }) => ({
    review_id,
    thought_id,
    assessment,
    open_refutation,
  }));
  return { reviews: shown };
}

/** One sentence for each refuted claim that nothing has answered yet. */
export function sayRefuted({ reviews }: Linked): string {
  return reviews
    .filter((each) => each.open_refutation)
    .map(say.refuted)
    .join(' ');
}

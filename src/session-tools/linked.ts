import type { Handed, Linked } from '../core/links.ts';
import type { SessionDocument } from '../core/session.ts';
import { openThought, stagedSession } from '../core/staged.ts';
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

/** One sentence for each refuted claim that no committed thought has answered yet, and each verdict that none can answer. */
export function sayVerdicts(document: SessionDocument, { reviews }: Pick<Linked, 'reviews'>): string {
  if (document.expected_stages === undefined)
    return reviews.flatMap((each) => (each.assessment === null ? [] : [say.judged(each)])).join(' ');
  const open = reviews.filter((each) => each.open_refutation);
  return open.map((each) => `${say.refuted(each)}${answerTo(each.review_id, document)}`).join(' ');
}

/** What becomes of the answer; a session with nothing in work says itself what is to be done. */
function answerTo(review_id: string, document: SessionDocument): string {
  const thought = document.status === 'active' ? openThought(stagedSession.read(document)) : null;
  if (thought === null) return say.unanswered();
  return thought.from === review_id ? say.answering() : say.answerNext({ review_id });
}

/** What happened, and what the reviews of the record have to say to it. */
export function sayWithReviews(
  happened: string,
  { session, linked }: { readonly session: SessionDocument; readonly linked: Linked },
): string {
  const said = sayVerdicts(session, linked);
  return said === '' ? happened : `${happened} ${said}`;
}

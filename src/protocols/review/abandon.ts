import type { ReviewSession } from './state.ts';
import type { Called } from './submit.ts';
import { refuse, sayAbandoned } from './wording.ts';

/** Closes a review, complete or not. A complete one keeps its verdict. */
export function abandon(session: ReviewSession, reason: string): Called {
  const { id, status } = session;
  if (status === 'abandoned') return { errorText: refuse.already_abandoned(id) };
  if (status !== 'active') return { errorText: refuse.closed(id, status) };
  return {
    result: { review_id: id, status: 'abandoned', reason, message: sayAbandoned() },
    session: { ...session, status: 'abandoned', abandon_reason: reason },
  };
}

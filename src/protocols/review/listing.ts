import { foldWhitespace } from '../../core/text.ts';
import { standingOf } from './standing.ts';
import type { ReviewSession } from './state.ts';
import { wireTime } from './verdict.ts';

/** The most code points of a claim in a list. */
const CLAIM = 70;

/** The claim on one line; a long one ends in an ellipsis that counts. */
function shortClaim(claim: string): string {
  const points = Array.from(foldWhitespace(claim).slice(0, 2 * CLAIM + 2));
  return points.length > CLAIM ? `${points.slice(0, CLAIM - 1).join('')}…` : points.join('');
}

/** What a list shows of a review; its phase only while it takes items. */
export function rowOf({ id, mode, phases, question, status, created_at, updated_at }: ReviewSession) {
  const { phase } = standingOf(mode, phases);
  const own = phase === null ? 'complete' : 'active';
  const shown = status === 'abandoned' ? status : own;
  return {
    review_id: id,
    claim: shortClaim(question),
    mode,
    status: shown,
    phase: shown === 'active' ? (phase?.name ?? null) : null,
    created_at: wireTime(created_at),
    updated_at: wireTime(updated_at),
  };
}

import { isTable } from './lenient/reading.ts';
import { reviewsIn } from './links.ts';
import type { SessionDocument } from './session.ts';

/** Fields that name the record that a record or one of its thoughts belongs to, with what goes along with each. */
const ORIGINS = [
  ['parent_session_id', 'parent_thought_id'],
  ['parentSessionId', 'parentThoughtId'],
  ['from', null],
] as const;

/** A link to another record: the field that holds it, and the id. */
export interface Link {
  readonly field: (typeof ORIGINS)[number][0] | 'reviews';
  readonly id: string;
}

/** Where a link leads, or null to leave it out. */
type Target = (link: Link) => string | null;

function withOrigins(part: Readonly<Record<string, unknown>>, target: Target): Record<string, unknown> {
  const changed = { ...part };
  for (const [field, beside] of ORIGINS) {
    const id = part[field];
    const to = typeof id === 'string' ? target({ field, id }) : null;
    if (to !== null) changed[field] = to;
    else if (typeof id === 'string') {
      delete changed[field];
      if (beside !== null) delete changed[beside];
    }
  }
  return changed;
}

function withReviews(document: SessionDocument, target: Target): Record<string, unknown> {
  const { reviews, review_verdicts: verdicts, ...rest } = document;
  const kept = reviewsIn(document).flatMap((id) => target({ field: 'reviews', id }) ?? []);
  const judged = (Array.isArray(verdicts) ? verdicts : []).flatMap((each: unknown) => {
    if (!isTable(each) || typeof each.review_id !== 'string') return [];
    const review_id = target({ field: 'reviews', id: each.review_id });
    return review_id === null ? [] : [{ ...each, review_id }];
  });
  return {
    ...rest,
    ...(kept.length === 0 ? {} : { reviews: kept }),
    ...(judged.length === 0 ? {} : { review_verdicts: judged }),
  };
}

/** The record with each of its links leading where `target` says; one without a target is left out. */
export function relinked(document: SessionDocument, target: Target): SessionDocument {
  const { thoughts, ...rest } = withOrigins(withReviews(document, target), target);
  const thoughtsAnew = Array.isArray(thoughts)
    ? thoughts.map((each: unknown) => (isTable(each) ? withOrigins(each, target) : each))
    : thoughts;
  // Nothing but links differs from the document.
  return { ...rest, ...(thoughts === undefined ? {} : { thoughts: thoughtsAnew }) } as SessionDocument;
}

/** Every link of a record. */
export function linksOf(document: SessionDocument): readonly Link[] {
  const found: Link[] = [];
  relinked(document, (link) => {
    found.push(link);
    return link.id;
  });
  return found;
}

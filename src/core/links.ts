import * as z from 'zod';
import { lateSchema } from './late-schema.ts';
import type { SessionDocument } from './session.ts';

/** What a review of this record says, as it is kept in a record that is closed, moved or exported. */
export const ReviewLink = lateSchema(() =>
  z.object({
    review_id: z.string(),
    /** The reviewed thought, null when the whole record was reviewed. */
    thought_id: z.string().nullable(),
    /** Null while the review is not complete. */
    assessment: z.string().nullable(),
    reason: z.string().nullable(),
    /** Whether the reviewed claim fell and no later committed thought has answered. */
    open_refutation: z.boolean(),
  }),
);
export type ReviewLink = z.infer<typeof ReviewLink>;

/** A review as it is read beside its record: with all that it came to, null while it has come to nothing. */
export interface Reviewed extends ReviewLink {
  readonly result: string | null;
}

/** A thought handed over as context. */
export interface Handed {
  readonly stage: string;
  readonly content: string;
}

/** What a record is read together with: the reviews of it, and the thoughts of the session that it began from. */
export interface Linked {
  readonly reviews: readonly Reviewed[];
  readonly context: readonly Handed[];
}

export const NOTHING_LINKED: Linked = { reviews: [], context: [] };

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** The ids of the reviews of a record, oldest first; reads damaged documents, too. */
export const reviewsIn = (document: SessionDocument): readonly string[] => texts(document.reviews);

/** The record with a review linked to it. */
export function withReview(document: SessionDocument, id: string): SessionDocument {
  const known = reviewsIn(document);
  return known.includes(id) ? document : { ...document, reviews: [...known, id] };
}

/** The record with what its reviews say, as they stand now; unchanged without reviews. */
export function withVerdicts(document: SessionDocument, { reviews }: Linked): SessionDocument {
  const verdicts = reviews.map(({ result: _, ...link }): ReviewLink => link);
  const same = JSON.stringify(document.review_verdicts) === JSON.stringify(verdicts);
  return reviews.length === 0 || same ? document : { ...document, review_verdicts: verdicts };
}

/** Whether a committed thought answers the review. */
export function isAnswered(
  thoughts: readonly { readonly committed: boolean; readonly from?: string | undefined }[],
  review: string,
): boolean {
  return thoughts.some(({ committed, from }) => committed && from === review);
}

/** The session that this one began from, or null. */
export function originOf({ from }: SessionDocument): string | null {
  return typeof from === 'string' ? from : null;
}

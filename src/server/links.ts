import * as z from 'zod';
import {
  isAnswered,
  type Linked,
  NOTHING_LINKED,
  originOf,
  type Reviewed,
  reviewsIn,
} from '../core/links.ts';
import { isSessionId, type SessionDocument } from '../core/session.ts';
import { stagedSession, type Thought } from '../core/staged.ts';
import { handedOver } from '../core/staged-result.ts';
import type { Protocol } from '../kit/protocol.ts';
import type { Registry } from '../kit/registry.ts';
import type { Source } from '../kit/source.ts';
import { type SessionStore, StoreFault } from '../store/ports.ts';

/** What following a link needs. */
interface LinkWorld {
  readonly registry: Registry;
  readonly ports: { readonly store: Pick<SessionStore, 'read'> };
}

/** So many reviews of one record are followed, the newest ones. */
const MOST_REVIEWS = 20;

/** What a protocol makes of a document; null for one that is damaged or of a later version. */
function readBy<T>(
  document: SessionDocument,
  { protocols }: Registry,
  read: (protocol: Protocol) => T | null,
): T | null {
  const protocol = protocols.get(document.protocol ?? '');
  if (protocol === undefined) return null;
  try {
    return read(protocol);
  } catch (error) {
    if (error instanceof z.ZodError) return null;
    throw error;
  }
}

/** What a record came to; null while it has come to nothing. */
export function resultOf(document: SessionDocument, registry: Registry): string | null {
  return readBy(document, registry, (protocol) => protocol.result(document));
}

/** A linked record, or null: a link to a record that is gone or cannot be read leads nowhere. */
async function linkedDocument(id: string, { ports }: LinkWorld): Promise<SessionDocument | null> {
  if (!isSessionId(id)) return null;
  try {
    return (await ports.store.read(id))?.session ?? null;
  } catch (error) {
    if (error instanceof StoreFault) return null;
    throw error;
  }
}

function thoughtsOf(document: SessionDocument, registry: Registry): readonly Thought[] {
  if (document.expected_stages === undefined) return [];
  return readBy(document, registry, () => stagedSession.read(document).thoughts) ?? [];
}

/** The record of an id as a source for another one, or null. */
export async function sourceOf(id: string, world: LinkWorld): Promise<Source | null> {
  const document = await linkedDocument(id, world);
  if (document === null) return null;
  const { registry } = world;
  const thoughts = handedOver({ thoughts: thoughtsOf(document, registry) });
  return { id, question: document.question, result: resultOf(document, registry), thoughts };
}

/** Whether the review is of this record or of one that this is a copy of; an import may name another one's review. */
async function isReviewOf(
  { id, question }: SessionDocument,
  { parent_session_id: parent }: SessionDocument,
  world: LinkWorld,
): Promise<boolean> {
  if (typeof parent !== 'string' || parent === id) return true;
  const reviewed = await linkedDocument(parent, world);
  return reviewed === null || reviewed.question === question;
}

async function reviewLink(id: string, document: SessionDocument, world: LinkWorld): Promise<Reviewed | null> {
  const review = await linkedDocument(id, world);
  if (review === null || !(await isReviewOf(document, review, world))) return null;
  const judgement = readBy(review, world.registry, (protocol) => protocol.judges?.(review) ?? null);
  const { parent_thought_id: thought } = review;
  return {
    review_id: id,
    thought_id: typeof thought === 'string' ? thought : null,
    assessment: judgement?.assessment ?? null,
    reason: judgement?.reason ?? null,
    result: resultOf(review, world.registry),
    open_refutation:
      judgement?.refutes === true &&
      canAnswer(document) &&
      !isAnswered(thoughtsOf(document, world.registry), id),
  };
}

/** Only a session with stages has thoughts that say what they answer. */
const canAnswer = ({ expected_stages }: SessionDocument) => expected_stages !== undefined;

/** What the reviews of a record say. */
async function reviewsOf(document: SessionDocument, world: LinkWorld): Promise<Reviewed[]> {
  const reviews: Reviewed[] = [];
  for (const id of reviewsIn(document).slice(-MOST_REVIEWS)) {
    const link = await reviewLink(id, document, world);
    if (link !== null) reviews.push(link);
  }
  return reviews;
}

/** What a record is read together with: the reviews of it, and the thoughts of the session that it began from. */
export async function linkedWith(document: SessionDocument, world: LinkWorld): Promise<Linked> {
  const origin = originOf(document);
  if (reviewsIn(document).length === 0 && origin === null) return NOTHING_LINKED;
  const reviews = await reviewsOf(document, world);
  const source = origin === null ? null : await sourceOf(origin, world);
  return { reviews, context: source?.thoughts ?? [] };
}

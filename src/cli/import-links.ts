import { reviewsIn } from '../core/links.ts';
import { type Link, linksOf, relinked } from '../core/relinking.ts';
import type { SessionDocument } from '../core/session.ts';
import type { World } from '../kit/tool.ts';

/** A record of an import: the id that it has here, and what its file says. */
export interface Landed {
  readonly path: string;
  readonly id: string;
  /** The id in the file. */
  readonly fileId: string | null;
  readonly links: readonly Link[];
  /** Whether this import has stored it. */
  readonly isNew: boolean;
}

/** A record of an import, as `settleLinks` wants it. */
export function landed(session: SessionDocument, facts: Omit<Landed, 'links'>): Landed {
  return { ...facts, links: linksOf(session) };
}

/** The record of the same import that a link means; of several under one id the one that knows the owner. */
function meant({ id }: Link, owner: Landed, all: readonly Landed[]): Landed | undefined {
  const named = all.filter(({ fileId }) => fileId === id);
  const knowing = named.find(({ links }) => links.some((link) => link.id === owner.fileId));
  const isOne = new Set(named.map((each) => each.id)).size === 1;
  return knowing ?? (isOne ? named[0] : undefined);
}

/** Where a link of an import leads here; null takes it out. */
interface Aim {
  readonly id: string | null;
  /** Whether a session that was here before only bears the id that was meant. */
  readonly isUnsure: boolean;
}

const SURE = { isUnsure: false };

/** Where a link leads to that no record of the same import is meant by. */
async function aimOutside(link: Link, id: string, owner: Landed, { ports }: World): Promise<Aim> {
  const there = await ports.store.read(id).catch(() => null);
  if (there === null) return { id, ...SURE };
  // A thought may answer a review of its own record.
  if (owner.links.some((each) => each.field === 'reviews' && each.id === link.id))
    return { id: (await isReviewOf(owner, there.session, ports)) ? id : null, ...SURE };
  // What names a parent is believed by nobody before the parent names it, too.
  return { id, isUnsure: !reviewsIn(there.session).includes(owner.id) };
}

/** Whether a stored review is of this record: it names it, by its id here or by the one of its file. */
async function isReviewOf(
  owner: Landed,
  review: SessionDocument,
  { store }: World['ports'],
): Promise<boolean> {
  const { parent_session_id: parent } = review;
  if (parent === owner.id) return true;
  if (parent !== owner.fileId || owner.fileId === null) return false;
  const stranger = await store.read(owner.fileId).catch(() => null);
  return stranger === null || !reviewsIn(stranger.session).includes(review.id);
}

async function aimOf(link: Link, owner: Landed, all: readonly Landed[], world: World): Promise<Aim> {
  const within = all.some(({ fileId }) => fileId === link.id);
  const found = meant(link, owner, all);
  if (within && found === undefined) return { id: null, ...SURE };
  if (found?.isNew === true) return { id: found.id, ...SURE };
  const aim = await aimOutside(link, found?.id ?? link.id, owner, world);
  return found === undefined ? aim : { ...aim, ...SURE };
}

const keyOf = ({ field, id }: Link) => `${field} ${id}`;

/** The links of one record that an import took out, and those of which it cannot tell whether they lead right. */
export interface LooseLinks {
  readonly dropped: readonly Link[];
  readonly unsure: readonly Link[];
}

/**
 * Lets the links between the records of an import follow the ids that these have here, and takes out those that
 * would lead to another record than the one that was meant. Returns what a person should know of, by path.
 */
export async function settleLinks(
  all: readonly Landed[],
  world: World,
): Promise<ReadonlyMap<string, LooseLinks>> {
  const loose = new Map<string, LooseLinks>();
  const named = new Map<Landed, readonly string[]>();
  for (const owner of all.filter(({ isNew }) => isNew)) {
    const links = [...new Map(owner.links.map((link) => [keyOf(link), link])).values()];
    const aims = new Map<string, Aim>();
    for (const link of links) aims.set(keyOf(link), await aimOf(link, owner, all, world));
    const idOf = (link: Link) => aims.get(keyOf(link))?.id ?? null;
    if (!links.every((link) => idOf(link) === link.id))
      await world.ports.store.transact(owner.id, world.now, ({ session }) => ({
        reply: null,
        session: relinked(session, idOf),
      }));
    named.set(
      owner,
      links.flatMap((link) => (link.field === 'reviews' ? (idOf(link) ?? []) : [])),
    );
    const dropped = links.filter((link) => idOf(link) === null);
    const unsure = links.filter((link) => aims.get(keyOf(link))?.isUnsure === true);
    if (dropped.length + unsure.length > 0) loose.set(owner.path, { dropped, unsure });
  }
  for (const [owner, reviews] of named) await nameOwner(owner, reviews, world);
  return loose;
}

/** Lets the reviews of a record that got another id name that one. */
async function nameOwner({ id, fileId }: Landed, reviews: readonly string[], { ports, now }: World) {
  if (id === fileId) return;
  for (const review of reviews)
    await ports.store.transact(review, now, ({ session }) =>
      session.parent_session_id === fileId
        ? { reply: null, session: { ...session, parent_session_id: id } }
        : { reply: null },
    );
}

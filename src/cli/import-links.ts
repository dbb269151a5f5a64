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

/** Whether a record that was here before can be what the link means: a review and what it reviews name each other. */
async function fits({ field }: Link, id: string, owner: Landed, { ports }: World): Promise<boolean> {
  if (field === 'from' || field === 'parentSessionId') return true;
  const there = await ports.store.read(id).catch(() => null);
  if (there === null) return true;
  return field === 'reviews'
    ? there.session.parent_session_id === owner.id
    : reviewsIn(there.session).includes(owner.id);
}

async function targetOf(
  link: Link,
  owner: Landed,
  all: readonly Landed[],
  world: World,
): Promise<string | null> {
  const within = all.some(({ fileId }) => fileId === link.id);
  const found = meant(link, owner, all);
  if (within && found === undefined) return null;
  if (found?.isNew === true) return found.id;
  const id = found?.id ?? link.id;
  return (await fits(link, id, owner, world)) ? id : null;
}

const keyOf = ({ field, id }: Link) => `${field} ${id}`;

/**
 * Lets the links between the records of an import follow the ids that these have here, and takes out those that
 * would lead to another record than the one that was meant. Returns the links that were taken out, by path.
 */
export async function settleLinks(
  all: readonly Landed[],
  world: World,
): Promise<ReadonlyMap<string, readonly Link[]>> {
  const dropped = new Map<string, readonly Link[]>();
  for (const owner of all.filter(({ isNew }) => isNew)) {
    const targets = new Map<string, string | null>();
    for (const link of owner.links) targets.set(keyOf(link), await targetOf(link, owner, all, world));
    if (owner.links.every((link) => targets.get(keyOf(link)) === link.id)) continue;
    await world.ports.store.transact(owner.id, world.now, ({ session }) => ({
      reply: null,
      session: relinked(session, (link) => targets.get(keyOf(link)) ?? null),
    }));
    const gone = new Map(owner.links.map((link) => [keyOf(link), link]));
    for (const [key, target] of targets) if (target !== null) gone.delete(key);
    if (gone.size > 0) dropped.set(owner.path, [...gone.values()]);
  }
  return dropped;
}

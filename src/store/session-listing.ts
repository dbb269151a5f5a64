import type { SessionDocument } from '../core/session.ts';
import type { IndexEntry } from './index-entry.ts';
import type { ListQuery, SessionSummary, StoreFaultCode } from './ports.ts';

/** A session's place in the order of listings. */
interface Place {
  readonly id: string;
  readonly createdAt: string;
}

/** Newest first; sessions of the same moment by id. */
function byAge(one: Place, other: Place): number {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

/** A cursor names the last session shown, so it holds even when that session is gone. */
function placeOf(cursor: string | null): Place | null {
  const bar = cursor?.lastIndexOf('|') ?? -1;
  return cursor === null || bar < 0 ? null : { createdAt: cursor.slice(0, bar), id: cursor.slice(bar + 1) };
}

/** The ids of all entries, newest first; without those of archived sessions where only listed ones are wanted. */
export function newestFirst(entries: ReadonlyMap<string, IndexEntry>, which?: 'listed'): string[] {
  const shown = [...entries].filter(([, entry]) => which !== 'listed' || hasStatus(entry, null));
  const places = shown.map(([id, entry]) => ({ id, createdAt: entry.created_at }));
  return places.sort(byAge).map((place) => place.id);
}

const isOpen = ({ status, over }: IndexEntry) => status === 'active' && over !== true;

function hasStatus(entry: IndexEntry, wanted: ListQuery['status']): boolean {
  if (wanted === null) return entry.status !== 'archived';
  return wanted === 'open' ? isOpen(entry) : entry.status === wanted;
}

function matches(entry: IndexEntry, query: ListQuery): boolean {
  return (
    hasStatus(entry, query.status) &&
    (query.protocol === null || entry.mode === query.protocol) &&
    (query.project === null || entry.project === query.project)
  );
}

/** The page of a query: its ids, how many match in all, and the cursor of the page after it. */
export function pageOf(entries: ReadonlyMap<string, IndexEntry>, query: ListQuery) {
  const after = placeOf(query.cursor);
  const limit = Math.max(1, query.limit);
  const first: Place[] = [];
  let count = 0;
  let following = 0;
  for (const [id, entry] of entries) {
    if (!matches(entry, query)) continue;
    count += 1;
    const place = { id, createdAt: entry.created_at };
    if (after !== null && byAge(place, after) <= 0) continue;
    following += 1;
    keepFirst(first, place, limit);
  }
  const last = first.at(-1);
  return {
    ids: first.map((place) => place.id),
    count,
    next_cursor: last && following > first.length ? `${last.createdAt}|${last.id}` : null,
  };
}

/** Adds a place to the `limit` newest ones, in their order: a page of many needs no sorting of all. */
function keepFirst(first: Place[], place: Place, limit: number): void {
  const last = first.at(-1);
  if (first.length >= limit && last && byAge(place, last) > 0) return;
  const older = first.findIndex((other) => byAge(place, other) < 0);
  first.splice(older < 0 ? first.length : older, 0, place);
  if (first.length > limit) first.pop();
}

/** One row from the index entry and what its file holds now: the session, or the fault of reading it. */
export function summaryOf(
  id: string,
  entry: IndexEntry,
  content: SessionDocument | StoreFaultCode,
): SessionSummary {
  const { mode, question, status, project, path, created_at, updated_at } = entry;
  const row = {
    id,
    question,
    protocol: mode,
    status,
    project,
    path,
    created_at,
    updated_at,
    open: isOpen(entry),
  };
  if (typeof content === 'string') return { ...row, session: null, fault: content };
  return { ...row, updated_at: content.updated_at, session: content, fault: null };
}

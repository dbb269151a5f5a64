import { wordsOf } from '../../src/core/search/words.ts';
import { isSessionId, SessionDocument } from '../../src/core/session.ts';
import { isOver } from '../../src/registry.ts';
import { createEntryOf } from '../../src/store/index-entry.ts';
import {
  type MoveOutcome,
  type MoveRefusalCode,
  type SessionStore,
  type Stored,
  StoreFault,
  type StoreFaultCode,
} from '../../src/store/ports.ts';
import { newestFirst, pageOf, summaryOf } from '../../src/store/session-listing.ts';

/** A store without a disk, with handles to look into it and to make it fail. */
export interface MemoryStore extends SessionStore {
  /** The session as stored, or null; a copy. */
  peek(id: string): SessionDocument | null;
  /** Stores a session as it is, under its own id. */
  put(session: SessionDocument): void;
  /** Makes every call on the session answer with this fault; null heals it. */
  breakSession(id: string, code: StoreFaultCode | null): void;
  /** Makes the next call that writes fail, once. */
  failNextWrite(fault: StoreFault): void;
  /** Makes the next move be refused with this code and detail, once. */
  refuseNextMove(code: MoveRefusalCode, detail: string): void;
  /** Makes the next move leave the old file behind. */
  leaveNextBehind(): void;
}

/** Where a session lies before it is moved. */
const firstPath = (id: string) => `/memory/sessions/${id}.json`;
/** The home folder, for a `~` in a destination; an existing folder, too. */
const HOME = '/memory/user';

const entryOf = createEntryOf(isOver);

function createShelf() {
  const texts = new Map<string, string>();
  const paths = new Map<string, string>();
  const pathOf = (id: string) => paths.get(id) ?? firstPath(id);
  const broken = new Map<string, StoreFaultCode>();
  let nextFault: StoreFault | null = null;
  const open = (id: string): Stored | null => {
    const text = texts.get(id);
    if (text === undefined) return null;
    const fault = broken.get(id);
    if (fault !== undefined) throw new StoreFault(fault, `${pathOf(id)} is broken on purpose`);
    return { session: SessionDocument.parse(JSON.parse(text)), path: pathOf(id) };
  };
  const write = (session: SessionDocument) => {
    const fault = nextFault;
    nextFault = null;
    if (fault) throw fault;
    texts.set(session.id, JSON.stringify(session));
  };
  /** Every session as stored, the broken ones too. */
  const entries = () =>
    new Map(
      [...texts].map(([id, text]) => [id, entryOf(SessionDocument.parse(JSON.parse(text)), pathOf(id))]),
    );
  const failNextWrite = (fault: StoreFault) => {
    nextFault = fault;
  };
  return { texts, paths, pathOf, broken, open, write, entries, failNextWrite };
}

type Shelf = ReturnType<typeof createShelf>;

function creating(shelf: Shelf, newId: () => string): Pick<SessionStore, 'create' | 'insert'> {
  const store = (draft: Omit<SessionDocument, 'id'>, id: string): Stored => {
    const session = SessionDocument.parse({ ...draft, id });
    shelf.write(session);
    return { session, path: shelf.pathOf(id) };
  };
  const create = async (draft: Omit<SessionDocument, 'id'>, nameAt: (tries: number) => string = newId) => {
    let tries = 0;
    let id = nameAt(tries);
    while (shelf.texts.has(id)) {
      tries += 1;
      id = nameAt(tries);
    }
    return store(draft, id);
  };
  return {
    create,
    insert: async (draft, wantedId) => {
      const isFree = (id: string) =>
        ![...shelf.texts.keys()].some((other) => other.toLowerCase() === id.toLowerCase());
      return wantedId !== null && isSessionId(wantedId) && isFree(wantedId)
        ? store(draft, wantedId)
        : create(draft);
    },
  };
}

function changing(shelf: Shelf): Pick<SessionStore, 'read' | 'transact' | 'trash'> {
  return {
    read: async (id) => shelf.open(id),
    transact: async (id, now, decide) => {
      const stored = shelf.open(id);
      if (stored === null) return null;
      const revision = stored.session.revision + 1;
      const { reply, session } = decide(stored);
      if (session !== undefined) shelf.write({ ...session, id, revision, updated_at: now });
      return reply;
    },
    trash: async (id, now) => {
      if (!shelf.texts.delete(id)) return null;
      shelf.paths.delete(id);
      const isMissing = shelf.broken.get(id) === 'session_file_missing';
      shelf.broken.delete(id);
      return { trashedPath: isMissing ? null : `/memory/trash/${id}-${now}.json` };
    },
  };
}

function destinationOf(shelf: Shelf, id: string, to: string, force: boolean): string | MoveOutcome {
  const refused = (code: MoveRefusalCode, path: string): MoveOutcome => ({
    kind: 'refused',
    code,
    path,
    detail: '',
  });
  const expanded = to.replace(/^~(?=\/|$)/, HOME);
  if (!expanded.startsWith('/')) return refused('destination_not_absolute', to);
  const path = expanded === HOME ? `${HOME}/${id}.json` : expanded;
  if (path === shelf.pathOf(id)) return refused('destination_same_as_current', path);
  const isTaken = [...shelf.texts.keys()].some((other) => shelf.pathOf(other) === path);
  if (isTaken) return refused(force ? 'destination_not_a_session' : 'destination_exists', path);
  return path;
}

function moving(shelf: Shelf): Pick<MemoryStore, 'move' | 'refuseNextMove' | 'leaveNextBehind'> {
  let refusal: { code: MoveRefusalCode; detail: string } | null = null;
  let leaves = false;
  return {
    refuseNextMove: (code, detail) => {
      refusal = { code, detail };
    },
    leaveNextBehind: () => {
      leaves = true;
    },
    move: async (id, now, { to, force, packed }) => {
      const stored = shelf.open(id);
      if (stored === null) return null;
      const [refused, leftBehind] = [refusal, leaves];
      [refusal, leaves] = [null, false];
      if (refused !== null) return { kind: 'refused', path: to, ...refused };
      const path = destinationOf(shelf, id, to, force);
      if (typeof path !== 'string') return path;
      const fromPath = stored.path;
      const record = { from_path: fromPath, to_path: path, timestamp: now, unlink_failed: leftBehind };
      const session = {
        ...(packed?.(stored.session) ?? stored.session),
        revision: stored.session.revision + 1,
        updated_at: now,
        move_history: [...stored.session.move_history, record],
      };
      shelf.write(session);
      shelf.paths.set(id, path);
      return { kind: 'moved', session, fromPath, newPath: path, leftBehind };
    },
  };
}

/** A complete session store in memory; ids are `s1`, `s2`, … unless `newId` makes others. */
export function createMemoryStore(newId?: () => string): MemoryStore {
  const shelf = createShelf();
  let made = 0;
  const ordinal = () => {
    made += 1;
    return `s${made}`;
  };
  return {
    ...creating(shelf, newId ?? ordinal),
    ...changing(shelf),
    ...moving(shelf),
    list: async (query) => {
      const entries = shelf.entries();
      const { ids, count, next_cursor } = pageOf(entries, query);
      const sessions = ids.flatMap((id) => {
        const entry = entries.get(id);
        const content = shelf.broken.get(id) ?? shelf.open(id)?.session;
        return entry && content ? [summaryOf(id, entry, content)] : [];
      });
      return { sessions, count, next_cursor };
    },
    search: async ({ words, limit, offset, status, protocol, project }, passagesOf) => {
      const query = { limit: Number.MAX_SAFE_INTEGER, cursor: null, status, protocol, project };
      const hits = pageOf(shelf.entries(), query).ids.flatMap((id) => {
        const session = shelf.broken.has(id) ? null : shelf.open(id)?.session;
        if (!session) return [];
        const texts = [session.question, ...passagesOf(session).map(({ text }) => text)];
        const has = words.some((word) => texts.some((text) => wordsOf(text).includes(word)));
        return has ? [{ session, place: {}, snippet: session.question, others: 0 }] : [];
      });
      return { hits: hits.slice(offset, offset + limit), count: hits.length };
    },
    fold: async (id) => {
      const stored = shelf.open(id);
      return stored && { path: stored.path };
    },
    // Nobody else can change it.
    watch: () => () => undefined,
    close: async () => undefined,
    ids: async (which) => newestFirst(shelf.entries(), which),
    peek: (id) => {
      const text = shelf.texts.get(id);
      return text === undefined ? null : SessionDocument.parse(JSON.parse(text));
    },
    put: (session) => {
      shelf.texts.set(session.id, JSON.stringify(session));
    },
    breakSession: (id, code) => {
      if (code === null) shelf.broken.delete(id);
      else shelf.broken.set(id, code);
    },
    failNextWrite: shelf.failNextWrite,
  };
}

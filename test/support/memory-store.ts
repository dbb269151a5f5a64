import { SessionDocument } from '../../src/core/session.ts';
import { entryOf } from '../../src/store/index-entry.ts';
import { type SessionStore, type Stored, StoreFault, type StoreFaultCode } from '../../src/store/ports.ts';
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
}

/** Where a session would lie. */
const pathOf = (id: string) => `/memory/sessions/${id}.json`;

function createShelf() {
  const texts = new Map<string, string>();
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
  return { texts, broken, open, write, entries, failNextWrite };
}

type Shelf = ReturnType<typeof createShelf>;

function calls(
  shelf: Shelf,
  newId: () => string,
): Pick<SessionStore, 'create' | 'read' | 'transact' | 'trash'> {
  return {
    create: async (draft) => {
      let id = newId();
      while (shelf.texts.has(id)) id = newId();
      const session = SessionDocument.parse({ ...draft, id });
      shelf.write(session);
      return { session, path: pathOf(id) };
    },
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
      const isMissing = shelf.broken.get(id) === 'session_file_missing';
      shelf.broken.delete(id);
      return { trashedPath: isMissing ? null : `/memory/trash/${id}-${now}.json` };
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
    ...calls(shelf, newId ?? ordinal),
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
    ids: async () => newestFirst(shelf.entries()),
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

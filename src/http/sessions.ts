import type { Work } from './work.ts';

/** One connected client. */
export interface HttpSession {
  /** Requests of this client whose answers are still open, streams among them. */
  readonly work: Work;
  /** When the last of them ended, on the clock of the table. */
  lastUsed: number;
  close(): Promise<void>;
}

/** The connected clients by the id of their session. */
export interface SessionTable<T extends HttpSession> {
  /** Whether one more has room; the longest silent one makes room when it has been silent long enough. */
  hasRoom(): boolean;
  add(id: string, session: T): void;
  find(id: string): T | null;
  remove(id: string): void;
  size(): number;
  /** Runs a request of a session, which is not idle meanwhile. */
  during(session: T, work: () => Promise<void>): Promise<void>;
  /** Ends the sessions that have been idle too long. */
  sweep(): void;
  closeAll(): Promise<void>;
}

interface TableOptions {
  readonly sessions: number;
  readonly idleMs: number;
  readonly yieldMs: number;
  readonly now: () => number;
}

/** An empty table. */
export function createSessionTable<T extends HttpSession>(options: TableOptions): SessionTable<T> {
  const { sessions: most, idleMs, yieldMs, now } = options;
  const table = new Map<string, T>();
  const idleFor = (session: T) => (session.work.count() > 0 ? 0 : now() - session.lastUsed);
  const end = (id: string, session: T) => {
    table.delete(id);
    void session.close();
  };
  const makeRoom = () => {
    const [oldest] = [...table].sort(([, a], [, b]) => idleFor(b) - idleFor(a));
    if (oldest === undefined || idleFor(oldest[1]) < yieldMs) return false;
    end(...oldest);
    return true;
  };
  return {
    hasRoom: () => table.size < most || makeRoom(),
    add: (id, session) => void table.set(id, session),
    find: (id) => table.get(id) ?? null,
    remove: (id) => void table.delete(id),
    size: () => table.size,
    during: async (session, work) => {
      try {
        await session.work.during(work);
      } finally {
        session.lastUsed = now();
      }
    },
    sweep: () => {
      for (const [id, session] of table) if (idleFor(session) >= idleMs) end(id, session);
    },
    closeAll: async () => {
      await Promise.all([...table.values()].map((session) => session.close()));
      table.clear();
    },
  };
}

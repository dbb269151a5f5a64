import { SESSION_ID, SessionDocument } from '../core/session.ts';
import { writeAtomic, writeExclusive } from './atomic-file.ts';
import { createCallQueue } from './call-queue.ts';
import { guarded } from './fs-faults.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import { entryOf, type IndexEntry, sameEntry } from './index-entry.ts';
import type { OwnMark } from './index-marks.ts';
import { createLocks } from './lock.ts';
import { type Decision, type SessionStore, type SessionSummary, type Stored, StoreFault } from './ports.ts';
import { createSessionAccess, type OpenSession } from './session-access.ts';
import { encodeSession } from './session-codec.ts';
import { createDisposal } from './session-disposal.ts';
import { createSessionFolder } from './session-folder.ts';
import { createSessionIndex } from './session-index.ts';
import { newestFirst, pageOf, summaryOf } from './session-listing.ts';

export interface SessionStoreOptions {
  /** The data root, an absolute path. */
  readonly root: string;
  /** A fresh id for a new session; asked again when the id is taken. */
  readonly newId: () => string;
  /** The largest session file, in bytes. */
  readonly sessionLimitBytes: () => Promise<number> | number;
  readonly fs?: FsLayer;
  readonly host?: string;
  /** How long a call waits for another living process, in ms. */
  readonly lockWaitMs?: number;
}

/** The reply of a transaction, and the mark of an index entry that is still to be written. */
interface Outcome<T> {
  readonly reply: T;
  readonly mark: OwnMark | null;
}

const MIB = 1024 * 1024;
/** More taken ids in a row than chance could bring. */
const ID_TRIES = 100;

function checkSize(text: string, limit: number, what: string): void {
  const size = Buffer.byteLength(text);
  if (size <= limit) return;
  const [grown, most] = [size, limit].map((bytes) => `${(bytes / MIB).toFixed(2)} MiB (${bytes} bytes)`);
  throw new StoreFault('session_too_large', `${what} would grow to ${grown}; the limit is ${most}`);
}

/** The sessions of one data root as files that several processes may share. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { root, newId, sessionLimitBytes, fs = realFs } = options;
  const host = options.host === undefined ? {} : { host: options.host };
  const wait = options.lockWaitMs === undefined ? {} : { waitMs: options.lockWaitMs };
  const locks = createLocks({ root, fs, ...host, ...wait });
  const folder = createSessionFolder(fs, root);
  const index = createSessionIndex({ root, fs, ...host, locks, folder });
  const access = createSessionAccess(fs, folder, index);
  const discard = createDisposal(fs, root, folder, index);
  const queue = createCallQueue();

  /** Runs one call's work after the earlier calls on the session and under its lock. */
  function inTurn<T>(id: string, work: (limit: number) => T): Promise<T> {
    const arrived = performance.now();
    return queue.run(id, async () => {
      const limit = await sessionLimitBytes();
      return locks.withLock(`session-${id}`, () => work(limit), { arrived });
    });
  }

  /** Writes the changed session, under a mark when its index entry changes with it. */
  function save(stored: OpenSession, changed: SessionDocument, limit: number): OwnMark | null {
    const { path } = stored;
    const text = encodeSession(changed);
    checkSize(text, limit, path);
    const entry = (session: SessionDocument): IndexEntry => entryOf(session, path);
    const mark = sameEntry(entry(stored.session), entry(changed)) ? null : index.announce(changed.id);
    try {
      guarded(`writing ${path}`, () => writeAtomic(fs, path, text, stored.bytes));
    } catch (error) {
      mark?.clear();
      throw error;
    }
    return mark;
  }

  type Decide<T> = (stored: Stored) => Decision<T>;
  function step<T>(id: string, now: string, limit: number, decide: Decide<T>): Outcome<T> | null {
    const stored = access.openToWrite(id, now);
    if (stored === null) return null;
    const revision = stored.session.revision + 1;
    const { reply, session } = decide({ session: stored.session, path: stored.path });
    if (session === undefined) return { reply, mark: null };
    return { reply, mark: save(stored, { ...session, id, revision, updated_at: now }, limit) };
  }

  /** Null when the id is taken. */
  function createUnder(id: string, draft: Omit<SessionDocument, 'id'>, limit: number): Stored | null {
    const session = SessionDocument.parse({ ...draft, id });
    const text = encodeSession(session);
    checkSize(text, limit, 'the session');
    const path = folder.own(id);
    return guarded(`creating ${path}`, () => {
      fs.mkdir(folder.path);
      if (folder.readAt(folder.pointer(id)) !== null || !writeExclusive(fs, path, text)) return null;
      return { session, path };
    });
  }

  /** The row of one session from its file, or from the index when the file cannot be read. */
  function summarize(id: string, entry: IndexEntry | undefined): SessionSummary[] {
    if (entry === undefined) return [];
    try {
      const found = access.open(id);
      if (found === null) return [summaryOf(id, entry, 'session_file_missing')];
      return [summaryOf(id, entryOf(found.session, found.path), found.session)];
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      return [summaryOf(id, entry, error.code)];
    }
  }

  return {
    create: async (draft) => {
      const limit = await sessionLimitBytes();
      for (let tries = 0; tries < ID_TRIES; tries += 1) {
        const stored = createUnder(newId(), draft, limit);
        if (stored === null) continue;
        await index.settle(stored.session.id);
        return stored;
      }
      throw new StoreFault('storage_unavailable', `no free session id was found in ${folder.path}`);
    },
    read: async (id) => {
      if (!SESSION_ID.test(id)) return null;
      return queue.run(id, async () => {
        const found = access.open(id);
        return found && { session: found.session, path: found.path };
      });
    },
    transact: async (id, now, decide) => {
      if (!SESSION_ID.test(id)) return null;
      const outcome = await inTurn(id, (limit) => step(id, now, limit, decide));
      if (outcome?.mark) await index.settle(id, outcome.mark);
      return outcome && outcome.reply;
    },
    list: async (query) => {
      const entries = await index.entries();
      const { ids, count, next_cursor } = pageOf(entries, query);
      return { sessions: ids.flatMap((id) => summarize(id, entries.get(id))), count, next_cursor };
    },
    ids: async () => newestFirst(await index.entries()),
    trash: async (id, now) => {
      if (!SESSION_ID.test(id)) return null;
      const disposal = await inTurn(id, () => discard(id, now));
      if (disposal) await index.settle(id, disposal.mark);
      return disposal && { trashedPath: disposal.trashedPath };
    },
  };
}

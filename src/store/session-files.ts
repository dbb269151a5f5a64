import { SESSION_ID } from '../core/session.ts';
import { createCallQueue } from './call-queue.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import { entryOf, type IndexEntry } from './index-entry.ts';
import { createLocks } from './lock.ts';
import { type SessionStore, type SessionSummary, StoreFault } from './ports.ts';
import { createSessionAccess, type SessionAccess } from './session-access.ts';
import { createDisposal, type Disposal } from './session-disposal.ts';
import { createSessionFolder } from './session-folder.ts';
import { createSessionIndex, type SessionIndex } from './session-index.ts';
import { newestFirst, pageOf, summaryOf } from './session-listing.ts';
import { changeSession, createSession, type WriteParts } from './session-writes.ts';

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

/** Runs one call's work after the earlier calls on the session and under its lock. */
type InTurn = <T>(id: string, work: (limit: number) => T) => Promise<T>;

interface StoreParts extends WriteParts {
  readonly inTurn: InTurn;
  readonly inOrder: <T>(id: string, work: () => T) => Promise<T>;
  readonly discard: (id: string, now: string) => Disposal | null;
}

/** More taken ids in a row than chance could bring. */
const ID_TRIES = 100;

function assemble(options: SessionStoreOptions): StoreParts {
  const { root, sessionLimitBytes, fs = realFs } = options;
  const host = options.host === undefined ? {} : { host: options.host };
  const wait = options.lockWaitMs === undefined ? {} : { waitMs: options.lockWaitMs };
  const locks = createLocks({ root, fs, ...host, ...wait });
  const folder = createSessionFolder(fs, root);
  const index = createSessionIndex({ root, fs, ...host, locks, folder });
  const access = createSessionAccess(fs, folder, index);
  const queue = createCallQueue();
  const inTurn: InTurn = (id, work) => {
    const arrived = performance.now();
    return queue.run(id, async () => {
      const limit = await sessionLimitBytes();
      return locks.withLock(`session-${id}`, () => work(limit), { arrived });
    });
  };
  const discard = createDisposal(fs, root, folder, index);
  return {
    fs,
    folder,
    index,
    access,
    inTurn,
    inOrder: (id, work) => queue.run(id, async () => work()),
    discard,
  };
}

/** The row of one session from its file, or from the index when the file cannot be read. */
function summarize(access: SessionAccess, id: string, entry: IndexEntry | undefined): SessionSummary[] {
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

function createWithFreshId(parts: StoreParts, options: SessionStoreOptions): SessionStore['create'] {
  return async (draft) => {
    const limit = await options.sessionLimitBytes();
    for (let tries = 0; tries < ID_TRIES; tries += 1) {
      const stored = createSession(parts, options.newId(), draft, limit);
      if (stored === null) continue;
      await parts.index.settle(stored.session.id);
      return stored;
    }
    throw new StoreFault('storage_unavailable', `no free session id was found in ${parts.folder.path}`);
  };
}

function listings(index: SessionIndex, access: SessionAccess): Pick<SessionStore, 'list' | 'ids'> {
  return {
    list: async (query) => {
      const entries = await index.entries();
      const { ids, count, next_cursor } = pageOf(entries, query);
      return { sessions: ids.flatMap((id) => summarize(access, id, entries.get(id))), count, next_cursor };
    },
    ids: async () => newestFirst(await index.entries()),
  };
}

/** The sessions of one data root as files that several processes may share. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const parts = assemble(options);
  const { access, index, inTurn, inOrder, discard } = parts;
  return {
    create: createWithFreshId(parts, options),
    ...listings(index, access),
    read: async (id) => {
      if (!SESSION_ID.test(id)) return null;
      const found = await inOrder(id, () => access.open(id));
      return found && { session: found.session, path: found.path };
    },
    transact: async (id, now, decide) => {
      if (!SESSION_ID.test(id)) return null;
      const outcome = await inTurn(id, (limit) => changeSession(parts, id, { now, limit }, decide));
      if (outcome?.mark) await index.settle(id, outcome.mark);
      return outcome === null ? null : outcome.reply;
    },
    trash: async (id, now) => {
      if (!SESSION_ID.test(id)) return null;
      const disposal = await inTurn(id, () => discard(id, now));
      if (disposal) await index.settle(id, disposal.mark);
      return disposal && { trashedPath: disposal.trashedPath };
    },
  };
}

import { homedir } from 'node:os';
import { once } from '../core/once.ts';
import { SESSION_ID, type SessionDocument } from '../core/session.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import { createHomeWatch, type HomeWatch } from './home-watch.ts';
import { createEntryOf, type IndexEntry } from './index-entry.ts';
import { createLocks, type Locks, sessionLock } from './lock.ts';
import { type SessionStore, type SessionSummary, type Stored, StoreFault } from './ports.ts';
import { createSessionAccess } from './session-access.ts';
import { isReadOnly } from './session-codec.ts';
import { createDisposal } from './session-disposal.ts';
import { createSessionFolder } from './session-folder.ts';
import { createSessionIndex } from './session-index.ts';
import { insertSession } from './session-insert.ts';
import { newestFirst, pageOf, summaryOf } from './session-listing.ts';
import { moveSession } from './session-move.ts';
import { fold, type WriteParts } from './session-save.ts';
import { createSessionWatch } from './session-watch.ts';
import { changeSession, createSession } from './session-writes.ts';

export interface SessionStoreOptions {
  /** The data root, an absolute path. */
  readonly root: string;
  /** A fresh id for a new session; asked again when the id is taken. */
  readonly newId: () => string;
  /** The largest session file, in bytes. */
  readonly sessionLimitBytes: () => Promise<number> | number;
  /** Whether an active session came to its end though nobody closed it; never where this is left out. */
  readonly isOver?: (session: SessionDocument) => boolean;
  /** The most sessions that are not archived; 0 and absent mean no limit. */
  readonly mostSessions?: () => Promise<number>;
  readonly fs?: FsLayer;
  readonly host?: string;
  /** The user's home folder, for a `~` in the destination of a move. */
  readonly home?: string;
  /** How long a call waits for another living process, in ms. */
  readonly lockWaitMs?: number;
  /** A session whose file is larger keeps its changes in a tail, in bytes. */
  readonly wholeUpTo?: number;
  /** How many changed sessions the search index keeps apart from the others. */
  readonly recentUpTo?: number;
}

interface StoreParts extends WriteParts {
  readonly options: SessionStoreOptions;
  readonly locks: Locks;
  readonly watch: HomeWatch;
  /** Runs one call's work under the lock of the session; null for an id that no session can have. */
  readonly inTurn: <T>(id: string, work: (limit: number) => T | null) => Promise<T | null>;
}

/** Files up to this size are written whole at each change, in bytes. */
const WHOLE_UP_TO = 64 * 1024;
/** What the limit on sessions counts. */
const EVERY_LISTED = { limit: 1, cursor: null, status: null, protocol: null, project: null };
/** More taken ids in a row than chance could bring. */
const ID_TRIES = 100;

function assemble(options: SessionStoreOptions): StoreParts {
  const { root, sessionLimitBytes, isOver = () => false, fs = realFs } = options;
  const host = options.host === undefined ? {} : { host: options.host };
  const wait = options.lockWaitMs === undefined ? {} : { waitMs: options.lockWaitMs };
  const locks = createLocks({ root, fs, ...host, ...wait });
  const folder = createSessionFolder(fs, root);
  const entryOf = createEntryOf(isOver);
  const index = createSessionIndex({ root, fs, ...host, locks, folder, entryOf });
  const access = createSessionAccess(fs, folder, index);
  const watch = createHomeWatch(fs, root);
  const inTurn: StoreParts['inTurn'] = async (id, work) => {
    const arrived = performance.now();
    if (!SESSION_ID.test(id) || !watch.isThere()) return null;
    const limit = await sessionLimitBytes();
    return locks.withLock(sessionLock(id), () => work(limit), { arrived });
  };
  const { wholeUpTo = WHOLE_UP_TO } = options;
  const tails = new Set<string>();
  return { options, locks, fs, folder, index, access, entryOf, watch, inTurn, wholeUpTo, tails };
}

/** The row of one session from its file, or from the index when the file cannot be read. */
function summarize(
  { access, entryOf }: Pick<StoreParts, 'access' | 'entryOf'>,
  id: string,
  entry: IndexEntry | undefined,
): SessionSummary[] {
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

type Creating = Pick<SessionStore, 'create' | 'insert'>;

function creating(parts: StoreParts): Creating {
  const { options, index, folder, locks, watch } = parts;
  const underFreshId = (
    draft: Parameters<Creating['create']>[0],
    limit: number,
    nameAt: (tries: number) => string = options.newId,
  ): Stored => {
    for (let tries = 0; tries < ID_TRIES; tries += 1) {
      const stored = createSession(parts, nameAt(tries), draft, limit);
      if (stored !== null) return stored;
    }
    throw new StoreFault('storage_unavailable', `no free session id was found in ${folder.path}`);
  };
  const checkRoom = async ({ status }: Parameters<Creating['create']>[0]) => {
    const most = status === 'archived' ? 0 : ((await options.mostSessions?.()) ?? 0);
    if (most === 0 || !watch.isThere()) return;
    const { count } = pageOf(await index.entries(), EVERY_LISTED);
    if (count < most) return;
    throw new StoreFault('too_many_sessions', `limits.sessions is ${most}, and ${count} are stored`);
  };
  const settled = async (stored: Stored) => {
    watch.seen();
    await index.settle(stored.session.id);
    return stored;
  };
  return {
    create: async (draft, nameAt) => {
      await checkRoom(draft);
      return settled(underFreshId(draft, await options.sessionLimitBytes(), nameAt));
    },
    insert: async (draft, wantedId) => {
      await checkRoom(draft);
      const limit = await options.sessionLimitBytes();
      // One import at a time, because ids that differ in their case alone are different files here.
      const insert = () =>
        (wantedId === null ? null : insertSession(parts, wantedId, draft, limit)) ??
        underFreshId(draft, limit);
      return settled(await locks.withLock('insert', insert));
    },
  };
}

function listing(parts: StoreParts): Pick<SessionStore, 'list' | 'ids' | 'search'> {
  const { index, watch, options } = parts;
  const { root, recentUpTo } = options;
  const most = recentUpTo === undefined ? {} : { recentUpTo };
  // Loaded when something is first looked for.
  const searching = once(async () => {
    const { createSessionSearch } = await import('./session-search.ts');
    return createSessionSearch({ ...parts, ...most, root });
  });
  const entries = async () => {
    const found = watch.isThere() ? await index.entries() : new Map<string, IndexEntry>();
    if (found.size > 0) watch.seen();
    return found;
  };
  return {
    list: async (query) => {
      const found = await entries();
      const { ids, count, next_cursor } = pageOf(found, query);
      return { sessions: ids.flatMap((id) => summarize(parts, id, found.get(id))), count, next_cursor };
    },
    ids: async (which) => newestFirst(await entries(), which),
    search: async (query, passagesOf, watcher) =>
      watch.isThere() ? (await searching())(query, passagesOf, watcher) : { hits: [], count: 0 },
  };
}

function folding(parts: StoreParts): Pick<SessionStore, 'fold' | 'close'> {
  const { access, inTurn, tails } = parts;
  const foldNow = (id: string) =>
    inTurn(id, () => {
      const found = access.open(id);
      if (found === null) return null;
      if (!isReadOnly(found.session)) fold(parts, found);
      return { path: found.path };
    });
  return {
    fold: foldNow,
    close: async () => {
      for (const id of tails) await foldNow(id).catch(() => undefined);
    },
  };
}

type Changing = Pick<SessionStore, 'transact' | 'move' | 'trash'>;

function changing(parts: StoreParts): Changing {
  const { options, index, inTurn } = parts;
  const { root, home = homedir() } = options;
  const discard = createDisposal(parts, root);
  return {
    transact: async (id, now, decide) => {
      const outcome = await inTurn(id, (limit) => changeSession(parts, id, { now, limit }, decide));
      if (outcome?.mark) await index.settle(id, outcome.mark);
      return outcome === null ? null : outcome.reply;
    },
    move: async (id, now, target) => {
      const moved = await inTurn(id, () => moveSession(parts, id, now, { ...target, home, root }));
      if (moved?.mark) await index.settle(id, moved.mark);
      return moved === null ? null : moved.outcome;
    },
    trash: async (id, now) => {
      const disposal = await inTurn(id, () => discard(id, now));
      if (disposal) await index.settle(id, disposal.mark);
      return disposal && { trashedPath: disposal.trashedPath };
    },
  };
}

/** The sessions of one data root as files that several processes may share. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const parts = assemble(options);
  const { access, watch } = parts;
  const { create, insert } = creating(parts);
  const { list, ids, search } = listing(parts);
  const { transact, move, trash } = changing(parts);
  const { fold: foldOne, close } = folding(parts);
  return {
    create: (draft, nameAt) => watch.guard(() => create(draft, nameAt)),
    insert: (draft, wantedId) => watch.guard(() => insert(draft, wantedId)),
    read: (id) =>
      watch.guard(async () => {
        const found = SESSION_ID.test(id) ? access.open(id) : null;
        if (found === null) {
          // Only where nothing is found it matters whether the root is there.
          watch.isThere();
          return null;
        }
        watch.seen();
        parts.folder.cache.keep(found);
        return { session: found.session, path: found.path };
      }),
    transact: (id, now, decide) => watch.guard(() => transact(id, now, decide)),
    move: (id, now, target) => watch.guard(() => move(id, now, target)),
    fold: (id) => watch.guard(() => foldOne(id)),
    list: (query) => watch.guard(() => list(query)),
    watch: createSessionWatch(parts.fs, parts.folder).watch,
    ids: (which) => watch.guard(() => ids(which)),
    search: (query, passagesOf, watcher) => watch.guard(() => search(query, passagesOf, watcher)),
    trash: (id, now) => watch.guard(() => trash(id, now)),
    close,
  };
}

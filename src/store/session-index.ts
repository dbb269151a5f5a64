import { guarded } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { createIndexCache } from './index-cache.ts';
import type { EntryOf, IndexEntry } from './index-entry.ts';
import { createIndexMarks, type OwnMark } from './index-marks.ts';
import { type IndexSources, type Survey, surveyIndex } from './index-survey.ts';
import { type Locks, sessionLock } from './lock.ts';
import type { SessionFolder } from './session-folder.ts';
import { lookUp } from './session-lookup.ts';

/** The index is a cache, so no call waits long for it. */
const PATIENCE_MS = 1_500;

export interface SessionIndexOptions {
  readonly root: string;
  readonly fs: FsLayer;
  readonly host?: string;
  readonly locks: Locks;
  readonly folder: SessionFolder;
  readonly entryOf: EntryOf;
}

/** The cache of the session files in `index.json`. */
export interface SessionIndex {
  /** What the index says of one session now, right or not. */
  peek(id: string): IndexEntry | null;
  /** All ids in the index now, right or not. */
  knownIds(): Iterable<string>;
  /** All sessions, after whatever is missing or outdated has been read from the files. */
  entries(): Promise<ReadonlyMap<string, IndexEntry>>;
  /** Announces a change of the session's entry; to be called before the session file changes. */
  announce(id: string): OwnMark;
  /** Writes the entry of a session from its file; best effort, and ends the mark. */
  settle(id: string, mark?: OwnMark): Promise<void>;
}

/** Surveys under the lock, because another process may have written since, and stores the result. */
function repair(sources: IndexSources, locks: Locks, touched: readonly string[]): Promise<Survey> {
  const work = () => {
    const now = surveyIndex(sources, touched);
    if (now.changed) sources.cache.store(now.entries);
    for (const mark of now.marks) if (mark.abandoned) mark.remove();
    return now;
  };
  return locks.withLock('index', work, { waitMs: PATIENCE_MS });
}

/** Gives the sessions that only the index of the original server can find a pointer of their own. */
async function adoptMoved({ cache, folder }: IndexSources, locks: Locks, ids: readonly string[]) {
  const point = (id: string) => {
    if (folder.target(id) !== null) return;
    const found = lookUp(folder, id, () => cache.load().get(id) ?? null);
    if (found !== null && found.path !== folder.own(id)) folder.point(id, found.path);
  };
  for (const id of ids) await locks.withLock(sessionLock(id), () => point(id), { waitMs: PATIENCE_MS });
}

/** The index of one data root. */
export function createSessionIndex(options: SessionIndexOptions): SessionIndex {
  const { root, fs, locks, folder, entryOf } = options;
  const marks = createIndexMarks(fs, root, options.host);
  const cache = createIndexCache(fs, root);
  const sources = { fs, cache, folder, marks, entryOf };
  const heal = async (touched: readonly string[]) => {
    const { outside } = await repair(sources, locks, touched);
    const strays = outside.filter((id) => folder.target(id) === null);
    await adoptMoved(sources, locks, strays).catch(() => undefined);
  };
  return {
    peek: (id) => cache.load().get(id) ?? null,
    knownIds: () => cache.load().keys(),
    announce: marks.set,
    entries: async () => {
      const now = guarded(`listing ${root}`, () => surveyIndex(sources, []));
      const isBehind = now.changed || now.outside.length > 0 || now.marks.some((mark) => mark.abandoned);
      if (isBehind) await heal([]).catch(() => undefined);
      return now.entries;
    },
    settle: async (id, mark) => {
      try {
        await heal([id]);
        mark?.clear();
      } catch {
        mark?.leave();
      }
    },
  };
}

import { writeAtomic } from './atomic-file.ts';
import { guarded } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { formatIndex, type IndexEntry } from './index-entry.ts';
import { createIndexMarks, type OwnMark } from './index-marks.ts';
import { indexPath, loadIndex, surveyIndex } from './index-survey.ts';
import type { Locks } from './lock.ts';
import type { SessionFolder } from './session-folder.ts';

/** The index is a cache, so no call waits long for it. */
const PATIENCE_MS = 1_500;

export interface SessionIndexOptions {
  readonly root: string;
  readonly fs: FsLayer;
  readonly host?: string;
  readonly locks: Locks;
  readonly folder: SessionFolder;
}

/** The cache of the session files in `index.json`. */
export interface SessionIndex {
  /** What the index says of one session now, right or not. */
  peek(id: string): IndexEntry | null;
  /** All sessions, after whatever is missing or outdated has been read from the files. */
  entries(): Promise<ReadonlyMap<string, IndexEntry>>;
  /** Announces a change of the session's entry; to be called before the session file changes. */
  announce(id: string): OwnMark;
  /** Writes the entry of a session from its file; best effort, and ends the mark. */
  settle(id: string, mark?: OwnMark): Promise<void>;
}

/** The index of one data root. */
export function createSessionIndex(options: SessionIndexOptions): SessionIndex {
  const { root, fs, locks, folder } = options;
  const marks = createIndexMarks(fs, root, options.host);
  const sources = { fs, file: indexPath(root), folder, marks };
  /** Surveys under the lock, because another process may have written since, and stores the result. */
  const repair = (touched: readonly string[]) =>
    locks.withLock(
      'index',
      () => {
        const now = surveyIndex(sources, touched);
        if (now.changed) writeAtomic(fs, sources.file, formatIndex(now.entries));
        for (const mark of now.marks) if (mark.abandoned) mark.remove();
      },
      { waitMs: PATIENCE_MS },
    );
  return {
    peek: (id) => loadIndex(sources).get(id) ?? null,
    announce: marks.set,
    entries: async () => {
      const now = guarded(`listing ${root}`, () => surveyIndex(sources, []));
      if (now.changed || now.marks.some((mark) => mark.abandoned)) await repair([]).catch(() => undefined);
      return now.entries;
    },
    settle: async (id, mark) => {
      try {
        await repair([id]);
        mark?.clear();
      } catch {
        mark?.leave();
      }
    },
  };
}

import { hostname } from 'node:os';
import { join } from 'node:path';
import { decodeText, readIfThere, writeAtomic } from './atomic-file.ts';
import { guarded } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { entryOf, formatIndex, type IndexEntry, parseIndex, sameEntry, unreadEntry } from './index-entry.ts';
import { createIndexMarks, type IndexMark, type OwnMark } from './index-marks.ts';
import type { Locks } from './lock.ts';
import { StoreFault } from './ports.ts';
import { decodeSession } from './session-codec.ts';
import type { FoundFile, SessionFolder } from './session-folder.ts';

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

interface Survey {
  readonly entries: Map<string, IndexEntry>;
  readonly changed: boolean;
  readonly marks: readonly IndexMark[];
}

/** The session's bytes: where the folder says, else where the index last knew them. */
function locate(folder: SessionFolder, id: string, known: IndexEntry | undefined): FoundFile | null {
  const found = folder.find(id);
  if (found !== null || known === undefined || known.path === folder.own(id)) return found;
  return folder.readAt(known.path);
}

const faultCode = (error: unknown) => (error instanceof StoreFault ? error.code : 'storage_unavailable');

export function createSessionIndex(options: SessionIndexOptions): SessionIndex {
  const { root, fs, host = hostname(), locks, folder } = options;
  const file = join(root, 'index.json');
  const marks = createIndexMarks(fs, root, host);

  const load = () => {
    const bytes = guarded(`reading ${file}`, () => readIfThere(fs, file));
    return parseIndex((bytes && decodeText(bytes)) ?? '');
  };

  const madeAt = (path: string) => {
    try {
      return new Date(fs.stat(path).mtimeMs).toISOString();
    } catch {
      return new Date(0).toISOString();
    }
  };

  /** The entry that the files justify; undefined when the session is gone for good. */
  function fresh(id: string, known: IndexEntry | undefined, leaving: boolean): IndexEntry | undefined {
    try {
      const found = locate(folder, id, known);
      if (found !== null) return entryOf(decodeSession(found.bytes, id, found.path), found.path);
      return leaving || known === undefined ? undefined : { ...known, fault: 'session_file_missing' };
    } catch (error) {
      const path = folder.own(id);
      return { ...(known ?? unreadEntry(path, madeAt(path))), fault: faultCode(error) };
    }
  }

  function survey(touched: readonly string[]): Survey {
    const entries = load();
    const ids = folder.ids();
    const found = marks.all();
    const announced = new Set([...touched, ...found.map((mark) => mark.id)]);
    const suspects = new Set(announced);
    for (const id of ids) if (!entries.has(id)) suspects.add(id);
    for (const [id, entry] of entries) if (entry.fault !== undefined || !ids.has(id)) suspects.add(id);
    let changed = false;
    for (const id of suspects) {
      const known = entries.get(id);
      const next = fresh(id, known, announced.has(id));
      if (next) entries.set(id, next);
      else entries.delete(id);
      changed ||= !sameEntry(known, next);
    }
    return { entries, changed, marks: found };
  }

  /** Surveys again under the lock, because another process may have written since, and stores the result. */
  const repair = (touched: readonly string[]) =>
    locks.withLock(
      'index',
      () => {
        const now = survey(touched);
        if (now.changed) writeAtomic(fs, file, formatIndex(now.entries));
        for (const mark of now.marks) if (mark.abandoned) mark.remove();
      },
      { waitMs: PATIENCE_MS },
    );

  return {
    peek: (id) => load().get(id) ?? null,
    announce: marks.set,
    entries: async () => {
      const now = guarded(`listing ${root}`, () => survey([]));
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

import type { FsLayer } from './fs-layer.ts';
import type { IndexCache } from './index-cache.ts';
import { type EntryOf, type IndexEntry, sameEntry, unreadEntry } from './index-entry.ts';
import type { IndexMark, IndexMarks } from './index-marks.ts';
import { StoreFault } from './ports.ts';
import type { SessionFolder } from './session-folder.ts';
import { lookUp } from './session-lookup.ts';

/** What a look at the index takes in. */
export interface IndexSources {
  readonly fs: FsLayer;
  readonly cache: IndexCache;
  readonly folder: SessionFolder;
  readonly marks: IndexMarks;
  readonly entryOf: EntryOf;
}

/** The entries as the files justify them, and whether index.json says something else. */
export interface Survey {
  readonly entries: ReadonlyMap<string, IndexEntry>;
  readonly changed: boolean;
  readonly marks: readonly IndexMark[];
  /** Sessions that have just been read outside the folder, where perhaps no pointer leads to yet. */
  readonly outside: readonly string[];
}

function madeAt(fs: FsLayer, path: string): string {
  try {
    return new Date(fs.stat(path)?.mtimeMs ?? 0).toISOString();
  } catch {
    return new Date(0).toISOString();
  }
}

function hasPointer(folder: SessionFolder, id: string): boolean {
  try {
    return folder.target(id) !== null;
  } catch {
    return true;
  }
}

/** The entry that the session's file justifies; undefined when the session is gone for good. */
function freshEntry(
  { fs, folder, entryOf }: IndexSources,
  id: string,
  known: IndexEntry | undefined,
  isAnnounced: boolean,
): IndexEntry | undefined {
  try {
    const found = lookUp(folder, id, () => known ?? null);
    return found ? entryOf(found.session, found.path) : undefined;
  } catch (error) {
    const fault = error instanceof StoreFault ? error.code : 'storage_unavailable';
    // A session that is announced and has neither file nor pointer was on its way to the trash.
    if (fault === 'session_file_missing' && isAnnounced && !hasPointer(folder, id)) return undefined;
    const path = folder.own(id);
    return { ...(known ?? unreadEntry(path, madeAt(fs, path))), fault };
  }
}

/** Ids whose entry cannot be trusted without a look at the file. */
function suspectsOf(entries: ReadonlyMap<string, IndexEntry>, ids: ReadonlySet<string>): string[] {
  const suspects: string[] = [];
  for (const id of ids) if (!entries.has(id)) suspects.push(id);
  const isComplete = suspects.length === 0 && ids.size === entries.size;
  for (const [id, entry] of entries)
    if (entry.fault !== undefined || !(isComplete || ids.has(id))) suspects.push(id);
  return suspects;
}

/** Compares the index with the names of the session files and reads only the sessions that differ. */
export function surveyIndex(sources: IndexSources, touched: readonly string[]): Survey {
  // Marks come first: a change announced after this look is settled by its own process.
  const marks = sources.marks.all();
  const before = sources.cache.load();
  const announced = new Set([...touched, ...marks.map((mark) => mark.id)]);
  const doubtful = new Set([...announced, ...suspectsOf(before, sources.folder.ids())]);
  if (doubtful.size === 0) return { entries: before, changed: false, marks, outside: [] };
  const entries = new Map(before);
  const outside: string[] = [];
  let changed = false;
  for (const id of doubtful) {
    const known = before.get(id);
    const next = freshEntry(sources, id, known, announced.has(id));
    if (next) entries.set(id, next);
    else entries.delete(id);
    if (next && next.fault === undefined && next.path !== sources.folder.own(id)) outside.push(id);
    changed ||= !sameEntry(known, next);
  }
  return { entries, changed, marks, outside };
}

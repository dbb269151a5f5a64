import { join } from 'node:path';
import { decodeText, readIfThere } from './atomic-file.ts';
import { guarded } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { entryOf, type IndexEntry, parseIndex, sameEntry, unreadEntry } from './index-entry.ts';
import type { IndexMark, IndexMarks } from './index-marks.ts';
import { StoreFault } from './ports.ts';
import { decodeSession } from './session-codec.ts';
import type { FoundFile, SessionFolder } from './session-folder.ts';

/** What a look at the index takes in. */
export interface IndexSources {
  readonly fs: FsLayer;
  /** The path of index.json. */
  readonly file: string;
  readonly folder: SessionFolder;
  readonly marks: IndexMarks;
}

/** The entries as the files justify them, and whether index.json says something else. */
export interface Survey {
  readonly entries: Map<string, IndexEntry>;
  readonly changed: boolean;
  readonly marks: readonly IndexMark[];
}

/** The usable entries of index.json as it is. */
export function loadIndex({ fs, file }: IndexSources): Map<string, IndexEntry> {
  const bytes = guarded(`reading ${file}`, () => readIfThere(fs, file));
  return parseIndex((bytes && decodeText(bytes)) ?? '');
}

function madeAt(fs: FsLayer, path: string): string {
  try {
    return new Date(fs.stat(path).mtimeMs).toISOString();
  } catch {
    return new Date(0).toISOString();
  }
}

/** The session's bytes: where the folder says, else where the index last knew them. */
function locate(folder: SessionFolder, id: string, known: IndexEntry | undefined): FoundFile | null {
  const found = folder.find(id);
  if (found !== null || known === undefined || known.path === folder.own(id)) return found;
  return folder.readAt(known.path);
}

/** The entry that the session's file justifies; undefined when the session is gone for good. */
function freshEntry(
  { fs, folder }: IndexSources,
  id: string,
  known: IndexEntry | undefined,
  isAnnounced: boolean,
): IndexEntry | undefined {
  try {
    const found = locate(folder, id, known);
    if (found !== null) return entryOf(decodeSession(found.bytes, id, found.path), found.path);
    return isAnnounced || known === undefined ? undefined : { ...known, fault: 'session_file_missing' };
  } catch (error) {
    const path = folder.own(id);
    const fault = error instanceof StoreFault ? error.code : 'storage_unavailable';
    return { ...(known ?? unreadEntry(path, madeAt(fs, path))), fault };
  }
}

/** Ids whose entry cannot be trusted without a look at the file. */
function suspectsOf(entries: ReadonlyMap<string, IndexEntry>, ids: ReadonlySet<string>): string[] {
  const unknown = [...ids].filter((id) => !entries.has(id));
  const doubtful = [...entries].filter(([id, entry]) => entry.fault !== undefined || !ids.has(id));
  return [...unknown, ...doubtful.map(([id]) => id)];
}

/** Compares the index with the names of the session files and reads only the sessions that differ. */
export function surveyIndex(sources: IndexSources, touched: readonly string[]): Survey {
  // Marks come first: a change announced after this look is settled by its own process.
  const marks = sources.marks.all();
  const entries = loadIndex(sources);
  const announced = new Set([...touched, ...marks.map((mark) => mark.id)]);
  let changed = false;
  for (const id of new Set([...announced, ...suspectsOf(entries, sources.folder.ids())])) {
    const known = entries.get(id);
    const next = freshEntry(sources, id, known, announced.has(id));
    if (next) entries.set(id, next);
    else entries.delete(id);
    changed ||= !sameEntry(known, next);
  }
  return { entries, changed, marks };
}

/** The path of the index below a data root. */
export const indexPath = (root: string) => join(root, 'index.json');

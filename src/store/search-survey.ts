import type { Corpus } from '../core/search/ranking.ts';
import { allDocs, type SearchDoc } from '../core/search/segment.ts';
import { SETTLED_MS, stampOf } from './changing-file.ts';
import { errorCode } from './fs-faults.ts';
import type { FileStat, FsLayer } from './fs-layer.ts';
import { StoreFault } from './ports.ts';
import type { StoredCorpus } from './search-files.ts';
import type { SessionFolder } from './session-folder.ts';

/** A session file as a glance at the disk shows it. */
export interface Sighting {
  readonly id: string;
  /** "" while the file may change again without another stamp. */
  readonly stamp: string;
  readonly path: string | null;
}

/** What has changed since the index was written. */
export interface Changes {
  readonly changed: readonly Sighting[];
  /** Ids that no file stands for any more. */
  readonly vanished: readonly string[];
  readonly folderStamp: string | null;
}

const TAIL = '.tail.jsonl';
const POINTER = '.moved.json';

/** The sessions of an index that count. */
function liveDocs({ base, recent, gone }: Corpus): SearchDoc[] {
  return [...allDocs(base.docs).filter(({ id }) => !gone.has(id)), ...allDocs(recent.docs)];
}

/** Those among them whose file has to be looked at one by one. */
function looseDocs({ base, recent, gone }: Corpus): SearchDoc[] {
  const inBase = base.docs.loose.map(base.docs.doc).filter(({ id }) => !gone.has(id));
  return [...inBase, ...recent.docs.loose.map(recent.docs.doc)];
}

const isSettled = (stat: FileStat) => Date.now() - stat.mtimeMs > SETTLED_MS;

function statOf(fs: FsLayer, path: string): FileStat | null {
  try {
    return fs.stat(path);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return null;
  }
}

/** Looks at the file of a session and at its tail, if it may have one. */
function sight(
  fs: FsLayer,
  folder: SessionFolder,
  id: string,
  about: { readonly moved: boolean; readonly tailed: boolean },
): Sighting {
  const path = about.moved ? targetOf(folder, id) : null;
  const own = folder.own(id);
  const tail = about.tailed ? folder.tailOf(own) : null;
  const [file, tailed] = [statOf(fs, path ?? own), tail === null ? null : statOf(fs, tail)];
  const settled = [file, tailed].every((stat) => stat === null || isSettled(stat));
  const stamp = [file === null ? '-' : stampOf(file), ...(tailed === null ? [] : [stampOf(tailed)])].join(
    '|',
  );
  return { id, stamp: settled ? stamp : '', path };
}

function targetOf(folder: SessionFolder, id: string): string | null {
  try {
    return folder.target(id);
  } catch (error) {
    if (error instanceof StoreFault) return null;
    throw error;
  }
}

const differs = (doc: SearchDoc | undefined, { stamp, path }: Sighting) =>
  doc === undefined || stamp === '' || doc.stamp !== stamp || doc.path !== path;

/** Looks at every file that the sessions folder names. */
function wholeSurvey(fs: FsLayer, folder: SessionFolder, corpus: Corpus): Omit<Changes, 'folderStamp'> {
  const names = folder.names();
  const known = new Map(liveDocs(corpus).map((doc) => [doc.id, doc]));
  const ids = folder.ids(names);
  const changed: Sighting[] = [];
  for (const id of ids) {
    const about = { moved: names.has(`${id}${POINTER}`), tailed: names.has(`${id}${TAIL}`) };
    const now = sight(fs, folder, id, about);
    if (differs(known.get(id), now)) changed.push(now);
  }
  return { changed, vanished: [...known.keys()].filter((id) => !ids.has(id)) };
}

/**
 * Compares the index with the files. While the sessions folder is as it was, no file in it has been replaced, so
 * that only those are looked at that change in other ways: files with a tail, and moved ones.
 */
export function surveyFiles(fs: FsLayer, folder: SessionFolder, corpus: StoredCorpus): Changes {
  const stat = statOf(fs, folder.path);
  if (stat === null)
    return { changed: [], vanished: liveDocs(corpus).map(({ id }) => id), folderStamp: null };
  const folderStamp = isSettled(stat) ? stampOf(stat) : null;
  if (folderStamp === null || folderStamp !== corpus.folderStamp)
    return { ...wholeSurvey(fs, folder, corpus), folderStamp };
  const changed = looseDocs(corpus).flatMap((doc) => {
    const now = sight(fs, folder, doc.id, { moved: doc.path !== null, tailed: true });
    return differs(doc, now) ? [now] : [];
  });
  return { changed, vanished: [], folderStamp };
}

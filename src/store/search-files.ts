import { join } from 'node:path';
import { DamagedIndex } from '../core/search/postings.ts';
import type { Corpus } from '../core/search/ranking.ts';
import type { Segment } from '../core/search/segment.ts';
import { EMPTY_SEGMENT } from '../core/search/segment-writer.ts';
import { readIfThere, replaceOnce } from './atomic-file.ts';
import { createFileReader } from './changing-file.ts';
import { errorCode } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { readSegment, type SegmentFile, writeSegment } from './search-segment-file.ts';

/** The search index as it is stored, and the stamp of the sessions folder that it is in step with. */
export interface StoredCorpus extends Corpus {
  /** Null when every session file has to be looked at. */
  readonly folderStamp: string | null;
}

/** The index of nothing, which stands for one that is missing. */
export const NO_CORPUS: StoredCorpus = {
  base: EMPTY_SEGMENT,
  recent: EMPTY_SEGMENT,
  gone: new Set(),
  folderStamp: null,
};

/** The files below `search/`: most sessions in one, what has changed since in another, and what joins them. */
export interface SearchFiles {
  /** The index as it is on disk; `NO_CORPUS` when it is missing, damaged, or of another layout. */
  load(): StoredCorpus;
  /** Writes what differs from the index on disk; throws what the disk says. */
  store(corpus: StoredCorpus): void;
  /** Closes the files that a search has opened. */
  close(): void;
}

/** What joins the two segments; a pair that it does not name is not used. */
interface Joint {
  readonly base: string;
  readonly recent: string;
  readonly gone: readonly string[];
  readonly folder_stamp: string | null;
}

function parseJoint(bytes: Uint8Array): Joint | null {
  const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  const joint = Object(value) as Partial<Joint>;
  const { base, recent, gone, folder_stamp = null } = joint;
  if (typeof base !== 'string' || typeof recent !== 'string' || !Array.isArray(gone)) return null;
  return { base, recent, gone, folder_stamp };
}

/** Null for a file that is missing, damaged or unreadable: a cache that cannot be read is none. */
function orNull<T>(load: () => T | null): T | null {
  try {
    return load();
  } catch (error) {
    if (error instanceof DamagedIndex || error instanceof SyntaxError || errorCode(error) !== null)
      return null;
    throw error;
  }
}

/** Reads and writes the two segments, and knows which of them lie on disk as they are in memory. */
function createSegmentShelf(fs: FsLayer) {
  const reader = createFileReader(fs, (path, size): SegmentFile | null =>
    orNull(() => readSegment(fs, path, size)),
  );
  const names = new WeakMap<Segment, string>();
  const opened = new Set<SegmentFile>();
  const read = (path: string): SegmentFile | null => {
    const found = reader.read(path);
    if (found === null) return null;
    names.set(found.segment, found.name);
    opened.add(found);
    return found;
  };
  const close = () => {
    for (const file of opened) file.close();
    opened.clear();
  };
  /** Writes a segment unless it is there already; returns its name. */
  const settle = (path: string, segment: Segment): string => {
    const known = names.get(segment);
    if (known !== undefined && read(path)?.name === known) return known;
    close();
    return writeSegment(fs, path, segment);
  };
  return { read, settle, close };
}

/** The files of the search index of one data root. */
export function createSearchFiles(fs: FsLayer, root: string): SearchFiles {
  const folder = join(root, 'search');
  const [basePath, recentPath] = [join(folder, 'base'), join(folder, 'recent')];
  const jointPath = join(folder, 'joint.json');
  const shelf = createSegmentShelf(fs);
  const joints = createFileReader(fs, (path) =>
    orNull(() => {
      const bytes = readIfThere(fs, path);
      return bytes && parseJoint(bytes);
    }),
  );
  const joined = (): StoredCorpus | null => {
    const joint = joints.read(jointPath);
    const [base, recent] = [shelf.read(basePath), shelf.read(recentPath)];
    if (joint === null || base === null || base.name !== joint.base) return null;
    // What only a lost `recent` had is read again, since the files are not those that `base` knows.
    if (recent === null || recent.name !== joint.recent) return { ...NO_CORPUS, base: base.segment };
    const { gone, folder_stamp: folderStamp } = joint;
    return { base: base.segment, recent: recent.segment, gone: new Set(gone), folderStamp };
  };
  return {
    close: shelf.close,
    load: () => orNull(joined) ?? NO_CORPUS,
    store: ({ base, recent, gone, folderStamp }) => {
      fs.mkdir(folder);
      const named = { base: shelf.settle(basePath, base), recent: shelf.settle(recentPath, recent) };
      const joint: Joint = { ...named, gone: [...gone], folder_stamp: folderStamp };
      replaceOnce(fs, jointPath, Buffer.from(`${JSON.stringify(joint)}\n`));
    },
  };
}

import { join } from 'node:path';
import { decodeText, readIfThere, removeQuietly, writeAtomic } from './atomic-file.ts';
import { createFileReader } from './changing-file.ts';
import { guarded } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { formatIndex, type IndexEntry, parseIndex } from './index-entry.ts';
import { backupOf } from './session-folder.ts';

type Entries = ReadonlyMap<string, IndexEntry>;

/** The file index.json, parsed again only when it has changed. */
export interface IndexCache {
  /** The usable entries; none when the index is missing or damaged, since the session files can replace it. */
  load(): Entries;
  /** Replaces the file; to be called under the lock of the index. */
  store(entries: Entries): void;
}

/** The index of one data root. */
export function createIndexCache(fs: FsLayer, root: string): IndexCache {
  const file = join(root, 'index.json');
  const parse = (path: string): Entries | null => {
    const bytes = fs.stat(path)?.isFile === true ? readIfThere(fs, path) : null;
    return bytes && parseIndex(decodeText(bytes) ?? '');
  };
  const reader = createFileReader(fs, parse);
  return {
    load: () => guarded(`reading ${file}`, () => reader.read(file) ?? parse(backupOf(file)) ?? new Map()),
    store: (entries) => {
      writeAtomic(fs, file, formatIndex(entries));
      reader.keep(file, entries);
      removeQuietly(fs, backupOf(file));
    },
  };
}

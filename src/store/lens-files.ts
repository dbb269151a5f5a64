import { basename, join } from 'node:path';
import { decodeText } from './atomic-file.ts';
import { createFileReader } from './changing-file.ts';
import { systemReason, unlessAbsent } from './fs-faults.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import type { Lens, LensLibrary } from './ports.ts';

const LARGEST_BYTES = 64 * 1024;
const SUFFIX = '.md';
/** On a FAT disk Windows leaves the time of a folder as it is when a file comes or goes. */
const FOLDERS_TELL = process.platform !== 'win32';

export interface LensFilesOptions {
  /** The folder of the lenses that come with the package. */
  readonly bundledDir: string;
  /** The user's own folder, which need not exist; null when there is no data root. */
  readonly userDir: string | null;
  readonly fs?: FsLayer;
}

type Reading = { readonly text: string } | { readonly problem: string };

function readLens(fs: FsLayer, path: string, size: number, isFile: boolean): Reading {
  if (!isFile) return { problem: 'is not a file' };
  if (size > LARGEST_BYTES) return { problem: `is larger than ${LARGEST_BYTES / 1024} KiB` };
  try {
    const text = decodeText(fs.readFile(path));
    if (text === null) return { problem: 'is not UTF-8' };
    return text.trim() === '' ? { problem: 'is empty' } : { text: text.replaceAll('\r\n', '\n') };
  } catch (error) {
    return { problem: `cannot be read (${systemReason(error)})` };
  }
}

/** The lenses of one folder by name; a file that cannot be used becomes a note. */
type Shelf = { readonly lenses: Lens[]; readonly notes: string[] };

function createShelf(fs: FsLayer, folder: string, own: boolean): () => Shelf {
  const { read } = createFileReader<Reading>(fs, (path, size, isFile) => readLens(fs, path, size, isFile));
  const listing = createFileReader(fs, (path) => markdownIn(fs, path));
  const readSafely = (path: string): Reading | null => {
    try {
      return read(path);
    } catch (error) {
      return { problem: `cannot be read (${systemReason(error)})` };
    }
  };
  const list = (notes: string[]): readonly string[] => {
    try {
      return (FOLDERS_TELL ? listing.read(folder) : markdownIn(fs, folder)) ?? [];
    } catch (error) {
      notes.push(`lens folder ${folder} cannot be read (${systemReason(error)})`);
      return [];
    }
  };
  return () => {
    const shelf: Shelf = { lenses: [], notes: [] };
    for (const file of list(shelf.notes)) {
      const reading = readSafely(join(folder, file));
      if (reading === null) continue;
      if ('problem' in reading) shelf.notes.push(`lens file ${join(folder, file)} ${reading.problem}`);
      else shelf.lenses.push({ name: basename(file, SUFFIX), text: reading.text, own });
    }
    return shelf;
  };
}

function markdownIn(fs: FsLayer, folder: string): string[] {
  const names = unlessAbsent(() => fs.readdir(folder), []);
  return names.filter((name) => name.endsWith(SUFFIX) && !name.startsWith('.')).sort();
}

/** Reads the bundled lenses once and the user's at each call; a user's lens replaces a bundled namesake. */
export function createLensFiles(options: LensFilesOptions): () => Promise<LensLibrary> {
  const { bundledDir, userDir, fs = realFs } = options;
  const readOwn = userDir === null ? null : createShelf(fs, userDir, true);
  let bundled: Shelf | null = null;
  return async () => {
    bundled ??= createShelf(fs, bundledDir, false)();
    const own = readOwn?.() ?? { lenses: [], notes: [] };
    const lenses = new Map([...bundled.lenses, ...own.lenses].map((lens) => [lens.name, lens]));
    return { lenses, notes: [...bundled.notes, ...own.notes] };
  };
}

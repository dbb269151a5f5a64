import { join } from 'node:path';
import { removeQuietly, TEMP_NAME, writeExclusive } from './atomic-file.ts';
import { asFault, faultDetail, unlessAbsent } from './fs-faults.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import { isFolder, isGone } from './home-watch.ts';
import { StoreFault } from './ports.ts';

const FOLDERS = ['sessions', 'locks', 'lenses'];
/** A write lasts milliseconds, so an older temporary file of a dead process is a leftover. */
const LEFTOVER_MS = 60_000;

/** The text with every key and table commented out, so that later defaults reach the user. */
export function commentOut(toml: string): string {
  const lines = toml.replaceAll('\r\n', '\n').split('\n');
  return lines.map((line) => (line.trim() === '' || line.startsWith('#') ? line : `# ${line}`)).join('\n');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The temporary files of dead processes in a folder. */
function leftoversIn(fs: FsLayer, folder: string): string[] {
  return unlessAbsent(() => fs.readdir(folder), []).flatMap((name) => {
    const maker = TEMP_NAME.exec(name)?.[1];
    if (maker === undefined || isRunning(Number(maker))) return [];
    const path = join(folder, name);
    const age = Date.now() - (fs.stat(path)?.mtimeMs ?? Date.now());
    return age > LEFTOVER_MS ? [path] : [];
  });
}

/** The temporary files that dead processes left in the data root; a folder that cannot be read holds none. */
export function leftovers(root: string, fs: FsLayer = realFs): string[] {
  const folders = [
    root,
    ...[...FOLDERS, 'index.dirty', 'trash', 'search', 'exports'].map((name) => join(root, name)),
  ];
  return folders.flatMap((folder) => {
    try {
      return leftoversIn(fs, folder);
    } catch (error) {
      // Leftovers only take room, so a folder that cannot be swept stops nothing.
      if (asFault(error, folder) === error) throw error;
      return [];
    }
  });
}

const swept = new Set<string>();

function sweepOnce(fs: FsLayer, root: string): void {
  if (swept.has(root)) return;
  swept.add(root);
  for (const path of leftovers(root, fs)) removeQuietly(fs, path);
}

/**
 * Makes the root with its folders and a commented config.toml, and removes leftovers once per process.
 * Never overwrites. Throws StoreFault `home_missing` when the root cannot be made.
 */
export function bootstrapHome(root: string, defaultToml: string, fs: FsLayer = realFs): void {
  const config = join(root, 'config.toml');
  let place = root;
  try {
    for (const name of FOLDERS) {
      place = join(root, name);
      fs.mkdir(place);
    }
    place = config;
    if (fs.stat(config) === null) writeExclusive(fs, config, commentOut(defaultToml));
  } catch (error) {
    const doing = `preparing ${place}`;
    if (isGone(error) && !isFolder(fs, root)) throw new StoreFault('home_missing', faultDetail(error, doing));
    throw asFault(error, doing);
  }
  sweepOnce(fs, root);
}

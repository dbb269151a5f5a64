import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** A file that may hold a session, or one that is left alone, and why. */
export type Candidate = { readonly path: string; readonly left?: string };

/** What stands beside sessions in the folders of this server and of those that it replaces. */
const COMPANION = /^index\.json$|\.tot-graph\.json$/;
const POINTER = '.moved.json';
const LINK_AWAY = 'a symbolic link out of the folder';
const NO_FILE = 'not a regular file';

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

/** Where a link leads, or null when it leads nowhere. */
function targetOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function visitLink(path: string, root: string): Candidate[] {
  const target = targetOf(path);
  if (target === null) return [{ path, left: `a symbolic link to nothing: ${readlinkSync(path)}` }];
  // What it names inside the folder is met there.
  return isBelow(target, root) ? [] : [{ path, left: `${LINK_AWAY}: ${target}` }];
}

function visit(entry: Dirent, folder: string, root: string): Candidate[] {
  const path = join(folder, entry.name);
  if (entry.isSymbolicLink()) return visitLink(path, root);
  if (entry.isDirectory()) return walk(path, root);
  if (!entry.name.endsWith('.json') || COMPANION.test(entry.name)) return [];
  if (!entry.isFile()) return [{ path, left: NO_FILE }];
  return entry.name.endsWith(POINTER) ? [{ path, left: 'a session that lies elsewhere' }] : [{ path }];
}

/** Of a data root only its sessions count, not what was cleared. */
function walk(folder: string, root: string): Candidate[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const sessions = entries.find((entry) => entry.name === 'sessions' && entry.isDirectory());
    const counting = sessions === undefined ? entries : [sessions];
    counting.sort((one, other) => (one.name < other.name ? -1 : 1));
    return counting.flatMap((entry) => visit(entry, folder, root));
  } catch (error) {
    return [{ path: folder, left: error instanceof Error ? error.message : String(error) }];
  }
}

/** The files that a path of the command line names: itself, or the JSON files below it. */
export function candidatesAt(path: string): Candidate[] {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return walk(path, realpathSync(path));
    return [stat.isFile() ? { path } : { path, left: NO_FILE }];
  } catch {
    const isLink = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    return [{ path, left: isLink ? 'a symbolic link to nothing' : 'no such file or folder' }];
  }
}

import { readdirSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createSessionStore } from '../src/store/session-files.ts';

/** Longer ago than a write can last. */
const LONG_AGO = new Date(Date.now() - 3_600_000);
/** No system counts its processes that far. */
const NOBODY = 2 ** 30;

/** A store on the files as they are, which remembers nothing. */
export function freshStore(root: string) {
  return createSessionStore({
    root,
    newId: () => 'unused',
    sessionLimitBytes: () => 1e9,
    lockWaitMs: 5_000,
  });
}

function filesBelow(root: string): readonly string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The temporary files anywhere below a folder. */
export function temporaryFiles(root: string): readonly string[] {
  return filesBelow(root).filter((path) => path.endsWith('.tmp'));
}

/** Makes temporary files and locks look as old ones of a dead process do. */
export function ageLeftovers(root: string): void {
  for (const path of filesBelow(join(root, 'locks'))) utimesSync(path, LONG_AGO, LONG_AGO);
  for (const path of temporaryFiles(root)) {
    const old = path.replace(/\.\d+-(\d+-[0-9a-f]{8}\.tmp)$/, `.${NOBODY}-$1`);
    renameSync(path, old);
    utimesSync(old, LONG_AGO, LONG_AGO);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The files of JSON that do not parse; of a tail, only its last line may be torn. */
export function unreadableFiles(root: string): readonly string[] {
  return filesBelow(root).filter((path) => {
    if (path.endsWith('.json')) return !isJson(readFileSync(path, 'utf8'));
    if (!path.endsWith('.jsonl')) return false;
    return !readFileSync(path, 'utf8').split('\n').slice(0, -1).every(isJson);
  });
}

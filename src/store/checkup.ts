import { hostname } from 'node:os';
import { join } from 'node:path';
import type { SessionDocument } from '../core/session.ts';
import { removeQuietly, tempName, writeExclusive } from './atomic-file.ts';
import { guarded, unlessAbsent } from './fs-faults.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import { leftovers } from './home.ts';
import { createIndexCache } from './index-cache.ts';
import { createEntryOf } from './index-entry.ts';
import { createIndexMarks } from './index-marks.ts';
import { surveyIndex } from './index-survey.ts';
import { attempt, inspect, isStale, letGo } from './lock.ts';
import { StoreFault } from './ports.ts';
import { createSessionFolder } from './session-folder.ts';
import { lookUp } from './session-lookup.ts';

/** A session whose file cannot be used. */
export interface Ailing {
  readonly id: string;
  readonly code: string;
  readonly detail: string;
}

/** A look at a data root that changes nothing, and the repairs that lose nothing. */
export interface Checkup {
  /** Throws a StoreFault when no file can be made in the root. */
  readonly probe: () => void;
  /** How many sessions the files show, and whether index.json says something else. */
  readonly index: () => { readonly sessions: number; readonly isBehind: boolean };
  /** The sessions that cannot be read; every file is read for that. */
  readonly ailing: () => readonly Ailing[];
  /** The paths of locks whose process is gone. */
  readonly staleLocks: () => readonly string[];
  /** Takes a lock over and ends it, as the next call on that session would. */
  readonly freeLock: (file: string) => void;
  readonly leftovers: () => readonly string[];
  readonly sweep: () => void;
}

function staleLocks(fs: FsLayer, root: string): string[] {
  const folder = join(root, 'locks');
  return guarded(`listing ${folder}`, () => {
    const files = unlessAbsent(() => fs.readdir(folder), []).filter((name) => name.endsWith('.lock'));
    return files
      .map((name) => join(folder, name))
      .filter((file) => {
        const seen = inspect(fs, file);
        return seen !== null && isStale(seen, Date.now(), hostname());
      });
  });
}

function freeLock(fs: FsLayer, file: string): void {
  guarded(`freeing ${file}`, () => {
    for (let tries = 0; tries < 2; tries += 1) {
      const result = attempt(fs, file, hostname());
      if (result === 'again') continue;
      if ('owner' in result) letGo(fs, file, result);
      return;
    }
  });
}

/** The checkup of one data root. Every method throws StoreFaults only. */
export function createCheckup(
  root: string,
  isOver: (session: SessionDocument) => boolean,
  fs: FsLayer = realFs,
): Checkup {
  const entryOf = createEntryOf(isOver);
  const folder = createSessionFolder(fs, root);
  const cache = createIndexCache(fs, root);
  const survey = () =>
    guarded(`listing ${root}`, () =>
      surveyIndex({ fs, cache, folder, marks: createIndexMarks(fs, root), entryOf }, []),
    );
  const ailmentOf = (id: string): Ailing[] => {
    try {
      lookUp(folder, id, () => cache.load().get(id) ?? null);
      return [];
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      return [{ id, code: error.code, detail: error.message }];
    }
  };
  return {
    probe: () => {
      const path = tempName(join(root, 'probe'));
      guarded(`writing into ${root}`, () => writeExclusive(fs, path, ''));
      removeQuietly(fs, path);
    },
    index: () => {
      const { entries, changed, marks } = survey();
      return { sessions: entries.size, isBehind: changed || marks.some(({ abandoned }) => abandoned) };
    },
    ailing: () => [...survey().entries.keys()].flatMap(ailmentOf),
    staleLocks: () => staleLocks(fs, root),
    freeLock: (file) => freeLock(fs, file),
    leftovers: () => leftovers(root, fs),
    sweep: () => {
      for (const path of leftovers(root, fs)) removeQuietly(fs, path);
    },
  };
}

import { join } from 'node:path';
import { guarded, unlessAbsent } from './fs-faults.ts';
import { type FsLayer, realFs } from './fs-layer.ts';

/** Folders of the data root whose files nobody needs to go on. */
export const DISCARDED = ['trash', 'exports'] as const;
export type DiscardedFolder = (typeof DISCARDED)[number];

/** A file that may be deleted. */
export interface DiscardedFile {
  readonly path: string;
  readonly bytes: number;
  /** When it was put there, ISO 8601 in UTC. */
  readonly since: string;
}

/** The time in a name of the trash, as `fileStamp` writes it: the file itself keeps its older time. */
const TRASHED =
  /-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d(?:\.\d+)?)(?:Z|\+00-00)(?:-\d+)?(?:\.tail\.jsonl|\.json)$/;
const EXPORTED = /^[A-Za-z0-9_-]{1,64}\.(?:md|json|mmd|dot|html)$/;

function sinceOf(folder: DiscardedFolder, name: string, mtimeMs: number): string | null {
  if (folder === 'exports') return EXPORTED.test(name) ? new Date(mtimeMs).toISOString() : null;
  const [, day, hour, minute, second] = TRASHED.exec(name) ?? [];
  const time = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** The files in a folder that were put there before `before`; only those that this server named. */
function discardedIn(fs: FsLayer, root: string, folder: DiscardedFolder, before: number): DiscardedFile[] {
  return unlessAbsent(() => fs.readdir(join(root, folder)), [])
    .sort()
    .flatMap((name) => {
      const path = join(root, folder, name);
      const stat = fs.stat(path);
      const since = stat?.isFile === true ? sinceOf(folder, name, stat.mtimeMs) : null;
      if (stat === null || since === null || Date.parse(since) > before) return [];
      return [{ path, bytes: stat.size, since }];
    });
}

/** Everything discarded before `before` (ms since 1970) in these folders. Throws a StoreFault. */
export function discardedFiles(
  root: string,
  folders: readonly DiscardedFolder[],
  before: number,
  fs: FsLayer = realFs,
): DiscardedFile[] {
  return guarded(`listing ${root}`, () => folders.flatMap((folder) => discardedIn(fs, root, folder, before)));
}

/** Deletes the files for good. Throws a StoreFault at the first one that stays. */
export function deleteDiscarded(files: readonly DiscardedFile[], fs: FsLayer = realFs): void {
  for (const { path } of files)
    guarded(`deleting ${path}`, () => unlessAbsent(() => fs.unlink(path), undefined));
}

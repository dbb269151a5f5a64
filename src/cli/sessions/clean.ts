import {
  DISCARDED,
  type DiscardedFolder,
  deleteDiscarded,
  discardedFiles,
} from '../../store/discarded-files.ts';
import type { SetOption, Shell } from '../shell.ts';

/** The flags of a cleaning. */
export interface CleanFlags extends SetOption {
  readonly olderThan: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const DAY_MS = 86_400_000;

function foldersNamed(names: readonly string[], { refuse }: Shell): readonly DiscardedFolder[] {
  const isKnown = (name: string): name is DiscardedFolder => DISCARDED.some((each) => each === name);
  const wrong = names.find((name) => !isKnown(name));
  if (wrong !== undefined) refuse(`gc empties ${DISCARDED.join(' and ')}, not "${wrong}"`);
  return names.length === 0 ? DISCARDED : names.filter(isKnown);
}

/** Deletes what was discarded so many days ago, or says what that would be. */
export async function clean(shell: Shell, names: readonly string[], flags: CleanFlags): Promise<void> {
  const { olderThan, dryRun = false, json = false, set = [] } = flags;
  if (!/^\d{1,6}$/.test(olderThan)) shell.refuse('--older-than wants a number of days');
  const folders = foldersNamed(names, shell);
  const { world } = await shell.desk(set);
  const before = Date.parse(world.now()) - Number(olderThan) * DAY_MS;
  const files = discardedFiles(world.root(), folders, before);
  if (!dryRun) deleteDiscarded(files);
  if (json) return shell.printJson({ dry_run: dryRun, files });
  const done = dryRun ? 'would be deleted' : 'deleted';
  for (const { path, since } of files) shell.print(`${path}: ${done}, there since ${since.slice(0, 10)}\n`);
  if (files.length === 0) shell.tell('There is nothing that old.');
}

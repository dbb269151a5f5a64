import { createTwoFilesPatch } from 'diff';
import type { FsLayer } from '../store/fs-layer.ts';
import { backUp, deleteConfigFile, dropBackup, writeConfigFile, writeProblem } from './config-file.ts';
import type { FileAction, Outcome, Refusal } from './outcome.ts';
import { type Target, withoutFaults } from './target.ts';

/** What is to become of a file. */
export interface Change {
  /** The new text; null deletes the file. */
  readonly after: string | null;
  /** `keep` copies what is there first; `none` when nothing is lost; a path deletes that copy afterwards. */
  readonly backup: 'keep' | 'none' | { readonly spent: string };
}

/** The change as a unified diff, without the mark at the beginning of the file. */
function diffOf({ file, text }: Target, after: string | null): string {
  const before = file.bytes === null ? '/dev/null' : file.path;
  return createTwoFilesPatch(before, after === null ? '/dev/null' : file.path, text, after ?? '');
}

function actionOf({ file }: Target, { after }: Change): FileAction {
  if (after === null) return 'deleted';
  return file.bytes === null ? 'created' : 'changed';
}

/** Carries the change out, or shows it; a file that is as it should be is not touched. */
export function applyChange(fs: FsLayer, target: Target, change: Change, dryRun: boolean): Outcome | Refusal {
  const { path, marked, bytes } = target.file;
  const isDone = bytes === null ? change.after === null : change.after === target.text;
  if (isDone) return { kind: 'unchanged', file: path, marked };
  return withoutFaults(path, () => {
    const problem = writeProblem(fs, target.file);
    if (problem !== null) return { kind: problem, file: path };
    const action = actionOf(target, change);
    if (dryRun) return { kind: 'planned', file: path, action, diff: diffOf(target, change.after) };
    const backup = change.backup === 'keep' ? backUp(fs, target.file) : null;
    if (change.after === null) deleteConfigFile(fs, target.file);
    else writeConfigFile(fs, target.file, change.after, target.scope);
    if (typeof change.backup === 'object') dropBackup(fs, change.backup.spent);
    return { kind: 'written', file: path, action, backup, marked: marked && change.after !== null };
  });
}

import { decodeText } from '../store/atomic-file.ts';
import { type FsLayer, realFs } from '../store/fs-layer.ts';
import { blockText, newEntry } from './block.ts';
import { applyChange, type Change } from './change.ts';
import type { Client, EntryOptions, Json, Machine } from './client.ts';
import { backupsOf, isMarked } from './config-file.ts';
import { wantedEntry } from './entry.ts';
import { withoutValue, withValue } from './json-edit.ts';
import { readTree } from './json-tree.ts';
import type { Outcome, Refusal } from './outcome.ts';
import type { SetupOptions } from './setup.ts';
import { entryKeys, readTarget, type Target, withoutFaults } from './target.ts';

/** Takes our entry out of the client's file; what was there is copied first, unless nothing of it is lost. */
export function remove(
  client: Client,
  options: SetupOptions,
  machine: Machine,
  fs: FsLayer = realFs,
): Outcome | Refusal {
  const target = readTarget(fs, client, options, machine);
  if ('kind' in target) return target;
  const { path: file, marked } = target.file;
  if (target.entry === undefined) return { kind: 'unchanged', file, marked };
  const { entry } = target;
  const change = withoutFaults(file, () =>
    client.handling === 'own_file'
      ? ownFileChange(client, options, machine, target)
      : entryChange(fs, client, target, entry),
  );
  return 'kind' in change ? change : applyChange(fs, target, change, options.dryRun ?? false);
}

/** A file of our own goes as a whole; a copy is kept of one that somebody has changed. */
function ownFileChange(client: Client, options: EntryOptions, machine: Machine, { text }: Target): Change {
  const wanted = wantedEntry(client, options, machine);
  const isOurs = wanted !== null && text.replaceAll('\r\n', '\n') === blockText(client, newEntry(wanted));
  return { after: null, backup: isOurs ? 'none' : 'keep' };
}

/**
 * A file that holds nothing but what setup wrote goes; one that is what setup made of a copy gets the copy's
 * bytes back, because objects that setup added cannot be told from those of the user.
 */
function entryChange(fs: FsLayer, client: Client, target: Target, entry: Json): Change {
  const keys = entryKeys(client);
  const { marked } = target.file;
  for (const { path, bytes } of backupsOf(fs, target.file)) {
    const text = decodeText(bytes);
    if (text === null || isMarked(bytes) !== marked || !isReadable(text)) continue;
    const isBefore = withoutValue(text, keys) === text && withValue(text, keys, entry) === target.text;
    if (isBefore) return { after: text, backup: { spent: path } };
  }
  if (!marked && withValue('', keys, entry) === target.text) return { after: null, backup: 'none' };
  return { after: withoutValue(target.text, keys), backup: 'keep' };
}

function isReadable(text: string): boolean {
  return !('damage' in readTree(text, { comments: true }));
}

import { type FsLayer, realFs } from '../store/fs-layer.ts';
import { blockText, newEntry } from './block.ts';
import { applyChange } from './change.ts';
import type { Client, Entry, EntryOptions, Json, Machine } from './client.ts';
import { differencesOf, missingFrom, type WantedEntry, wantedEntry } from './entry.ts';
import { withoutValue, withValue } from './json-edit.ts';
import type { EntryState, Outcome, Refusal } from './outcome.ts';
import { entryKeys, readTarget, type Target } from './target.ts';

/** How a setup or a removal is to go. */
export interface SetupOptions extends EntryOptions {
  /** Show the change and write nothing. */
  readonly dryRun?: boolean | undefined;
}

/** An entry that is a table of keys, as opposed to a slip such as `true`. */
function asEntry(value: Json | undefined): Entry | null {
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isTable ? (value as Entry) : null;
}

/** The text with our keys of the entry as wanted; keys of the user stay. */
function textWith(client: Client, target: Target, wanted: WantedEntry): string {
  if (client.handling === 'own_file') return blockText(client, newEntry(wanted));
  const keys = entryKeys(client);
  const found = asEntry(target.entry);
  if (found === null) return withValue(target.text, keys, newEntry(wanted));
  const cleared = wanted.unwanted.reduce((text, key) => withoutValue(text, [...keys, key]), target.text);
  return missingFrom(found, wanted.ours).reduce(
    (text, { path, value }) => withValue(text, [...keys, ...path], value),
    cleared,
  );
}

/**
 * Puts our entry into the client's file, or our keys into an entry that is there. What was there is copied
 * first, and everything else in the file stays byte for byte. A second call changes nothing.
 */
export function setup(
  client: Client,
  options: SetupOptions,
  machine: Machine,
  fs: FsLayer = realFs,
): Outcome | Refusal {
  const target = readTarget(fs, client, options, machine);
  if ('kind' in target) return target;
  const wanted = wantedEntry(client, options, machine);
  if (wanted === null) return { kind: 'no_address' };
  if (isSame(client, target, wanted)) return unchanged(target);
  const after = textWith(client, target, wanted);
  return applyChange(fs, target, { after, backup: 'keep' }, options.dryRun ?? false);
}

const unchanged = ({ file }: Target): Outcome => ({
  kind: 'unchanged',
  file: file.path,
  marked: file.marked,
});

/** Whether a file of our own holds the wanted text, whatever git made of its line ends. */
function isSame(client: Client, { entry }: Target, wanted: WantedEntry): boolean {
  if (client.handling !== 'own_file') return false;
  return typeof entry === 'string' && entry.replaceAll('\r\n', '\n') === blockText(client, newEntry(wanted));
}

/** How the client's entry compares with what `setup` would write. */
export function entryState(
  client: Client,
  options: EntryOptions,
  machine: Machine,
  fs: FsLayer = realFs,
): EntryState | Refusal {
  const target = readTarget(fs, client, options, machine);
  if ('kind' in target) return target;
  const wanted = wantedEntry(client, options, machine);
  if (wanted === null) return { kind: 'no_address' };
  const { path: file, marked } = target.file;
  if (target.entry === undefined) return { kind: 'absent', file };
  if (isSame(client, target, wanted)) return { kind: 'equal', file, marked };
  if (client.handling === 'own_file') return { kind: 'different', file, marked, differences: [] };
  const differences = differencesOf(asEntry(target.entry) ?? {}, wanted);
  return differences.length === 0
    ? { kind: 'equal', file, marked }
    : { kind: 'different', file, marked, differences };
}

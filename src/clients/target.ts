import { getNodeValue, type Node } from 'jsonc-parser';
import { faultDetail } from '../store/fs-faults.ts';
import type { FsLayer } from '../store/fs-layer.ts';
import {
  type Client,
  type EntryOptions,
  type Json,
  type Machine,
  type Scope,
  SERVER_NAME,
} from './client.ts';
import { type ConfigFile, readConfigFile } from './config-file.ts';
import { pathDamage, readTree } from './json-tree.ts';
import type { Refusal } from './outcome.ts';
import { isOurFile } from './own-file.ts';
import { pathsIn, scopeOf, scopesOf } from './place.ts';

/** A file that is readable as what its client takes it for. */
export interface Target {
  readonly scope: Scope;
  readonly file: ConfigFile;
  readonly text: string;
  /** What stands under our name; undefined when nothing does. In a file of our own its whole text. */
  readonly entry: Json | undefined;
}

/** The keys that lead to our entry. */
export function entryKeys({ keys }: Client): readonly string[] {
  return [...keys, SERVER_NAME];
}

/** Runs `work` on a file and turns a system error of it into a refusal. */
export function withoutFaults<T>(file: string, work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    // What has no code of the system is a defect of ours.
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { kind: 'failed', file, detail: faultDetail(error, `using ${file}`) };
  }
}

/** Finds and reads the client's file; a file that is not there reads as an empty one. */
export function readTarget(
  fs: FsLayer,
  client: Client,
  options: EntryOptions,
  machine: Machine,
): Target | Refusal {
  if (client.handling === 'print') return { kind: 'print_only' };
  const scope = scopeOf(client, options.scope);
  if (scope === null) return { kind: 'no_such_scope', scopes: scopesOf(client) };
  const paths = pathsIn(client, scope, machine);
  const read = withoutFaults(paths[0] ?? '', () => readConfigFile(fs, paths));
  if (read === null) return { kind: 'print_only' };
  if ('kind' in read) return read;
  return read.text === null
    ? { kind: 'not_utf8', file: read.path }
    : client.handling === 'own_file'
      ? ownTarget(client, machine, { scope, file: read, text: read.text })
      : understood(client, scope, read, read.text);
}

function ownTarget(client: Client, machine: Machine, found: Omit<Target, 'entry'>): Target | Refusal {
  const { file, text } = found;
  if (!isOurFile(client, text, machine)) return { kind: 'not_ours', file: file.path };
  return { ...found, entry: file.bytes === null ? undefined : text };
}

function understood(client: Client, scope: Scope, file: ConfigFile, text: string): Target | Refusal {
  const tree = readTree(text, { comments: client.format === 'jsonc' });
  if ('damage' in tree) return { kind: 'unreadable', file: file.path, damage: tree.damage };
  const damage = tree.root && pathDamage(text, tree.root, entryKeys(client));
  if (damage) return { kind: 'unreadable', file: file.path, damage };
  return { scope, file, text, entry: tree.root ? valueUnder(tree.root, entryKeys(client)) : undefined };
}

function valueUnder(root: Node, keys: readonly string[]): Json | undefined {
  let value: unknown = getNodeValue(root);
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  // The parser makes nothing but JSON values.
  return value as Json;
}

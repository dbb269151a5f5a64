import { stringify } from 'smol-toml';
import {
  type Client,
  type Entry,
  type EntryOptions,
  type Json,
  type Machine,
  type Scope,
  SERVER_NAME,
} from './client.ts';
import { toolsetsOf, type WantedEntry, wantedEntry } from './entry.ts';
import { rendered } from './json-layout.ts';
import type { Refusal } from './outcome.ts';
import { pathsIn, scopeOf, scopesOf } from './place.ts';
import { yamlOf } from './yaml-text.ts';

/** What a person needs to wire a client by hand. */
export interface Block {
  readonly kind: 'block';
  readonly format: Client['format'];
  /** The block as a whole file of its own; into a file that is there goes what stands below our name. */
  readonly text: string;
  /** The path of the file; null where none is known. */
  readonly file: string | null;
  readonly scope: Scope | null;
  /** Where to go in the client instead. */
  readonly menu: string | null;
  /** A link that makes the client add the entry; null where there is none for it. */
  readonly link: string | null;
  /** Null where no limit is known, and where the running server chooses its tools. */
  readonly toolCap: number | null;
  /** The sets of tools that the block names; null for all. */
  readonly toolsets: readonly string[] | null;
}

/** A new entry, ours and the extra keys. */
export function newEntry({ ours, extra }: WantedEntry): Entry {
  return { ...ours, ...extra };
}

function documentOf(client: Client, entry: Entry): Json {
  if (client.document !== undefined) return client.document(entry);
  return [...client.keys, SERVER_NAME].reduceRight<Json>((inner, key) => ({ [key]: inner }), entry);
}

/** A whole file with nothing but the entry, in the client's format. */
export function blockText(client: Client, entry: Entry): string {
  const document = documentOf(client, entry);
  if (client.format === 'yaml') return yamlOf(document);
  if (client.format === 'toml') return `${stringify(document).trimEnd()}\n`;
  return `${rendered(document, { lineEnd: '\n', step: '  ' }, '')}\n`;
}

/** The exact block for a client with its file and its install link; `machine` decides which form. */
export function printBlock(client: Client, options: EntryOptions, machine: Machine): Block | Refusal {
  const scope = scopeOf(client, options.scope);
  if (scope === null && options.scope !== undefined)
    return { kind: 'no_such_scope', scopes: scopesOf(client) };
  const wanted = wantedEntry(client, options, machine);
  if (wanted === null) return { kind: 'no_address' };
  const entry = newEntry(wanted);
  return {
    kind: 'block',
    format: client.format,
    text: blockText(client, entry),
    file: scope === null ? null : (pathsIn(client, scope, machine)[0] ?? null),
    scope,
    menu: client.menu ?? null,
    link: client.link?.(entry, wanted.launch) ?? null,
    toolCap: options.remote === undefined ? client.toolCap : null,
    toolsets: options.remote === undefined ? toolsetsOf(client, options) : null,
  };
}

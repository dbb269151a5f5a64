import { isDeepStrictEqual } from 'node:util';
import {
  type Client,
  type Entry,
  type EntryOptions,
  type Json,
  type Launch,
  type Machine,
  PACKAGE_NAME,
} from './client.ts';
import { pathsOf } from './place.ts';

/** What our entry holds in a client. */
export interface WantedEntry {
  /** Keys that are ours; objects among them share their keys with the user. */
  readonly ours: Entry;
  /** Keys of a new entry besides. */
  readonly extra: Entry;
  /** Keys of the form that is not wanted, such as `command` beside an address. */
  readonly unwanted: readonly string[];
  /** Null when a running server is called. */
  readonly launch: Launch | null;
}

/** A key of an entry that holds something else than wanted; null stands for a key that is not there. */
export interface Difference {
  /** The key, with a dot before an inner one. */
  readonly key: string;
  /** JSON text; `…` for what may be secret. */
  readonly found: string | null;
  readonly wanted: string | null;
}

/** Keys whose values may be secrets. */
const SECRET = /headers|requestOptions|env/i;

/** The sets of tools that an entry names; null when it leaves the choice to the server. */
export function toolsetsOf(client: Client, { toolsets }: EntryOptions): readonly string[] | null {
  const chosen = toolsets ?? client.toolsets;
  return chosen === null || (chosen.length === 1 && chosen[0] === 'all') ? null : chosen;
}

function homeFor(home: string, machine: Machine): string {
  return /^(~|\$HOME|\$\{HOME\}|%USERPROFILE%)([\\/]|$)/i.test(home)
    ? home
    : pathsOf(machine).resolve(machine.cwd, home);
}

function launchOf(client: Client, options: EntryOptions, machine: Machine): Launch {
  const windows = machine.platform === 'win32';
  const toolsets = toolsetsOf(client, options);
  const choice = toolsets === null ? [] : ['--toolsets', toolsets.join(',')];
  const env = options.home === undefined ? {} : { DEEP_THINK_HOME: homeFor(options.home, machine) };
  if (options.checkout !== undefined) {
    const main = pathsOf(machine).resolve(machine.cwd, options.checkout, 'dist', 'main.cjs');
    return { command: 'node', args: [main, ...choice], env, windows };
  }
  const npx = ['npx', '-y', PACKAGE_NAME, ...choice];
  // On Windows npx is a script, which clients cannot start by itself.
  const [command = '', ...args] = windows ? ['cmd', '/c', ...npx] : npx;
  return { command, args, env, windows };
}

/** What an entry with these options holds; null when the client takes no address and one is asked for. */
export function wantedEntry(client: Client, options: EntryOptions, machine: Machine): WantedEntry | null {
  const { extra, remote, stdio } = client;
  const launch = launchOf(client, options, machine);
  const without = (keys: readonly string[], ours: Entry) => keys.filter((key) => !(key in ours));
  if (options.remote === undefined) {
    const ours = stdio(launch);
    const calling = remote?.({ url: '', token: '' }) ?? {};
    return { ours, extra, unwanted: without(Object.keys(calling), ours), launch };
  }
  if (remote === null) return null;
  const ours = remote(options.remote);
  const starting = stdio({ ...launch, env: {}, windows: false });
  // A `type` that the client does not need would contradict the address.
  const unwanted = without([...new Set([...Object.keys(starting), 'type'])], ours);
  return { ours, extra, unwanted, launch: null };
}

function isTable(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A single value of an entry, by the keys that lead to it. */
interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

function leavesOf(entry: Entry): readonly Leaf[] {
  return Object.entries(entry).flatMap(([key, value]) =>
    isTable(value)
      ? leavesOf(value).map((leaf) => ({ path: [key, ...leaf.path], value: leaf.value }))
      : [{ path: [key], value }],
  );
}

function valueAt(entry: Json | undefined, path: readonly string[]): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return entry;
  return isTable(entry) && Object.hasOwn(entry, key) ? valueAt(entry[key], rest) : undefined;
}

/** The values of ours that an existing entry does not hold, or holds otherwise. */
export function missingFrom(found: Entry, ours: Entry): readonly Leaf[] {
  return leavesOf(ours).filter(({ path, value }) => !isDeepStrictEqual(valueAt(found, path), value));
}

function difference(path: readonly string[], found: Json | undefined, wanted: Json | undefined): Difference {
  const shown = (value: Json | undefined) =>
    value === undefined ? null : SECRET.test(path[0] ?? '') ? '…' : JSON.stringify(value);
  return { key: path.join('.'), found: shown(found), wanted: shown(wanted) };
}

/** Where an existing entry holds something else than wanted. */
export function differencesOf(found: Entry, { ours, unwanted }: WantedEntry): readonly Difference[] {
  const wrong = missingFrom(found, ours).map(({ path, value }) =>
    difference(path, valueAt(found, path), value),
  );
  const surplus = unwanted.filter((key) => Object.hasOwn(found, key));
  return [...wrong, ...surplus.map((key) => difference([key], found[key], undefined))];
}

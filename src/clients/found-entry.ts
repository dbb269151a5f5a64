import { dirname } from 'node:path';
import { type FsLayer, realFs } from '../store/fs-layer.ts';
import {
  type Client,
  type EntryOptions,
  type Json,
  type Machine,
  PACKAGE_NAME,
  type Scope,
} from './client.ts';
import type { EntryState, Refusal } from './outcome.ts';
import { argumentsIn } from './own-file.ts';
import { entryState } from './setup.ts';
import { readTarget } from './target.ts';

/** An entry of ours in a client's file. */
export interface FoundEntry {
  readonly file: string;
  /** The options with which setup would write it. */
  readonly options: EntryOptions;
  /** Whether the command has words that setup would never write: somebody made them by hand. */
  readonly isByHand: boolean;
  /** What the entry says to the server behind its command; null where it does not start ours. */
  readonly words: readonly string[] | null;
  readonly state: EntryState | Refusal;
}

const CHECKOUT = /[\\/]dist[\\/]main\.cjs$/;
const BEARER = /^Bearer (.*)$/;

function at(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isTable && Object.hasOwn(value, key)
    ? at((value as { readonly [key: string]: Json })[key], ...rest)
    : undefined;
}

const text = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);
const list = (value: Json | undefined) => (Array.isArray(value) ? value : [value]);

/** Command and arguments as one list. */
function wordsOf(entry: Json): string[] {
  const all = [...list(at(entry, 'command')), ...list(at(entry, 'args'))];
  return all.filter((word) => typeof word === 'string');
}

function firstText(entry: Json, names: readonly string[], ...below: readonly string[]): string | undefined {
  return names.map((name) => text(at(entry, name, ...below))).find((value) => value !== undefined);
}

/** The options that stand in an entry. */
function optionsIn(entry: Json): EntryOptions {
  const words = wordsOf(entry);
  const sets = words.indexOf('--toolsets');
  const main = words.find((word) => CHECKOUT.test(word));
  const url = firstText(entry, ['url', 'serverUrl', 'httpUrl']);
  const header = firstText(entry, ['headers'], 'Authorization');
  return {
    toolsets: sets < 0 ? ['all'] : words[sets + 1]?.split(','),
    checkout: main === undefined ? undefined : dirname(dirname(main)),
    home: firstText(entry, ['env', 'environment'], 'DEEP_THINK_HOME'),
    remote: url === undefined ? undefined : { url, token: BEARER.exec(header ?? '')?.[1] },
  };
}

/** Words that setup writes, whatever the options. */
const OURS: readonly string[] = ['npx', '-y', PACKAGE_NAME, 'node', 'cmd', '/c'];

const PACKAGE = new RegExp(`^${PACKAGE_NAME}(?:@.*)?$`);

/** The words behind the server's own file or package. */
function serverWords(words: readonly string[]): readonly string[] | null {
  const place = words.findIndex((word) => CHECKOUT.test(word) || PACKAGE.test(word));
  return place < 0 ? null : words.slice(place + 1);
}

function isByHand(entry: Json): boolean {
  const words = wordsOf(entry);
  const sets = words.indexOf('--toolsets');
  return words.some((word, place) => {
    const isOurs = OURS.includes(word) || CHECKOUT.test(word);
    return !isOurs && !(sets >= 0 && (place === sets || place === sets + 1));
  });
}

/** Whether our own file of a client is as setup writes it, from the package or from this checkout. */
function ownFileState(client: Client, tries: readonly EntryOptions[], machine: Machine, fs: FsLayer) {
  const states = tries.map((options) => ({ options, state: entryState(client, options, machine, fs) }));
  return states.find(({ state }) => state.kind === 'equal') ?? states[0];
}

/** The entry of ours in the client's file of a scope; null without one, and where the file is not edited. */
export function findEntry(
  client: Client,
  about: { readonly scope: Scope; readonly checkout: string; readonly machine: Machine },
  fs: FsLayer = realFs,
): FoundEntry | Refusal | null {
  const { scope, checkout, machine } = about;
  const target = readTarget(fs, client, { scope }, machine);
  if ('kind' in target) return refused(target, scope);
  const file = target.file.path;
  if (target.entry === undefined) return null;
  if (client.handling === 'own_file') {
    const found = ownFileState(client, [{ scope }, { scope, checkout }], machine, fs);
    // Such a file is not taken apart, so what is in it besides cannot be told from a mistake.
    const words = serverWords(argumentsIn(target.text));
    return found === undefined ? null : { file, isByHand: found.state.kind === 'different', words, ...found };
  }
  const options = { scope, ...optionsIn(target.entry) };
  const state = entryState(client, options, machine, fs);
  const words = options.remote === undefined ? serverWords(wordsOf(target.entry)) : null;
  return { file, options, isByHand: isByHand(target.entry), words, state };
}

/** A file that holds more than ours is its owner's business. */
function refused(refusal: Refusal, scope: Scope): FoundEntry | Refusal | null {
  if (refusal.kind === 'print_only') return null;
  if (refusal.kind !== 'not_ours') return refusal;
  return { file: refusal.file, options: { scope }, isByHand: true, words: null, state: refusal };
}

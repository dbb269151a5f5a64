import { join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import {
  type Config,
  type ConfigProblem,
  mergeLayers,
  validateConfig,
  withoutRetired,
} from '../core/config.ts';
import type { ConfigKey, Layer } from '../core/config-keys.ts';
import { decodeText } from './atomic-file.ts';
import { createFileReader } from './changing-file.ts';
import { asFault, errorCode, systemReason } from './fs-faults.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import packagedConfig from './packaged-config.json' with { type: 'json' };
import { StoreFault } from './ports.ts';

type Tree = Record<string, unknown>;

/** The packaged configuration: its text, its values, which are valid, and its keys. */
export interface PackagedConfig {
  readonly toml: string;
  readonly values: Config;
  readonly keys: readonly ConfigKey[];
}

export interface ConfigFileOptions {
  /** The data root, or null when there is none: then there is no file. */
  readonly root: string | null;
  readonly packaged: PackagedConfig;
  /** What lies over the file, the weaker first: the environment, then flags. */
  readonly above: readonly (Layer & { readonly name: string })[];
  /** Told once about keys of the original server that mean nothing here. */
  readonly onRetired?: (path: string, keys: readonly string[]) => void;
  readonly fs?: FsLayer;
}

/** The value of one key, and the layer that it comes from. */
export interface EffectiveValue {
  readonly key: string;
  readonly value: unknown;
  readonly source: string;
}

export interface ConfigFile {
  /** The merged configuration, read anew when the file has changed. */
  current(): Promise<Config>;
  /** Every key with its value and where that comes from. */
  explain(): Promise<readonly EffectiveValue[]>;
}

/** What config/default.toml says, beside its text; a test compares the two and reads the values by the schema. */
export function withPackaged(toml: string): PackagedConfig {
  return { toml, keys: packagedConfig.keys, values: packagedConfig.values as Config };
}

/** What a line without a word to the server looks like; in the file as it is seeded they all do. */
const SILENT = /^[ \t]*(?:#[\t\P{Cc}]*)?$/u;

function parseToml(given: string, path: string): Tree {
  const text = given.replaceAll('\r\n', '\n');
  if (text.split('\n').every((line) => SILENT.test(line))) return {};
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '');
    throw new StoreFault('config_invalid', `${path}, line ${error.line}: ${what}`);
  }
}

/** The name of the layer whose values are named by their variables. */
export const ENVIRONMENT = 'environment';

/** A key outside its table is what remains when only the key's `#` was removed. */
function describe(problem: ConfigProblem, keys: readonly ConfigKey[], layer: string): string {
  const home = problem.code === 'unknown_key' ? keys.find(({ name }) => name === problem.key) : undefined;
  const hint = home === undefined ? '' : ` here; it belongs below the line [${home.table}]`;
  const variable = keys.find(({ key }) => key === problem.key)?.variable;
  const place = layer === ENVIRONMENT ? (variable ?? problem.key) : problem.key;
  const wanted = problem.code === 'unknown_key' ? problem.expected : `wanted ${problem.expected}`;
  return `${place}: ${wanted}${hint}`;
}

const saysAnything = ({ tree, problems }: Layer) => problems.length > 0 || Object.keys(tree).length > 0;

/** Checks one layer on its own, so that a mistake is told with the place where it stands. */
function checked(layer: Layer & { readonly name: string }, packaged: PackagedConfig): void {
  const result = validateConfig(mergeLayers(packaged.values, layer.tree));
  const unread = layer.problems.map(({ source, expected }) => `${source}: wanted ${expected}`);
  const wrong = result.ok
    ? []
    : result.problems.map((problem) => describe(problem, packaged.keys, layer.name));
  const problems = [...unread, ...wrong];
  if (problems.length > 0) throw new StoreFault('config_invalid', `${layer.name}: ${problems.join('; ')}`);
}

/** The configuration of a process: packaged defaults, the user's file, the environment, flags. */
export function createConfigFile(options: ConfigFileOptions): ConfigFile {
  const { root, packaged, above, fs = realFs } = options;
  const path = root === null ? null : join(root, 'config.toml');
  const reader = createFileReader(fs, (file) => fileTree(fs, file, options));
  const readTree = (file: string) => {
    try {
      return reader.read(file);
    } catch (error) {
      // A root that cannot exist holds no file; what is wrong with it is for the store to tell.
      if (errorCode(error) === 'ENOTDIR') return null;
      throw error;
    }
  };
  const ownTree = () => {
    const own = path === null ? null : orFault(path, () => readTree(path));
    if (own instanceof StoreFault) throw own;
    return own;
  };
  const layers = () => {
    const file = { name: path ?? '', tree: ownTree() ?? {}, problems: [] };
    const all = [file, ...above];
    for (const layer of all) if (saysAnything(layer)) checked(layer, packaged);
    return all;
  };
  const merged = () => {
    const said = layers().filter(saysAnything);
    if (said.length === 0) return packaged.values;
    const tree = said.reduce<Tree>((below, layer) => mergeLayers(below, layer.tree), packaged.values);
    const result = validateConfig(tree);
    if (result.ok) return result.config;
    throw new StoreFault('config_invalid', result.problems.map(({ key }) => key).join(', '));
  };
  let kept: { readonly own: Tree | null; readonly config: Config } | null = null;
  return {
    current: async () => {
      const own = ownTree();
      if (kept === null || kept.own !== own) kept = { own, config: merged() };
      return kept.config;
    },
    explain: async () => {
      const all = [{ name: 'default', tree: packaged.values }, ...layers()];
      return packaged.keys.map((key) => effective(key, all));
    },
  };
}

function effective(key: ConfigKey, layers: readonly { name: string; tree: Tree }[]): EffectiveValue {
  const valueIn = (tree: Tree) => (tree[key.table] as Tree | undefined)?.[key.name]; // layers are checked
  const top = layers.findLast(({ tree }) => valueIn(tree) !== undefined);
  return { key: key.key, value: valueIn(top?.tree ?? {}), source: top?.name ?? '' };
}

/** The tables of the user's file, or the fault that stands in the way: kept, so that it is told each time. */
function fileTree(fs: FsLayer, path: string, options: ConfigFileOptions): Tree | StoreFault {
  const text = decodeText(fs.readFile(path));
  if (text === null) return new StoreFault('config_invalid', `${path} is not UTF-8`);
  return orFault(path, () => {
    const { tree, retired } = withoutRetired(parseToml(text, path));
    if (retired.length > 0) options.onRetired?.(path, retired);
    return tree;
  });
}

function orFault<T>(path: string, work: () => T): T | StoreFault {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreFault) return error;
    const fault = asFault(error, `reading ${path}`);
    if (!(fault instanceof StoreFault)) throw error;
    if (fault.retryable) return fault;
    return new StoreFault('config_invalid', `${path} cannot be read (${systemReason(error)})`);
  }
}

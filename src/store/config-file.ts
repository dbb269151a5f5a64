import { join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { type Config, type ConfigProblem, mergeLayers, validateConfig } from '../core/config.ts';
import { decodeText } from './atomic-file.ts';
import { createFileReader } from './changing-file.ts';
import { asFault, systemReason } from './fs-faults.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import { StoreFault } from './ports.ts';

export interface ConfigFileOptions {
  /** The data root, or null when there is none: then only the defaults count. */
  readonly root: string | null;
  /** The packaged defaults, as TOML text. */
  readonly defaultToml: string;
  readonly fs?: FsLayer;
}

type Tree = Record<string, unknown>;

function parseToml(text: string, path: string): Tree {
  try {
    return parse(text.replaceAll('\r\n', '\n'));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '');
    throw new StoreFault('config_invalid', `${path}, line ${error.line}: ${what}`);
  }
}

/** A key outside its table is what remains when only the key's `#` was removed. */
function tableOf(key: string, defaults: Tree): string | null {
  const isTable = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return Object.keys(defaults).find((table) => isTable(defaults[table])) ?? null;
}

function describe(problem: ConfigProblem, defaults: Tree): string {
  const table = problem.expected === 'no such key' ? tableOf(problem.key, defaults) : null;
  const hint = table === null ? '' : ` here; it belongs below the line [${table}]`;
  return `${problem.key}: ${problem.expected}${hint}`;
}

/** Reads the configuration at each call: the packaged defaults with `<root>/config.toml` laid over them. */
export function createConfigFile(options: ConfigFileOptions): () => Promise<Config> {
  const { root, defaultToml, fs = realFs } = options;
  const defaults = parseToml(defaultToml, 'the packaged defaults');

  function validate(over: Tree, path: string): Config {
    const result = validateConfig(mergeLayers(defaults, over));
    if (result.ok) return result.config;
    const problems = result.problems.map((problem) => describe(problem, defaults));
    throw new StoreFault('config_invalid', `${path}: ${problems.join('; ')}`);
  }

  function load(path: string): Config | StoreFault {
    const text = decodeText(fs.readFile(path));
    if (text === null) return new StoreFault('config_invalid', `${path} is not UTF-8`);
    try {
      return validate(parseToml(text, path), path);
    } catch (error) {
      if (error instanceof StoreFault) return error;
      throw error;
    }
  }

  const read = createFileReader(fs, load);
  const plain = validate({}, 'the packaged defaults');

  function current(): Config | StoreFault {
    if (root === null) return plain;
    const path = join(root, 'config.toml');
    try {
      return read(path) ?? plain;
    } catch (error) {
      const fault = asFault(error, `reading ${path}`);
      if (!(fault instanceof StoreFault)) throw error;
      if (fault.retryable) return fault;
      return new StoreFault('config_invalid', `${path} cannot be read (${systemReason(error)})`);
    }
  }

  return async () => {
    const result = current();
    if (result instanceof StoreFault) throw result;
    return result;
  };
}

import { mergeLayers } from './config.ts';
import { readFlag } from './lenient/flag.ts';
import { readList } from './lenient/list.ts';
import { nearest } from './nearest.ts';

type Tree = Record<string, unknown>;

/** One key of the configuration, as config/default.toml declares it. */
export interface ConfigKey {
  /** Dotted: `table.name`. */
  readonly key: string;
  readonly table: string;
  readonly name: string;
  /** Its comment in the file. */
  readonly about: string;
  readonly fallback: unknown;
  /** The environment variable that sets it. */
  readonly variable: string;
}

/** What a layer from flags or variables got wrong: which of them, and what it must be. */
export interface LayerProblem {
  readonly source: string;
  readonly expected: string;
}

/** Tables of values from one source, and the values that could not be read. */
export interface Layer {
  readonly tree: Tree;
  readonly problems: readonly LayerProblem[];
}

/** The layer of the environment: every variable that is set and not blank. */
export function layerOfVariables(
  keys: readonly ConfigKey[],
  env: Readonly<Record<string, string | undefined>>,
): Layer {
  const given = keys.map((key) => ({ key, text: env[key.variable] ?? '', source: key.variable }));
  const layer = layerOf(given.filter(({ text }) => text.trim() !== ''));
  return { ...layer, problems: [...unknownVariables(keys, env), ...layer.problems] };
}

/** Secrets come by variables too, but are no keys of the file. */
const SECRET = /_API_KEY$/u;

/** Variables that begin like a key of a table but name none. */
function unknownVariables(
  keys: readonly ConfigKey[],
  env: Readonly<Record<string, string | undefined>>,
): LayerProblem[] {
  const known = keys.map(({ variable }) => variable);
  const tables = new Set(keys.map(({ table }) => `DEEP_THINK_${table}_`.toUpperCase()));
  const foreign = Object.keys(env).filter(
    (name) =>
      !known.includes(name) && !SECRET.test(name) && [...tables].some((table) => name.startsWith(table)),
  );
  return foreign.map((name) => ({ source: name, expected: nearest(known, name) ?? 'an existing key' }));
}

/** The layer of `--set table.key=value` flags; the last one for a key wins. */
export function layerOfFlags(keys: readonly ConfigKey[], flags: readonly string[]): Layer {
  const given = flags.map((flag) => {
    const at = flag.indexOf('=');
    const dotted = (at < 0 ? flag : flag.slice(0, at)).trim();
    const key = keys.find((each) => each.key === dotted);
    return { key, dotted, text: at < 0 ? null : flag.slice(at + 1).trim(), source: `--set ${flag}` };
  });
  const names = keys.map(({ key }) => key);
  const problems = given.flatMap(({ key, dotted, text, source }) => {
    if (key === undefined) return { source, expected: nearest(names, dotted) ?? 'an existing key' };
    return text === null ? { source, expected: `${dotted}=value` } : [];
  });
  const usable = given.flatMap(({ key, text, source }) =>
    key && text !== null ? { key, text, source } : [],
  );
  const layer = layerOf(usable);
  return { ...layer, problems: [...problems, ...layer.problems] };
}

interface Given {
  readonly key: ConfigKey;
  readonly text: string;
  readonly source: string;
}

function layerOf(given: readonly Given[]): Layer {
  let tree: Tree = {};
  const problems: LayerProblem[] = [];
  for (const { key, text, source } of given) {
    const value = readValue(key, text);
    if (value === undefined) problems.push({ source, expected: kindOf(key.fallback) });
    else tree = mergeLayers(tree, { [key.table]: { [key.name]: value } });
  }
  return { tree, problems };
}

/** The value of a text by the type of the default; undefined when it is none. */
function readValue({ fallback }: ConfigKey, text: string): unknown {
  if (typeof fallback === 'number')
    return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/iu.test(text.trim()) ? Number(text) : undefined;
  if (typeof fallback === 'string') return text.trim().replace(/^"(.*)"$/u, '$1');
  const reading = typeof fallback === 'boolean' ? readFlag(text) : readList(text);
  return reading.ok ? reading.value : undefined;
}

function kindOf(fallback: unknown): string {
  if (typeof fallback === 'number') return 'a number';
  return typeof fallback === 'boolean' ? 'true or false' : 'a list';
}

import * as z from 'zod';
import { lateSchema } from './late-schema.ts';
import { EngineName } from './staged.ts';

const unit = () => z.number().min(0).max(1);
const names = () => z.array(z.string().trim().min(1)).min(1);

/** The `[serial]` table: see config/default.toml for the meaning of each key. */
const SerialConfig = lateSchema(() =>
  z.strictObject({
    max_rounds: z.int().min(1),
    score_threshold: unit(),
    edit_distance_epsilon: unit(),
    commit: z.enum(['best', 'last']),
    default_lenses: names(),
  }),
);

const isUnique = (list: readonly string[]) => new Set(list).size === list.length;

/** The most stages of a session, and the longest name of one: every reply repeats them. */
export const MOST_STAGES = 24;
export const LABEL_LENGTH = 100;

/** The most specialists of a contest: each writes a candidate in each round. */
const MOST_AGENTS = 20;

/** Each endpoint plays a whole contest by itself. */
const MOST_ENDPOINTS = 16;
const MOST_RETRIES = 100;

/** The `[subagent]` table; an empty `endpoint` and `endpoints` mean that there is none. */
const SubagentConfig = lateSchema(() =>
  z.strictObject({
    max_rounds: z.int().min(1),
    equilibrium_threshold: unit(),
    agents: z
      .array(z.string().trim().min(1).max(LABEL_LENGTH))
      .min(1)
      .max(MOST_AGENTS)
      .refine(isUnique, 'unique names'),
    engine: EngineName,
    endpoint: z.string(),
    endpoints: z.array(z.string()).max(MOST_ENDPOINTS),
    api_key_file: z.string(),
    model: z.string().trim().min(1),
    timeout: z.number().min(1),
    retries: z.int().min(0).max(MOST_RETRIES),
  }),
);

/** The `[autopilot]` table: where the server finds the model that works a stage by itself. */
const AutopilotConfig = lateSchema(() =>
  z.strictObject({
    enabled: z.boolean(),
    endpoint: z.string(),
    api_key_file: z.string(),
    model: z.string(),
    temperature: z.number().min(0).max(2),
    timeout: z.number().min(1),
    retries: z.int().min(0).max(MOST_RETRIES),
  }),
);

/** Stage names, none blank, none twice, none longer than a label. */
export const StageNames = lateSchema(() =>
  z
    .array(
      z
        .string()
        .max(LABEL_LENGTH)
        .refine((name) => name.trim() !== '', 'not blank'),
    )
    .min(1)
    .max(MOST_STAGES)
    .refine(isUnique, 'unique names'),
);

/** Every key with its type and range; config/default.toml holds the values and the words. */
export const Config = lateSchema(() =>
  z.strictObject({
    serial: SerialConfig,
    subagent: SubagentConfig,
    autopilot: AutopilotConfig,
    stages: z.strictObject({ default: StageNames }),
    security: z.strictObject({ allow_endpoint_overrides: z.boolean() }),
    tools: z.strictObject({
      toolsets: z.array(z.string()),
      include: z.array(z.string()),
      exclude: z.array(z.string()),
      read_only: z.boolean(),
    }),
    sequential: z.strictObject({ persist: z.boolean(), strict_types: z.boolean() }),
    review: z.strictObject({ near_equal: unit(), padded: unit() }),
    limits: z.strictObject({
      text_kib: z.int().min(1).max(65536),
      session_mib: z.int().min(1).max(1024),
      message_mib: z.int().min(1).max(256),
      sessions: z.int().min(0).max(1_000_000),
      age_days: z.int().min(0).max(36_500),
    }),
    privacy: z.strictObject({ redact: z.boolean() }),
  }),
);
export type Config = z.infer<typeof Config>;

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys of the original server that mean nothing here; a whole table where no key is named. */
const RETIRED: Readonly<Record<string, readonly string[] | null>> = {
  store: null,
  modes: null,
  serial: ['fast_mode'],
  subagent: ['sequential_fallback', 'api_key'],
  autopilot: ['api_key'],
};

/** The tree of a file without the keys that are accepted but not used, and the names of those. */
export function withoutRetired(tree: Tree): { tree: Tree; retired: string[] } {
  const retired: string[] = [];
  const kept: Tree = {};
  for (const [table, values] of Object.entries(tree)) {
    const names = Object.hasOwn(RETIRED, table) ? RETIRED[table] : [];
    if (names === null && isTree(values)) {
      retired.push(...Object.keys(values).map((name) => `${table}.${name}`));
      continue;
    }
    const gone = isTree(values) ? (names ?? []).filter((name) => Object.hasOwn(values, name)) : [];
    retired.push(...gone.map((name) => `${table}.${name}`));
    const rest = isTree(values) ? Object.entries(values).filter(([name]) => !gone.includes(name)) : [];
    kept[table] = isTree(values) ? Object.fromEntries(rest) : values;
  }
  return { tree: kept, retired };
}

/** The tables that one session may set for itself. */
export const OVERRIDABLE = ['serial', 'subagent', 'stages'] as const;

const isOverridable = (table: string) => OVERRIDABLE.some((each) => each === table);
const isEmpty = (value: unknown) => isTree(value) && Object.keys(value).length === 0;

/** The keys of `[subagent]` that a session may set only where the operator lets it aim the server at a URL. */
const ADDRESS_KEYS = ['endpoint', 'endpoints'];
/** Those that no session may set: a secret would be stored with it, and a path could name any file. */
const SECRET_KEYS = ['api_key', 'api_key_file'];

function operatorKeys(table: string, { security }: Pick<Config, 'security'>): readonly string[] {
  if (table !== 'subagent') return [];
  return security.allow_endpoint_overrides ? SECRET_KEYS : [...ADDRESS_KEYS, ...SECRET_KEYS];
}

/** What a stored session may still set: overrides of the original may name tables that are not used here. */
export function usableOverrides(overrides: Tree, config: Config): { overrides: Tree; dropped: string[] } {
  const { tree, retired } = withoutRetired(overrides);
  // A table of which only retired keys were given is named by those.
  const tables = Object.entries(tree).filter(([, value]) => !isEmpty(value));
  const foreign = tables.flatMap(([table, value]) =>
    foreignKeys(table, value, config).map((each) => each.key),
  );
  const kept = tables
    .filter(([table]) => isOverridable(table))
    .map(([table, value]): [string, unknown] => [
      table,
      isTree(value) ? without(value, operatorKeys(table, config)) : value,
    ])
    .filter(([, value]) => !isEmpty(value));
  return { overrides: Object.fromEntries(kept), dropped: [...retired, ...foreign] };
}

/**
 * The configuration as a stored session sees it. What its overrides set wrongly, or in a table that is not
 * theirs, is left out and named in `dropped`: a session of the original must stay usable.
 */
export function withStoredOverrides(config: Config, overrides: Tree): OwnConfig {
  const known = owned.get(overrides);
  if (known?.base === config) return known.own;
  const own = resolved(config, overrides);
  owned.set(overrides, { base: config, own });
  return own;
}

/** What a session sees of the configuration, and which of its overrides are left out. */
interface OwnConfig {
  readonly config: Config;
  readonly dropped: readonly string[];
}

/** The steps of a session share its overrides, which are never changed in place, so each are resolved once. */
const owned = new WeakMap<Tree, { readonly base: Config; readonly own: OwnConfig }>();

function resolved(config: Config, overrides: Tree): OwnConfig {
  const usable = usableOverrides(overrides, config);
  const dropped = [...usable.dropped];
  let tree = usable.overrides;
  for (;;) {
    const merged = applyOverrides(config, tree);
    if (merged.ok) return { config: merged.config, dropped };
    const [table = '', name] = merged.problems[0]?.key.split('.') ?? [];
    dropped.push(name === undefined ? table : `${table}.${name}`);
    const left = withoutKey(tree, table, name);
    // What cannot be told apart is left out whole.
    tree = JSON.stringify(left) === JSON.stringify(tree) ? {} : left;
  }
}

/** The tree without one key of a table, or without the whole table when that is all that is known. */
function withoutKey(tree: Tree, table: string, name: string | undefined): Tree {
  const values = tree[table];
  if (name === undefined || !isTree(values) || !Object.hasOwn(values, name)) return without(tree, [table]);
  return { ...tree, [table]: without(values, [name]) };
}

/** One value that a layer of the configuration got wrong: the dotted key and what it must be. */
export interface ConfigProblem {
  readonly code: 'unknown_key' | 'bad_value' | 'not_overridable';
  readonly key: string;
  readonly expected: string;
}

/** Lays `over` on `base`: tables merge key by key, everything else, lists too, replaces. */
export function mergeLayers(base: Tree, over: Tree): Tree {
  const merged: Tree = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = Object.hasOwn(base, key) ? base[key] : undefined;
    const next = isTree(below) && isTree(value) ? mergeLayers(below, value) : value;
    Object.defineProperty(merged, key, { value: next, enumerable: true, configurable: true, writable: true });
  }
  return merged;
}

function describe(issue: z.core.$ZodIssue): ConfigProblem {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return { code: 'unknown_key', key: [...path, issue.keys[0] ?? ''].join('.'), expected: 'no such key' };
  return { code: 'bad_value', key: path.join('.'), expected: expectedOf(issue) };
}

/** What a type of the schema is called. */
const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a table',
};

/** What a value must be, by the schema's complaint. */
export function expectedOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`;
  return issue.message;
}

/** The validated configuration of merged layers, or every problem with its key. */
export function validateConfig(
  layers: Tree,
): { ok: true; config: Config } | { ok: false; problems: ConfigProblem[] } {
  // A process reads few configurations: a compiled reader takes longer to make than it saves.
  const parsed = Config.safeParse(layers, { jitless: true });
  if (parsed.success) return { ok: true, config: parsed.data };
  return { ok: false, problems: parsed.error.issues.map(describe) };
}

/** The configuration as one session sees it, or the problems of its overrides. */
export function applyOverrides(config: Config, overrides: Tree): ReturnType<typeof validateConfig> {
  if (Object.keys(overrides).length === 0) return { ok: true, config };
  const foreign = Object.entries(overrides).flatMap(([table, value]) => foreignKeys(table, value, config));
  if (foreign.length > 0) return { ok: false, problems: foreign };
  return validateConfig(mergeLayers(config, overrides));
}

/** What one table of overrides sets without being allowed to: the table itself, or keys of the operator in it. */
function foreignKeys(table: string, value: unknown, config: Config): ConfigProblem[] {
  const code = 'not_overridable';
  if (!isOverridable(table)) return [{ code, key: table, expected: OVERRIDABLE.join(', ') }];
  const closed = operatorKeys(table, config);
  const open = Object.keys(SubagentConfig.made().shape).filter((key) => !closed.includes(key));
  return Object.keys(isTree(value) ? value : {})
    .filter((key) => closed.includes(key))
    .map((key) => ({ code, key: `${table}.${key}`, expected: open.join(', ') }));
}

function without(tree: Tree, names: readonly string[]): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !names.includes(name)));
}

import { basename, join, parse } from 'node:path';
import { type Config, LABEL_LENGTH } from './core/config.ts';
import { type Layer, layerOfVariables } from './core/config-keys.ts';
import { once } from './core/once.ts';
import type { SessionDocument } from './core/session.ts';
import { type ToolChoice, WHOLE } from './core/tool-choice.ts';
import { randomText } from './store/chance.ts';
import { type ConfigFile, createConfigFile, ENVIRONMENT, type PackagedConfig } from './store/config-file.ts';
import { resolveHome } from './store/data-root.ts';
import { keepExport } from './store/export-files.ts';
import { bootstrapHome } from './store/home.ts';
import { createLeases, noLeases } from './store/lease.ts';
import { createLensFiles } from './store/lens-files.ts';
import { oldReviews } from './store/old-reviews.ts';
import { type Ports, StoreFault } from './store/ports.ts';
import { readSecret } from './store/secret.ts';
import { createSessionStore } from './store/session-files.ts';
import { createUnavailableStore } from './store/unavailable-store.ts';

/** What the process knows of the machine. */
interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** The user's home folder. */
  readonly home: string;
  /** The working folder, for the label of new sessions. */
  readonly cwd: string;
  /** The folder that holds lenses/. */
  readonly packageRoot: string;
  readonly packaged: () => PackagedConfig;
  /** The layer of `--set` flags. */
  readonly flags: Layer;
  /** Whether a session came to its end though nobody closed it. */
  readonly isOver: (document: SessionDocument) => boolean;
  /** Told about keys in config.toml that are accepted but mean nothing. */
  readonly onRetired: (path: string, keys: readonly string[]) => void;
}

/** The ports of the tools, and what only the start of the process needs. */
interface World extends Ports {
  readonly explainConfig: ConfigFile['explain'];
  /** The API key for the endpoints of a table, "" when there is none. */
  readonly key: (table: KeyTable, config: Config) => string;
  /** Whether the server is to offer its autopilot; asked once. */
  readonly autopilot: () => Promise<boolean>;
  /** Which tools the operator chose. */
  readonly toolChoice: () => Promise<ToolChoice>;
  /** The longest message that is read from the client. */
  readonly messageBytes: () => Promise<number>;
}

/** The configuration tables whose endpoints may want an API key. */
export const KEY_TABLES = ['subagent', 'autopilot'] as const;
type KeyTable = (typeof KEY_TABLES)[number];

/** The environment variable that holds the key of a table. */
export const keyVariable = (table: KeyTable) => `DEEP_THINK_${table}_API_KEY`.toUpperCase();

const MIB = 1024 * 1024;
const FALLBACK_SESSION_MIB = 64;
/** Letters and digits that cannot be taken for one another. */
const ID_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const ID_LENGTH = 8;

const newCode = (length: number) => randomText(length, ID_LETTERS);
const newId = () => newCode(ID_LENGTH);

/** DEEP_THINK_PROJECT, else the name of the working folder unless that is the root or the home folder. */
function projectLabel({ env, home, cwd }: Surroundings): string | null {
  const given = env.DEEP_THINK_PROJECT?.trim() ?? '';
  const folder = cwd === parse(cwd).root || cwd === home ? '' : basename(cwd);
  const label = given === '' ? folder : given;
  return label === '' ? null : label.slice(0, LABEL_LENGTH);
}

function createConfig(root: string | null, around: Surroundings): ConfigFile {
  const packaged = around.packaged();
  const variables = { name: ENVIRONMENT, ...layerOfVariables(packaged.keys, around.env) };
  const flags = { name: 'flag', ...around.flags };
  return createConfigFile({ root, packaged, above: [variables, flags], onRetired: around.onRetired });
}

function rootOf(resolved: ReturnType<typeof resolveHome>): string {
  if ('problem' in resolved) throw new StoreFault('storage_unavailable', resolved.problem);
  return resolved.root;
}

/** What a configuration says, or something else where it has a mistake, which each call that needs it tells. */
const reading =
  (config: () => Promise<Config>) =>
  <T>(read: (config: Config) => T, other: T) =>
    config().then(read, () => other);

/** What the operator offers; a mistake changes nothing. */
function offerOf(config: () => Promise<Config>): Pick<World, 'autopilot' | 'toolChoice'> {
  const read = reading(config);
  return {
    autopilot: () => read(({ autopilot }) => autopilot.enabled, false),
    toolChoice: () => read<ToolChoice>(({ tools }) => tools, WHOLE),
  };
}

/** What bounds the store. Clearing and moving must work beside a configuration that is broken. */
function storeLimits(config: () => Promise<Config>) {
  const read = reading(config);
  return {
    sessionLimitBytes: () => read(({ limits }) => limits.session_mib * MIB, FALLBACK_SESSION_MIB * MIB),
    mostSessions: () => read(({ limits }) => limits.sessions, 0),
  };
}

/** Builds the world outside the pure core. A bad home is no error here: each call that needs it says so. */
export function createPorts(around: Surroundings): World {
  const resolved = resolveHome(around.env, around.home);
  const root = 'root' in resolved ? resolved.root : null;
  const configFile = once(() => createConfig(root, around));
  const config = async () => configFile().current();
  const store =
    'problem' in resolved
      ? createUnavailableStore(resolved.problem)
      : createSessionStore({ root: resolved.root, newId, ...storeLimits(config), isOver: around.isOver });
  const key = (table: KeyTable, { [table]: { api_key_file: file } }: Config) =>
    readSecret({ variable: around.env[keyVariable(table)], file, home: around.home, root });
  return {
    store,
    leases: root === null ? noLeases : createLeases({ root }),
    config,
    lenses: createLensFiles({
      bundledDir: join(around.packageRoot, 'lenses'),
      userDir: root === null ? null : join(root, 'lenses'),
    }),
    bootstrap: async () => bootstrapHome(rootOf(resolved), around.packaged().toml),
    // Read from Date.now, so that a preloaded clock can take its place.
    now: () => new Date(Date.now()).toISOString(),
    keepExport: async (name, text) => keepExport(rootOf(resolved), name, text),
    newUuid: () => globalThis.crypto.randomUUID(),
    newCode,
    defaultProject: projectLabel(around),
    oldReviews: () => oldReviews(around.env, around.home),
    key,
    ...offerOf(config),
    root: () => rootOf(resolved),
    explainConfig: async () => configFile().explain(),
    messageBytes: async () => (await config()).limits.message_mib * MIB,
  };
}

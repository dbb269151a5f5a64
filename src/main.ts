import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { configLines } from './cli/config.ts';
import { usage } from './cli/usage.ts';
import { mergeLayers, validateConfig } from './core/config.ts';
import { type Layer, layerOfFlags } from './core/config-keys.ts';
import { nearest } from './core/nearest.ts';
import { once } from './core/once.ts';
import { createPorts } from './ports.ts';
import { createRegistry } from './registry.ts';
import { createDispatcher, type Dispatcher } from './server/dispatch.ts';
import { faultOf } from './server/faults.ts';
import { logWarning } from './server/log.ts';
import { createMcpServer } from './server/mcp.ts';
import { runUntilClosed } from './server/process.ts';
import { createStdioTransport } from './server/stdio.ts';
import { readPackaged } from './store/config-file.ts';

/** What counts until the configuration has been read, and beside one that is broken. */
const FALLBACK_MESSAGE_BYTES = 32 * 1024 * 1024;

/** The folder that holds package.json, config/ and lenses/: one above this file, in src/ and in dist/. */
const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));
/** Read when a call or a command first needs it. */
const packaged = once(() => readPackaged(readFileSync(join(packageRoot, 'config', 'default.toml'), 'utf8')));
type World = ReturnType<typeof createPorts>;

async function serve(world: World): Promise<void> {
  let messageLimit = FALLBACK_MESSAGE_BYTES;
  const registry = createRegistry();
  const dispatcher = createDispatcher(registry, world);
  // The limit is read with the first call, so that a start reads nothing it may not need.
  const readLimit = once(async () => {
    messageLimit = await world.messageBytes().catch(() => messageLimit);
  });
  const call: Dispatcher['call'] = (name, raw) => {
    void readLimit();
    return dispatcher.call(name, raw);
  };
  const server = createMcpServer(registry, { call }, packageJson.version);
  const transport = createStdioTransport({
    input: process.stdin,
    output: process.stdout,
    maxBytes: () => messageLimit,
  });
  runUntilClosed(transport);
  await server.connect(transport);
}

async function printConfig(world: World): Promise<void> {
  const lines = [`# data root: ${world.root()}`, ...configLines(await world.explainConfig())];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const COMMANDS = { mcp: serve, config: printConfig } as const;
const isCommand = (word: string): word is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, word);

function unknownCommand(words: string): never {
  const near = nearest(Object.keys(COMMANDS), words);
  usageError(`unknown command "${words}"${near === undefined ? '' : `; did you mean "${near}"`}`);
}

function usageError(problem: string): never {
  process.stderr.write(`deep-think-mcp: ${problem}. Call deep-think-mcp --help.\n`);
  process.exit(2);
}

function readCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        set: { type: 'string', multiple: true },
      },
    });
  } catch (error) {
    return usageError(error instanceof Error ? error.message : String(error));
  }
}

/** Warns when the sentence is a new one: a file may be read many times. */
function warnOnce<A extends unknown[]>(sentence: (...facts: A) => string): (...facts: A) => void {
  const told = new Set<string>();
  return (...facts) => {
    const line = sentence(...facts);
    if (!told.has(line)) logWarning(line);
    told.add(line);
  };
}

/** The layer of the `--set` flags; a mistake in one ends the process. */
function readFlags(flags: readonly string[]): Layer {
  if (flags.length === 0) return { tree: {}, problems: [] };
  const layer = layerOfFlags(packaged().keys, flags);
  const result = validateConfig(mergeLayers(packaged().values, layer.tree));
  const ranges = result.ok ? [] : result.problems.map(({ key, expected }) => ({ source: key, expected }));
  const [wrong] = [...layer.problems, ...ranges];
  if (wrong) usageError(`${wrong.source}: wanted ${wrong.expected}`);
  return layer;
}

async function main(): Promise<void> {
  const { values, positionals } = readCommandLine();
  if (values.help) return void process.stdout.write(usage(packageJson.version, packaged().keys));
  if (values.version) return void process.stdout.write(`${packageJson.version}\n`);
  const [command = 'mcp', ...rest] = positionals;
  if (!isCommand(command) || rest.length > 0) unknownCommand(positionals.join(' '));
  const flags = readFlags(values.set ?? []);
  const world = createPorts({
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
    packageRoot,
    packaged,
    flags,
    onRetired: warnOnce((path, keys) => `${path}: accepted but not used: ${keys.join(', ')}`),
  });
  await COMMANDS[command](world);
}

main().catch((error: unknown) => {
  logWarning(faultOf(error).message);
  process.exit(1);
});

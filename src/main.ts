import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { configLines } from './cli/config.ts';
import { usage } from './cli/usage.ts';
import { layerOfFlags } from './core/config-keys.ts';
import { createPorts } from './ports.ts';
import { createRegistry } from './registry.ts';
import { createDispatcher } from './server/dispatch.ts';
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
const packaged = readPackaged(readFileSync(join(packageRoot, 'config', 'default.toml'), 'utf8'));
type World = ReturnType<typeof createPorts>;

async function serve(world: World): Promise<void> {
  let messageLimit = FALLBACK_MESSAGE_BYTES;
  const registry = createRegistry();
  const server = createMcpServer(registry, createDispatcher(registry, world), packageJson.version);
  const transport = createStdioTransport({
    input: process.stdin,
    output: process.stdout,
    maxBytes: () => messageLimit,
  });
  runUntilClosed(transport);
  await server.connect(transport);
  messageLimit = await world.messageBytes().catch(() => messageLimit);
}

async function printConfig(world: World): Promise<void> {
  const lines = configLines(await world.explainConfig());
  process.stdout.write(`${lines.join('\n')}\n`);
}

const COMMANDS = { mcp: serve, config: printConfig } as const;
const isCommand = (word: string): word is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, word);

function usageError(problem: string): never {
  process.stderr.write(`deep-think-mcp: ${problem}\n\n${usage(packageJson.version, packaged.keys)}`);
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

async function main(): Promise<void> {
  const { values, positionals } = readCommandLine();
  if (values.help) return void process.stdout.write(usage(packageJson.version, packaged.keys));
  if (values.version) return void process.stdout.write(`${packageJson.version}\n`);
  const [command = 'mcp', ...rest] = positionals;
  if (!isCommand(command) || rest.length > 0) usageError(`unknown command "${positionals.join(' ')}"`);
  const flags = layerOfFlags(packaged.keys, values.set ?? []);
  const [wrong] = flags.problems;
  if (wrong) usageError(`${wrong.source}: expected ${wrong.expected}`);
  const world = createPorts({
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
    packageRoot,
    packaged,
    flags,
    onRetired: (path, keys) => logWarning(`${path}: accepted but not used: ${keys.join(', ')}`),
  });
  await COMMANDS[command](world);
}

main().catch((error: unknown) => {
  logWarning(faultOf(error).message);
  process.exit(1);
});

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { createPorts } from './ports.ts';
import { createRegistry } from './registry.ts';
import { createDispatcher } from './server/dispatch.ts';
import { logWarning } from './server/log.ts';
import { createMcpServer } from './server/mcp.ts';
import { runUntilClosed } from './server/process.ts';
import { createStdioTransport } from './server/stdio.ts';

const USAGE = `deep-think-mcp ${packageJson.version}: a reasoning server for MCP clients, over stdio.

Usage: deep-think-mcp [mcp] [--help] [--version]

Without an argument (or with "mcp") it serves one client on stdin and stdout.

Environment:
  DEEP_THINK_HOME     data root, an absolute path (default ~/deep-think-mcp)
  DEEP_THINK_PROJECT  label of new sessions (default: name of the working folder)
  DEEP_THINK_LOG      "debug" for details on stderr
`;

/** The folder that holds package.json, config/ and lenses/: one above this file, in src/ and in dist/. */
const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** What counts until the configuration has been read, and beside one that is broken. */
const FALLBACK_MESSAGE_BYTES = 32 * 1024 * 1024;

async function serve(): Promise<void> {
  const defaultToml = readFileSync(join(packageRoot, 'config', 'default.toml'), 'utf8');
  const ports = createPorts({
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
    packageRoot,
    defaultToml,
  });
  let messageLimit = FALLBACK_MESSAGE_BYTES;
  const registry = createRegistry();
  const server = createMcpServer(registry, createDispatcher(registry, ports), packageJson.version);
  const transport = createStdioTransport({
    input: process.stdin,
    output: process.stdout,
    maxBytes: () => messageLimit,
  });
  runUntilClosed(transport);
  await server.connect(transport);
  messageLimit = await ports.messageBytes().catch(() => messageLimit);
}

function usageError(problem: string): never {
  process.stderr.write(`deep-think-mcp: ${problem}\n\n${USAGE}`);
  process.exit(2);
}

function readCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } },
    });
  } catch (error) {
    return usageError(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = readCommandLine();
const [command, ...rest] = positionals;
if (values.help) process.stdout.write(USAGE);
else if (values.version) process.stdout.write(`${packageJson.version}\n`);
else if ((command ?? 'mcp') !== 'mcp' || rest.length > 0)
  usageError(`unknown command "${positionals.join(' ')}"`);
else
  serve().catch((error: unknown) => {
    logWarning(`cannot start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  });

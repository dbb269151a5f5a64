import process from 'node:process';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import type { App } from './app.ts';
import { once } from './core/once.ts';
import autopilotTools from './server/autopilot-tools.json' with { type: 'json' };
import type { ToolDescription } from './server/describe.ts';
import { logWarning } from './server/log.ts';
import { createMcpServer } from './server/mcp.ts';
import { runUntilClosed } from './server/process.ts';
import { createStdioTransport } from './server/stdio.ts';
import tools from './server/tools.json' with { type: 'json' };
import { mayOfferAutopilot } from './store/autopilot-sign.ts';

/** What counts until the configuration has been read, and beside one that is broken. */
const FALLBACK_MESSAGE_BYTES = 32 * 1024 * 1024;
/** How long after the start the rest is loaded unless a call comes first. */
const PRELOAD_MS = 400;

/**
 * The server. Until the first call only what speaks the protocol is loaded: the tool list is ready-made, and
 * everything that answers calls is another file (`app.ts`). Settings on the command line are checked at once.
 */
async function serve(settings: readonly string[]): Promise<void> {
  let messageLimit = FALLBACK_MESSAGE_BYTES;
  let loaded: App | null = null;
  const load = once(async () => {
    const { createApp } = await import('./app.ts');
    const app = await createApp(settings);
    if ('mistake' in app) return usageError(app.mistake);
    loaded = app;
    messageLimit = await app.messageBytes().catch(() => messageLimit);
    return app;
  });
  const early = settings.length > 0 || mayOfferAutopilot() ? await load() : null;
  // The files hold what describeTool makes of the registry, which a test compares.
  const listed = (early?.autopilot ? [...tools, ...autopilotTools] : tools) as unknown as ToolDescription[];
  const call: App['dispatcher']['call'] = async (name, raw, line) =>
    (await load()).dispatcher.call(name, raw, line);
  const server = createMcpServer(listed, { call }, packageJson.version);
  const transport = createStdioTransport({
    input: process.stdin,
    output: process.stdout,
    maxBytes: () => messageLimit,
  });
  runUntilClosed(transport, {
    stopWork: async () => loaded?.dispatcher.close(),
    finish: async () => loaded?.finish(),
  });
  await server.connect(transport);
  // By the time of the first call the rest is there; the timer keeps nobody alive.
  setTimeout(load, PRELOAD_MS).unref();
}

/** The flags of `run` as settings: the endpoint and the model serve both modes. */
function settingsOf({ endpoint, model }: Values): string[] {
  const both = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`subagent.${name}=${value}`, `autopilot.${name}=${value}`];
  return [...both('endpoint', endpoint), ...both('model', model)];
}

/** The commands, and how many words may follow each. */
const WORDS = { mcp: 0, config: 0, run: 1, search: Infinity, import: Infinity } as const;
const COMMANDS = ['mcp', 'config', 'run', 'search', 'import'] as const;
type Command = (typeof COMMANDS)[number];

async function unknownCommand(words: string): Promise<never> {
  const { nearest } = await import('./core/nearest.ts');
  const near = nearest(COMMANDS, words);
  return usageError(`unknown command "${words}"${near === undefined ? '' : `; did you mean "${near}"`}`);
}

function usageError(problem: string): never {
  process.stderr.write(`deep-think-mcp: ${problem}. Call deep-think-mcp --help.\n`);
  process.exit(2);
}

type Values = ReturnType<typeof readCommandLine>['values'];

function readCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        set: { type: 'string', multiple: true },
        endpoint: { type: 'string' },
        model: { type: 'string' },
        mode: { type: 'string' },
        stages: { type: 'string' },
        limit: { type: 'string' },
        json: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      },
    });
  } catch (error) {
    return usageError(error instanceof Error ? error.message : String(error));
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readCommandLine();
  if (values.version) return void process.stdout.write(`${packageJson.version}\n`);
  if (values.help) {
    const { helpText } = await import('./app.ts');
    return void process.stdout.write(helpText(packageJson.version));
  }
  const [word = 'mcp', ...rest] = positionals;
  const command: Command | undefined = COMMANDS.find((each) => each === word);
  if (command === undefined || rest.length > WORDS[command]) return unknownCommand(positionals.join(' '));
  const [question = ''] = rest;
  if (command === 'run' && question.trim() === '') usageError('run wants a question');
  if (command === 'search' && rest.join('').trim() === '') usageError('search wants some words');
  const settings = [...settingsOf(values), ...(values.set ?? [])];
  if (command === 'mcp') return serve(settings);
  const { carryOut } = await import('./app.ts');
  const { mode, stages, limit, json = false, 'dry-run': dryRun = false } = values;
  const wish = { settings, question, mode, stages, words: rest, limit, json, dryRun };
  const { mistake } = await carryOut(command, wish);
  if (mistake !== undefined) usageError(mistake);
}

main().catch(async (error: unknown) => {
  const { sayFault } = await import('./app.ts');
  logWarning(sayFault(error));
  process.exit(1);
});

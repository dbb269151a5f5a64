import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { configLines } from './cli/config.ts';
import { runQuestion } from './cli/run.ts';
import { usage } from './cli/usage.ts';
import { mergeLayers, validateConfig } from './core/config.ts';
import { type Layer, layerOfFlags } from './core/config-keys.ts';
import { nearest } from './core/nearest.ts';
import { once } from './core/once.ts';
import { stagedSession } from './core/staged.ts';
import type { JobProgress } from './kit/job.ts';
import { createPorts, KEY_TABLES, keyVariable } from './ports.ts';
import { createRegistry } from './registry.ts';
import { sessionMarkdown } from './render/markdown.ts';
import type { RawArguments } from './server/call.ts';
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
type Values = ReturnType<typeof readCommandLine>['values'];

/** What a command gets of the command line. */
interface CommandLine {
  readonly question: string;
  readonly values: Values;
}

/** The exit code after Ctrl-C. */
const INTERRUPTED = 130;
const NEVER = new AbortController().signal;

/** Nothing of the network is loaded before a call needs a model. */
const loadWorkshop = ({ config, key }: World) =>
  once(async () => {
    const { createWorkshop } = await import('./llm/workshop.ts');
    return createWorkshop({ config, key });
  });

async function serve(world: World): Promise<void> {
  let messageLimit = FALLBACK_MESSAGE_BYTES;
  const registry = createRegistry({ autopilot: await world.autopilot() });
  const dispatcher = createDispatcher({ registry, ports: world, workshop: loadWorkshop(world) });
  // The limit is read with the first call, so that a start reads nothing it may not need.
  const readLimit = once(async () => {
    messageLimit = await world.messageBytes().catch(() => messageLimit);
  });
  const call: Dispatcher['call'] = (name, raw, line) => {
    void readLimit();
    return dispatcher.call(name, raw, line);
  };
  const server = createMcpServer(registry, { call }, packageJson.version);
  const transport = createStdioTransport({
    input: process.stdin,
    output: process.stdout,
    maxBytes: () => messageLimit,
  });
  runUntilClosed(transport, {
    stopWork: dispatcher.close,
    finish: () => world.store.close(),
  });
  await server.connect(transport);
}

const secretsIn = (env: NodeJS.ProcessEnv) =>
  KEY_TABLES.map((table) => ({ key: `${table}.api_key`, source: keyVariable(table) })).filter(
    ({ source }) => (env[source]?.trim() ?? '') !== '',
  );

async function printConfig(world: World): Promise<void> {
  const lines = configLines(await world.explainConfig(), secretsIn(process.env));
  lines.unshift(`# data root: ${world.root()}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Works a whole question with the model behind an endpoint; the finished record goes to stdout. */
async function run(world: World, { question, values }: CommandLine): Promise<void> {
  const registry = createRegistry({ autopilot: true });
  const dispatcher = createDispatcher({ registry, ports: world, workshop: loadWorkshop(world) });
  const tell = (line: string) => void process.stderr.write(`${line}\n`);
  const onProgress = ({ done, total, say }: JobProgress) => tell(`  ${done} of about ${total}: ${say}`);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  stop.signal.addEventListener('abort', () => {
    dispatcher.close().finally(() => process.exit(INTERRUPTED));
  });
  const call = async (tool: string, input: RawArguments) =>
    (await dispatcher.call(tool, input, { signal: NEVER, onProgress })).reply;
  const order = { question, mode: values.mode ?? 'serial', stages: values.stages };
  const outcome = await runQuestion(order, { call, tell });
  if ('stopped' in outcome) process.exit(1);
  const stored = await world.store.read(outcome.finished);
  if (stored !== null) process.stdout.write(`${sessionMarkdown(stagedSession.read(stored.session))}\n`);
}

/** The flags of `run` as settings: the endpoint and the model serve both modes. */
function settingsOf({ endpoint, model }: Values): string[] {
  const both = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`subagent.${name}=${value}`, `autopilot.${name}=${value}`];
  return [...both('endpoint', endpoint), ...both('model', model)];
}

const COMMANDS = { mcp: serve, config: printConfig, run } as const;
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
        endpoint: { type: 'string' },
        model: { type: 'string' },
        mode: { type: 'string' },
        stages: { type: 'string' },
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
  const [question = ''] = rest;
  if (!isCommand(command) || rest.length > (command === 'run' ? 1 : 0))
    return unknownCommand(positionals.join(' '));
  if (command === 'run' && question.trim() === '') usageError('run wants a question');
  const flags = readFlags([...settingsOf(values), ...(values.set ?? [])]);
  const world = createPorts({
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
    packageRoot,
    packaged,
    flags,
    onRetired: warnOnce((path, keys) => `${path}: accepted but not used: ${keys.join(', ')}`),
  });
  await COMMANDS[command](world, { question, values });
}

main().catch((error: unknown) => {
  logWarning(faultOf(error).message);
  process.exit(1);
});

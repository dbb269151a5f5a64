import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configLines } from './cli/config.ts';
import { type FileReport, foreignFolders, importPaths, reportLine } from './cli/import.ts';
import { runQuestion } from './cli/run.ts';
import { searchLines } from './cli/search.ts';
import { usage } from './cli/usage.ts';
import { mergeLayers, validateConfig } from './core/config.ts';
import { type Layer, layerOfFlags } from './core/config-keys.ts';
import { once } from './core/once.ts';
import { stagedSession } from './core/staged.ts';
import type { JobProgress } from './kit/job.ts';
import { createPorts, KEY_TABLES, keyVariable } from './ports.ts';
import { createRegistry } from './registry.ts';
import { sessionMarkdown } from './render/markdown.ts';
import { type RawArguments, worldOf } from './server/call.ts';
import { createDispatcher, type Dispatcher } from './server/dispatch.ts';
import { faultOf } from './server/faults.ts';
import { logWarning } from './server/log.ts';
import { readPackaged } from './store/config-file.ts';

/** The folder that holds package.json, config/ and lenses/: one above this file, in src/ and in dist/. */
const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));
/** Read when a call or a command first needs it. */
const packaged = once(() => readPackaged(readFileSync(join(packageRoot, 'config', 'default.toml'), 'utf8')));
type World = ReturnType<typeof createPorts>;

/** The exit code after Ctrl-C. */
const INTERRUPTED = 130;
const NEVER = new AbortController().signal;

/** Nothing of the network is loaded before a call needs a model. */
const loadWorkshop = ({ config, key }: World) =>
  once(async () => {
    const { createWorkshop } = await import('./llm/workshop.ts');
    return createWorkshop({ config, key });
  });

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
async function run(world: World, { question, mode, stages }: Wish): Promise<void> {
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
  const order = { question, mode: mode ?? 'serial', stages };
  const outcome = await runQuestion(order, { call, tell });
  if ('stopped' in outcome) process.exit(1);
  const stored = await world.store.read(outcome.finished);
  if (stored !== null) process.stdout.write(`${sessionMarkdown(stagedSession.read(stored.session))}\n`);
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

/** The layer of the `--set` flags, or what is wrong with one of them. */
function readFlags(flags: readonly string[]): Layer | { readonly mistake: string } {
  if (flags.length === 0) return { tree: {}, problems: [] };
  const layer = layerOfFlags(packaged().keys, flags);
  const result = validateConfig(mergeLayers(packaged().values, layer.tree));
  const ranges = result.ok ? [] : result.problems.map(({ key, expected }) => ({ source: key, expected }));
  const [wrong] = [...layer.problems, ...ranges];
  return wrong ? { mistake: `${wrong.source}: wanted ${wrong.expected}` } : layer;
}

/** What the command line asks of the program, as far as it is not the start of the server. */
export interface Wish {
  readonly settings: readonly string[];
  readonly question: string;
  readonly mode: string | undefined;
  readonly stages: string | undefined;
  /** The words to search for, or the paths to import. */
  readonly words: readonly string[];
  readonly limit: string | undefined;
  readonly json: boolean;
  readonly dryRun: boolean;
}

/** The program behind the command line, built for one process. */
export interface App {
  readonly dispatcher: Dispatcher;
  /** Whether the operator offers the autopilot. */
  readonly autopilot: boolean;
  readonly messageBytes: World['messageBytes'];
  /** Makes every file whole that has a tail. */
  readonly finish: () => Promise<void>;
}

function worldFor(flags: Layer): World {
  return createPorts({
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
    packageRoot,
    packaged,
    flags,
    onRetired: warnOnce((path, keys) => `${path}: accepted but not used: ${keys.join(', ')}`),
  });
}

/** Builds what answers tool calls, or says which setting is wrong. */
export async function createApp(settings: readonly string[]): Promise<App | { readonly mistake: string }> {
  const flags = readFlags(settings);
  if ('mistake' in flags) return flags;
  const world = worldFor(flags);
  const autopilot = await world.autopilot();
  const registry = createRegistry({ autopilot });
  const dispatcher = createDispatcher({ registry, ports: world, workshop: loadWorkshop(world) });
  return { dispatcher, autopilot, messageBytes: world.messageBytes, finish: () => world.store.close() };
}

/** Prints the sessions that hold the words; ends with 1 when the query was refused. */
async function search(world: World, { words, limit, json }: Wish): Promise<void> {
  const dispatcher = createDispatcher({
    registry: createRegistry(),
    ports: world,
    workshop: loadWorkshop(world),
  });
  const { reply } = await dispatcher.call('search_sessions', { query: words.join(' '), limit });
  const text = json ? JSON.stringify(reply, null, 2) : searchLines(reply).join('\n');
  if (reply.error === undefined) return void process.stdout.write(`${text}\n`);
  if (json) process.stdout.write(`${text}\n`);
  else process.stderr.write(`${String(reply.message)}\n`);
  process.exitCode = 1;
}

/** Brings in the files that the paths name, one line each; ends with 1 when one was left out. */
async function importInto(ports: World, { words, dryRun, json }: Wish): Promise<{ mistake?: string }> {
  const paths = words.length > 0 ? words : foreignFolders(process.env, homedir());
  if (paths.length === 0) return { mistake: 'import wants a file or a folder' };
  const call = { registry: createRegistry(), ports, raw: {}, now: ports.now(), job: null };
  const tell = (report: FileReport) => {
    if (!json) process.stdout.write(`${reportLine(report, dryRun)}\n`);
  };
  const files = await importPaths(paths, { world: worldOf(call), dryRun, tell });
  if (json) process.stdout.write(`${JSON.stringify({ dry_run: dryRun, files }, null, 2)}\n`);
  else if (files.length === 0) process.stderr.write('There is no JSON file there.\n');
  if (files.some(({ outcome }) => outcome === 'skipped')) process.exitCode = 1;
  return {};
}

/** Carries out a command; answers with a mistake of its words or settings, if there is one. */
export async function carryOut(
  command: 'config' | 'run' | 'search' | 'import',
  wish: Wish,
): Promise<{ mistake?: string }> {
  const flags = readFlags(wish.settings);
  if ('mistake' in flags) return flags;
  const world = worldFor(flags);
  if (command === 'import') return importInto(world, wish);
  if (command === 'config') await printConfig(world);
  else if (command === 'search') await search(world, wish);
  else await run(world, wish);
  return {};
}

/** The text of `--help`. */
export function helpText(version: string): string {
  return usage(version, packaged().keys);
}

/** What a person reads when the program cannot go on. */
export function sayFault(error: unknown): string {
  return faultOf(error).message;
}

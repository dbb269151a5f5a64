import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configLines } from './cli/config.ts';
import { runQuestion } from './cli/run.ts';
import { formatNamed, type ShowOrder, sayNoFormat, showSession } from './cli/show.ts';
import { usage } from './cli/usage.ts';
import { mergeLayers, validateConfig } from './core/config.ts';
import { type Layer, layerOfFlags } from './core/config-keys.ts';
import { once } from './core/once.ts';
import type { SessionDocument } from './core/session.ts';
import type { JobProgress } from './kit/job.ts';
import type { RecordFormat } from './kit/page/format.ts';
import type { Registry } from './kit/registry.ts';
import { createPorts, KEY_TABLES, keyVariable } from './ports.ts';
import { createRegistry } from './registry.ts';
import { pageOf, type RawArguments } from './server/call.ts';
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

/** Nothing that draws or compares is loaded before a record is to be read. */
const loadRenderer = once(async () => (await import('./render/renderer.ts')).renderPage);

const dispatcherFor = (world: World, registry: Registry) =>
  createDispatcher({ registry, ports: world, workshop: loadWorkshop(world), renderer: loadRenderer });

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
async function run(world: World, { subject: question, mode, stages }: Wish): Promise<void> {
  const registry = createRegistry({ autopilot: true });
  const dispatcher = dispatcherFor(world, registry);
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
  await show(world, { id: outcome.finished, format: 'markdown', out: undefined });
}

/** The record of a session in one form. */
async function write(document: SessionDocument, format: RecordFormat): Promise<string> {
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  const renderPage = await loadRenderer();
  return renderPage(pageOf(document, createRegistry()), format);
}

/** Writes the record of a session; ends with 1 and a line on stderr when it cannot. */
async function show({ store }: World, order: ShowOrder): Promise<void> {
  // A reader that has seen enough may close the pipe.
  process.stdout.on('error', () => process.exit(0));
  const print = (text: string) => void process.stdout.write(text);
  const problem = await showSession(order, { store, write, print });
  if (problem === null) return;
  logWarning(problem);
  process.exitCode = 1;
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
  /** The question of `run`, the id of `show`. */
  readonly subject: string;
  readonly mode: string | undefined;
  readonly stages: string | undefined;
  readonly format: string | undefined;
  readonly out: string | undefined;
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
  const dispatcher = dispatcherFor(world, registry);
  return { dispatcher, autopilot, messageBytes: world.messageBytes, finish: () => world.store.close() };
}

/** Carries out a command; answers with a mistake of the flags, if there is one. */
export async function carryOut(
  command: 'config' | 'run' | 'show',
  wish: Wish,
): Promise<{ mistake?: string }> {
  const flags = readFlags(wish.settings);
  if ('mistake' in flags) return flags;
  const world = worldFor(flags);
  if (command === 'config') await printConfig(world);
  else if (command === 'run') await run(world, wish);
  else {
    const { subject: id, format: word = 'md', out } = wish;
    const format = formatNamed(word);
    if (format === null) return { mistake: sayNoFormat(word) };
    await show(world, { id, format, out });
  }
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

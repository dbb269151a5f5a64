import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forPerson } from './cli/person-words.ts';
import { mergeLayers, validateConfig } from './core/config.ts';
import { type ConfigKey, type Layer, layerOfFlags } from './core/config-keys.ts';
import { withVerdicts } from './core/links.ts';
import { once } from './core/once.ts';
import type { SessionDocument } from './core/session.ts';
import { jsonText } from './core/text.ts';
import { ALL, isWhole, slimness, type ToolChoice, WHOLE, type WrongName } from './core/tool-choice.ts';
import type { RecordFormat } from './kit/page/format.ts';
import type { Registry } from './kit/registry.ts';
import type { World as ToolWorld } from './kit/tool.ts';
import type { EndpointCheck, EndpointTable } from './llm/workshop.ts';
import { createPorts, KEY_TABLES, keyVariable } from './ports.ts';
import { createRegistry, createSlimRegistry, isOver, wrongChoice } from './registry.ts';
import { worldOf, written } from './server/call.ts';
import { describeTool, type ToolDescription } from './server/describe.ts';
import { createDispatcher, type Dispatcher } from './server/dispatch.ts';
import { faultOf } from './server/faults.ts';
import { createLibrary, type Library } from './server/library.ts';
import { linkedWith } from './server/links.ts';
import { logWarning } from './server/log.ts';
import { type Checkup, createCheckup } from './store/checkup.ts';
import { withPackaged } from './store/config-file.ts';
import { type WriteRefusal, writeOut } from './store/export-files.ts';
import { mayChangeOffer } from './store/offer-sign.ts';

/** The folder that holds package.json, config/ and lenses/: one above this file, in src/ and in dist/. */
const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));
/** Read when a call or a command first needs it. */
const packaged = once(() => withPackaged(readFileSync(join(packageRoot, 'config', 'default.toml'), 'utf8')));
type World = ReturnType<typeof createPorts>;

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

/** What answers one client. */
export interface App {
  readonly dispatcher: Dispatcher;
  readonly library: Library;
  /** The tools that are offered, as they are listed. */
  readonly listed: readonly ToolDescription[];
  readonly messageBytes: World['messageBytes'];
  /** The data root. Throws where the environment names none. */
  readonly root: () => string;
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
    isOver,
    onRetired: warnOnce((path, keys) => `${path}: accepted but not used: ${keys.join(', ')}`),
  });
}

/** What a start knows of the operator's wishes. */
interface Start {
  readonly settings: readonly string[];
  /** Whether the environment or the user's file speaks of what is offered; else it need not be looked for. */
  readonly namesOffer: boolean;
}

const NO_TOOL = 'the choice of tools leaves none';
const CHAIN_ID_LENGTH = 8;
const SLIM_TOOLS = ['think', 'answer', 'next_action'];

function sayWrongTool({ key, name, near }: WrongName): string {
  if (name === '') return NO_TOOL;
  return `tools.${key} names "${name}", which is no ${key === 'toolsets' ? 'set of tools' : 'tool'}${near === undefined ? '' : `; did you mean "${near}"`}`;
}

interface Wishes {
  readonly world: World;
  readonly choice: ToolChoice;
  readonly autopilot: boolean;
}

/** What the operator wishes, or what is wrong with it. */
async function readStart({ settings, namesOffer }: Start): Promise<Wishes | { readonly mistake: string }> {
  const flags = readFlags(settings);
  if ('mistake' in flags) return flags;
  const world = worldFor(flags);
  const named = namesOffer || flags.tree.autopilot !== undefined || flags.tree.tools !== undefined;
  const choice = named ? await world.toolChoice() : WHOLE;
  const autopilot = named && (choice.toolsets.includes('autopilot') || (await world.autopilot()));
  const mistake = choiceMistake(choice, autopilot);
  return mistake === null ? { world, choice, autopilot } : { mistake };
}

/** What keeps a server from starting with these settings; null when nothing does. */
async function startMistake(settings: readonly string[]): Promise<string | null> {
  const wishes = await readStart({ settings, namesOffer: mayChangeOffer() });
  return 'mistake' in wishes ? wishes.mistake : null;
}

/** Builds what answers tool calls, or says which setting is wrong. */
export async function createApp(start: Start): Promise<App | { readonly mistake: string }> {
  const wishes = await readStart(start);
  if ('mistake' in wishes) return wishes;
  const { world, choice, autopilot } = wishes;
  const isSlim = slimness(choice) !== 'none';
  const { registry, dispatcher } = isSlim ? slimOffer(world) : offerOf(world, { autopilot, choice });
  const library = createLibrary({ registry, ports: world, dispatcher, renderer: loadRenderer });
  const listed = [...registry.tools.values()].map(describeTool);
  const finish = () => world.store.close();
  return { dispatcher, library, listed, messageBytes: world.messageBytes, root: world.root, finish };
}

/** What is wrong with a choice of tools, or null. */
function choiceMistake(choice: ToolChoice, autopilot: boolean): string | null {
  const slim = slimness(choice);
  if (slim === 'mixed') return 'the set slim goes with no other set and no named tool';
  if (slim === 'alone') return choice.read_only ? NO_TOOL : null;
  if (isWhole(choice)) return null;
  const wrong = wrongChoice({ autopilot, choice });
  return wrong === null ? null : sayWrongTool(wrong);
}

interface Offered {
  readonly registry: Registry;
  readonly dispatcher: Dispatcher;
}

function offerOf(world: World, offer: { readonly autopilot: boolean; readonly choice: ToolChoice }): Offered {
  const registry = createRegistry(offer);
  return { registry, dispatcher: dispatcherFor(world, registry) };
}

/** Three tools in front of a dispatcher of all others. */
function slimOffer(world: World): Offered {
  const inner = dispatcherFor(world, createRegistry());
  const registry = createSlimRegistry({ call: inner.call, newId: () => world.newCode(CHAIN_ID_LENGTH) });
  const outer = dispatcherFor(world, registry);
  const close = async () => {
    await Promise.all([outer.close(), inner.close()]);
  };
  return { registry, dispatcher: { ...outer, close } };
}

/** What the commands beside the server work with. */
export interface Desk {
  readonly world: World;
  /** Every key of the configuration, in the order of the packaged file. */
  readonly keys: readonly ConfigKey[];
  /** Where the API keys come from that no key of the configuration holds. */
  readonly keyVariables: readonly { readonly key: string; readonly source: string }[];
  /** A dispatcher of its own, with the autopilots. */
  readonly dispatcher: () => Dispatcher;
  /** The record of a session in one form. */
  readonly written: (document: SessionDocument, format: RecordFormat) => Promise<string>;
  readonly writeOut: (target: string, text: string) => WriteRefusal | null;
  /** The world as tools without a session see it. */
  readonly toolWorld: () => ToolWorld;
  /** The tools of these sets; null when a name is no set. */
  readonly toolNames: (toolsets: readonly string[]) => Promise<readonly string[] | null>;
  /** What keeps a server from starting with these settings; null when nothing does. */
  readonly startMistake: (settings: readonly string[]) => Promise<string | null>;
  readonly checkEndpoints: () => Promise<readonly EndpointCheck[]>;
  /** What is wrong with an address of the table; null when nothing is. */
  readonly wrongAddress: (table: EndpointTable) => Promise<string | null>;
  /** A look at the data root. Throws where the environment names none. */
  readonly checkup: () => Checkup;
}

/** The sets of an entry of a client, or what the configuration chooses when the entry leaves it to that. */
async function toolNames(world: World, toolsets: readonly string[]): Promise<readonly string[] | null> {
  const chosen = await world.toolChoice();
  const choice = toolsets.includes(ALL) ? chosen : { ...chosen, toolsets };
  const offer = { autopilot: choice.toolsets.includes('autopilot') || (await world.autopilot()), choice };
  if (slimness(choice) === 'alone') return SLIM_TOOLS;
  return wrongChoice(offer) === null ? [...createRegistry(offer).tools.keys()] : null;
}

async function recordOf(ports: World, document: SessionDocument, format: RecordFormat): Promise<string> {
  const around = { registry: createRegistry(), ports, renderer: loadRenderer };
  if (format !== 'json') return written(document, format, around);
  const whole = withVerdicts(document, await linkedWith(document, around));
  return jsonText(whole);
}

/** Builds what commands work with, or says which setting is wrong. */
export function openDesk(settings: readonly string[]): Desk | { readonly mistake: string } {
  const flags = readFlags(settings);
  if ('mistake' in flags) return flags;
  const world = worldFor(flags);
  const dispatcher = () => dispatcherFor(world, createRegistry({ autopilot: true }));
  const keyVariables = KEY_TABLES.map((table) => ({ key: `${table}.api_key`, source: keyVariable(table) }));
  const toolWorld = () =>
    worldOf({
      registry: createRegistry(),
      ports: world,
      raw: {},
      now: world.now(),
      job: null,
      renderer: loadRenderer,
    });
  const keys = packaged().keys;
  const recorded: Desk['written'] = (document, format) => recordOf(world, document, format);
  return {
    world,
    keys,
    keyVariables,
    dispatcher,
    written: recorded,
    writeOut: (target, text) => writeOut(world.root(), target, text),
    toolWorld,
    toolNames: (toolsets) => toolNames(world, toolsets),
    startMistake,
    wrongAddress: async (table) =>
      (await import('./llm/workshop.ts')).wrongAddress(table, await world.config()),
    checkEndpoints: async () => (await import('./llm/workshop.ts')).checkEndpoints(world),
    checkup: () => createCheckup(world.root(), isOver),
  };
}

/** What a person reads when the program cannot go on. */
export function sayFault(error: unknown): string {
  return forPerson(faultOf(error).message);
}

import type { SessionDocument } from './core/session.ts';
import { chooseTools, isWhole, SLIM, type ToolChoice, type WrongName } from './core/tool-choice.ts';
import type { Protocol } from './kit/protocol.ts';
import type { Registry } from './kit/registry.ts';
import type { Tool } from './kit/tool.ts';
import { protocols } from './protocols/all.ts';
import { recordTools } from './records/all.ts';
import { sessionTools } from './session-tools/all.ts';
import { amongModes } from './session-tools/mode.ts';
import type { Inner } from './slim/step.ts';
import { createSlimTools } from './slim/tools.ts';

/** What is offered. */
interface Offer {
  /** Whether the server works stages by itself where a client asks for it. */
  readonly autopilot: boolean;
  /** Which tools the operator chose; all where this is left out. */
  readonly choice?: ToolChoice;
}

/** The sets that an operator can choose from. */
const TOOLSETS = [
  'core',
  ...protocols.map(({ summary }) => summary.name),
  'search',
  'autopilot',
  SLIM,
] as const;
/** The shared tools that investigations and reviews are found again with. */
const FINDING = ['next_action', 'resume_session', 'list_sessions'];

/** Joins the shared tools with those of each protocol. Throws when two tools have one name. */
export function createRegistry(offer: Offer = { autopilot: false }): Registry {
  const registry = createWholeRegistry(offer);
  const { choice } = offer;
  if (choice === undefined || isWhole(choice)) return registry;
  const chosen = chosenTools(choice, offer);
  if ('name' in chosen) throw new Error(`no tool or set is named ${chosen.name}`);
  const tools = new Map([...registry.tools].filter(([name]) => chosen.has(name)));
  const modes = protocols
    .filter((each) => each.idle !== null && canBegin(each, tools))
    .map((each) => each.summary);
  if (modes.length === registry.modes.length || modes.length === 0) return { ...registry, tools };
  const narrowed = [...tools].map(
    ([name, tool]) =>
      [
        name,
        amongModes(
          tool,
          modes.map((each) => each.name),
        ),
      ] as const,
  );
  return { ...registry, tools: new Map(narrowed), modes };
}

/** Whether a thought of a mode can be begun with these tools. */
function canBegin({ idle, autopilot }: Protocol, tools: ReadonlyMap<string, Tool>): boolean {
  return [idle?.begin, autopilot?.name].some((name) => name !== undefined && tools.has(name));
}

/** Whether a session came to its end though nobody closed it. */
export function isOver(document: SessionDocument): boolean {
  const protocol = protocols.find(({ summary }) => summary.name === document.protocol);
  return protocol?.isOver?.(document) ?? false;
}

/** The three tools of slim, which make their way on a dispatcher of all tools. */
export function createSlimRegistry(inner: Pick<Inner, 'call' | 'newId'>): Registry {
  const whole = createWholeRegistry({ autopilot: false });
  const slim = createSlimTools({ ...inner, tools: [...whole.tools.keys()] });
  return { ...whole, tools: new Map(slim.map((tool) => [tool.name, tool])) };
}

/** The first name of a choice that no set or tool has, or null. */
export function wrongChoice(offer: Required<Offer>): WrongName | null {
  const chosen = chosenTools(offer.choice, offer);
  return 'name' in chosen ? chosen : null;
}

/** The names of the chosen tools, or a name that does not exist. */
function chosenTools(choice: ToolChoice, offer: Offer): ReadonlySet<string> | WrongName {
  const { tools } = createWholeRegistry(offer);
  const choosable = [...tools.values()].map((tool) => ({
    name: tool.name,
    sets: setsOf(tool),
    reads: tool.effect === 'reads',
  }));
  return chooseTools(choosable, TOOLSETS, choice);
}

/** The sets that bring each tool, beside the one of all. */
export function setsByTool(): ReadonlyMap<string, readonly string[]> {
  const { tools } = createWholeRegistry({ autopilot: true });
  return new Map([...tools.values()].map((tool) => [tool.name, setsOf(tool)]));
}

/** The sets of a tool; a mode with stages brings along the shared tools that its steps name. */
function setsOf(tool: Tool): string[] {
  const { name } = tool;
  if (name === 'search_sessions') return ['search'];
  if (sessionTools.some((each) => each.name === name))
    return ['core', 'serial', 'subagent', 'autopilot', ...(FINDING.includes(name) ? ['tree', 'review'] : [])];
  const owners = protocols.filter((protocol) => protocol.tools.some((each) => each.name === name));
  const record = familyOf(name);
  const pilot = protocols.some(({ autopilot }) => autopilot?.name === name) ? ['autopilot'] : [];
  return [...owners.map(({ summary }) => summary.name), ...(record === null ? [] : [record]), ...pilot];
}

function familyOf(name: string): string | null {
  if (name.startsWith('tot_')) return 'tree';
  if (name === 'sequentialthinking' || name === 'darbot_deepmind') return 'sequential';
  return recordTools.some((tool) => tool.name === name) ? 'review' : null;
}

function createWholeRegistry({ autopilot }: Offer): Registry {
  const tools = new Map<string, Tool>();
  const own = protocols.flatMap((protocol) => protocol.tools);
  const pilots = protocols.flatMap((protocol) => protocol.autopilot ?? []);
  for (const tool of [...sessionTools, ...own, ...recordTools, ...(autopilot ? pilots : [])]) {
    if (tools.has(tool.name)) throw new Error(`two tools are named ${tool.name}`);
    tools.set(tool.name, tool);
  }
  const modes = protocols.filter(({ idle }) => idle !== null).map((protocol) => protocol.summary);
  return { tools, protocols: new Map(protocols.map((each) => [each.summary.name, each])), modes };
}

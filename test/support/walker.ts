import { recordTools } from '../../src/records/all.ts';
import type { ListedTool, ParameterSchema, Reply, Session } from './client.ts';
import { brokenRules } from './reply-rules.ts';
import type { Chance } from './seeded-random.ts';

/** How a walk went. */
export interface Walk {
  readonly id: string;
  readonly calls: number;
  readonly errors: number;
  /** The codes and tools that were passed through, for reading a failure. */
  readonly trail: readonly string[];
  /** The last reply: `next_tool` is null when the walk is through. */
  readonly last: Reply;
  readonly broken: readonly string[];
}

export interface WalkOptions {
  /** The first call's arguments beside the question. */
  readonly start?: object;
  readonly chance: Chance;
  /** The share of calls that go wrong, 0 to 1. */
  readonly errors: number;
  readonly mostCalls: number;
}

const GARBAGE: readonly [unknown, ...unknown[]] = [
  'garbage',
  '{"a": ',
  '[',
  17,
  true,
  ['x'],
  { toString: 1 },
  '…',
];

/** A value for a parameter, from its schema alone. */
function valueFor(schema: ParameterSchema, chance: Chance): unknown {
  if (schema.enum !== undefined) return chance.pickOr(schema.enum, '');
  if (schema.type === 'object')
    return Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, chance.next()]));
  if (schema.type === 'array') return ['one', 'two'];
  if (schema.type === 'integer') return 1 + chance.below(50);
  if (schema.type === 'boolean') return false;
  return `Text ${chance.below(1e9)} ${'of some length '.repeat(chance.below(4))}`;
}

/** What a client without any knowledge of the tools sends: the required parameters, and the scores and texts it is asked for. */
function plainArguments(tool: ListedTool, chance: Chance): Record<string, unknown> {
  const wanted = Object.entries(tool.properties).filter(
    ([name, { type }]) => tool.required.includes(name) || type === 'object' || name === 'candidate',
  );
  return Object.fromEntries(wanted.map(([name, schema]) => [name, valueFor(schema, chance)]));
}

/** The same arguments with one mistake in them. */
function spoiled(args: Record<string, unknown>, chance: Chance): Record<string, unknown> {
  const names = Object.keys(args);
  const name = chance.pickOr(names, 'session_id');
  const { [name]: _, ...without } = args;
  return chance.pick<Record<string, unknown>>([
    without,
    { ...args, [name]: chance.pick(GARBAGE) },
    { ...args, [name]: ' \n ' },
    { ...args, [name]: null },
    { ...args, session_id: 'nowhere1' },
    { ...args, scores: 'all good', colour: 'red' },
  ]);
}

/** Tools of the exact shapes have walks of their own. */
const isStepTool = ({ name }: ListedTool) => recordTools.every((tool) => tool.name !== name);

/** Whether a call of this tool in error would rightly end the session or leave its stage. */
const leads = ({ name, destructive }: ListedTool) =>
  destructive || /^(finalize_session|start_session|advance_stage)$/.test(name);

/** The next call after `reply`: what it asks for, another tool, or the right tool with a mistake. */
function nextCall(tools: readonly ListedTool[], id: string, reply: Reply, fails: boolean, chance: Chance) {
  const named = (tool: unknown) => tools.find(({ name }) => name === tool);
  const asked = named(reply.next_tool);
  // A path is the user's to choose, so whoever has none takes what is offered instead.
  const wanted =
    asked !== undefined && 'new_path' in asked.properties ? (named(reply.alternative_tool) ?? asked) : asked;
  if (wanted === undefined) throw new Error(`next_tool is no tool: ${JSON.stringify(reply)}`);
  const strays = tools.filter((tool) => isStepTool(tool) && !leads(tool));
  const tool = fails && chance.next() < 0.5 ? chance.pickOr(strays, wanted) : wanted;
  const given = tool === wanted ? Object(reply.next_arguments) : {};
  const own = 'session_id' in tool.properties ? { session_id: id } : {};
  const args = { ...plainArguments(tool, chance), ...given, ...own };
  return { tool: tool.name, args: fails && tool === wanted ? spoiled(args, chance) : args };
}

/** Walks one session by nothing but `next_tool` and `next_arguments`, until `next_tool` is null. */
export async function walk(session: Session, options: WalkOptions): Promise<Walk> {
  const { chance, errors, mostCalls } = options;
  const trail: string[] = [];
  const broken: string[] = [];
  const make = async (tool: string, args: object): Promise<Reply> => {
    const result = await session.result(tool, args);
    broken.push(...brokenRules(result, session.tools));
    trail.push(`${tool}:${String(result.reply.code ?? 'ok')}`);
    return result.reply;
  };
  let reply = await make('start_session', { question: 'Edge or origin?', ...options.start });
  const id = String(reply.session_id);
  let wrong = 0;
  while (reply.next_tool !== null && trail.length < mostCalls) {
    const fails = chance.next() < errors;
    const { tool, args } = nextCall(session.tools, id, reply, fails, chance);
    wrong += fails ? 1 : 0;
    reply = await make(tool, args);
  }
  return { id, calls: trail.length, errors: wrong, trail, last: reply, broken };
}

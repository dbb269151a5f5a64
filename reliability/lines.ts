import type { ToolDescription } from '../src/server/describe.ts';
import type { Chance } from '../test/support/seeded-random.ts';
import { anyValue, fittingTable, type Supply, withNests } from './values.ts';

/** A line to the server: a well-formed call of a tool, or anything else. */
export interface Line {
  readonly text: string;
  /** The tool of a well-formed call; null for anything else. */
  readonly tool: string | null;
}

/** What lines are made from. */
export interface Material extends Supply {
  readonly tools: readonly ToolDescription[];
  /** The tool that the last reply asked for, with arguments that it gave. */
  readonly asked: { readonly tool: string; readonly args: object } | null;
}

/** One in so many lines is no call of a tool. */
const RAW_ONE_IN = 8;
let made = 0;
const nextId = () => {
  made += 1;
  return `q${made}`;
};

/** A well-formed call of a tool with just these arguments. */
export function callLineOf(tool: string, args: object): Line {
  const message = {
    jsonrpc: '2.0',
    id: nextId(),
    method: 'tools/call',
    params: { name: tool, arguments: args },
  };
  return { text: withNests(JSON.stringify(message)), tool };
}

/** A well-formed call: what was asked for, or any tool, with arguments that mostly fit. */
function callOf({ tools, asked, ...supply }: Material): Line {
  const { chance } = supply;
  const follows = asked !== null && chance.next() < 0.6;
  const any = chance.pickOr(tools, undefined);
  const tool = (follows ? tools.find(({ name }) => name === asked.tool) : undefined) ?? any;
  if (tool === undefined) throw new Error('no tool is listed');
  const args = { ...fittingTable(tool.inputSchema, supply), ...(follows ? asked.args : {}) };
  return callLineOf(tool.name, args);
}

const METHODS: readonly [string, ...string[]] = [
  'ping',
  'initialize',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'sampling/createMessage',
  'notifications/initialized',
  'notifications/progress',
  'no/such',
  '__proto__',
  '',
];
const PARAMS = ['name', 'uri', 'cursor', 'arguments', 'ref', 'argument', 'protocolVersion', '_meta'] as const;

/** A request or a notification with parts of any shape. */
function oddMessage(chance: Chance): object {
  const sometimes = (name: string, usual: unknown) => {
    const die = chance.below(12);
    return die === 0 ? {} : { [name]: die === 1 ? anyValue(chance) : usual };
  };
  const known = PARAMS.filter(() => chance.next() < 0.4);
  const params = Object.fromEntries(known.map((name) => [name, anyValue(chance)]));
  return {
    ...sometimes('jsonrpc', '2.0'),
    ...sometimes('id', nextId()),
    ...sometimes('method', chance.pick(METHODS)),
    ...sometimes('params', params),
  };
}

/** A text with one piece of it cut, doubled or replaced. */
function spoiledText(text: string, chance: Chance): string {
  const at = chance.below(text.length);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  return chance.pick([
    before,
    after,
    before + after.slice(1),
    `${before}\u0000${after}`,
    `${before}"${after}`,
    `\uFEFF${text}`,
    `${text}\r`,
    `[${text}]`,
    `${text}${text}`,
  ]);
}

/** The next line; what is no call of a tool has neither a line end in it nor an id twice. */
export function nextLine(material: Material): Line {
  const { chance } = material;
  if (chance.below(RAW_ONE_IN) > 0) return callOf(material);
  const odd =
    chance.next() < 0.6
      ? withNests(JSON.stringify(oddMessage(chance)))
      : spoiledText(callOf(material).text, chance);
  return { text: odd.replaceAll('\n', ' '), tool: null };
}

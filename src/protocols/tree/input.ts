import { notGiven } from '../../core/lenient/reading.ts';
import { dimensions } from './dimensions.ts';
import { STRATEGIES } from './hints.ts';
import {
  type BadField,
  flag,
  listOf,
  objectOf,
  option,
  optional,
  type Read,
  someText,
  text,
  textOrNull,
  texts,
  type ValueOf,
  whole,
} from './reader.ts';
import { MODES, STATES } from './state.ts';

/** Bounds that the contract sets for rounds and tasks. */
export const MOST_ROUNDS = 20;
export const MOST_TASKS = 20;
export const GRAPH_MODES = ['none', 'summary', 'full'] as const;
export const VERBOSITIES = ['compact', 'full'] as const;

const minRounds = optional(whole(1, MOST_ROUNDS));
const mode = optional(option(MODES));
const strategy = optional(option(STRATEGIES));
const maxTasks = optional(whole(1, MOST_TASKS));

const node = objectOf({ id: text, parent: textOrNull, title: someText, plannedAction: text });
const nodeResult = objectOf({
  nodeId: text,
  state: option(STATES),
  findings: text,
  agentId: optional(text),
});

const READERS = {
  tot_start: objectOf({
    query: text,
    projectDir: optional(text),
    mode,
    minRounds,
    allowEarlyTerminal: optional(flag),
    parentSessionId: optional(text),
    parentThoughtId: optional(text),
  }),
  tot_propose: objectOf({
    sessionId: text,
    nodes: listOf(node),
    withdraw: optional(texts),
    suppressBreadthWarnings: optional(flag),
  }),
  tot_commit: objectOf({
    sessionId: text,
    results: listOf(nodeResult),
    minRounds,
    allowEarlyTerminal: optional(flag),
  }),
  tot_end: objectOf({ sessionId: text, minRounds }),
  tot_status: objectOf({ sessionId: text }),
  tot_reclassify: objectOf({ sessionId: text, nodeId: text, newState: option(STATES) }),
  tot_next: objectOf({
    sessionId: text,
    strategy,
    mode,
    maxTasks,
    minRounds,
    dimensions: optional(dimensions),
  }),
  tot_step: objectOf({
    sessionId: text,
    results: optional(listOf(nodeResult)),
    mode,
    strategy,
    maxTasks,
    minRounds,
    graphMode: optional(option(GRAPH_MODES)),
    verbosity: optional(option(VERBOSITIES)),
  }),
} as const;

export type TreeToolName = keyof typeof READERS;

type CallOf<T extends TreeToolName> = {
  readonly [K in T]: { readonly tool: K; readonly input: ValueOf<(typeof READERS)[K]> };
}[T];

/** The arguments of tot_start, read. */
export type StartCall = CallOf<'tot_start'>;
/** A call on an investigation, read. */
export type TreeCall = CallOf<Exclude<TreeToolName, 'tot_start'>>;

export type CallRead =
  | { readonly ok: true; readonly call: StartCall | TreeCall }
  | { readonly ok: false; readonly bad: readonly BadField[] };

/** Whether a name is one of the tree's tools. */
export function isTreeTool(name: string): name is TreeToolName {
  return Object.hasOwn(READERS, name);
}

/** Reads the arguments of a call; every field that cannot be read is reported by its path. */
export function readCall(
  tool: TreeToolName,
  raw: Readonly<Record<string, unknown>>,
  textBytes: number,
): CallRead {
  const bad: BadField[] = [];
  // One reader per tool: which input type belongs to `tool` is lost on the way and put back below.
  const reader: Read<unknown> = READERS[tool];
  const read = reader(withImpliedNodes(tool, raw), { path: '', bad, textBytes });
  if (read === null) return { ok: false, bad };
  return { ok: true, call: { tool, input: read.value } as StartCall | TreeCall };
}

/** A call that only withdraws need not name nodes. */
function withImpliedNodes(tool: TreeToolName, raw: Readonly<Record<string, unknown>>) {
  const withdraws = Object.hasOwn(raw, 'withdraw') && !notGiven(raw.withdraw);
  return tool === 'tot_propose' && withdraws && notGiven(raw.nodes) ? { ...raw, nodes: [] } : raw;
}

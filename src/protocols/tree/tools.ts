import type { FieldSchema, ObjectSchema } from '../../kit/field.ts';
import { STRATEGIES } from './hints.ts';
import { GRAPH_MODES, MOST_ROUNDS, MOST_TASKS, type TreeToolName, VERBOSITIES } from './input.ts';
import { MODES, STATES } from './state.ts';

/** A tool of the tree as it is advertised. `effect` tells whether a call can change the session. */
export interface TreeTool {
  readonly name: TreeToolName;
  readonly title: string;
  readonly description: string;
  readonly effect: 'reads' | 'writes';
  readonly inputSchema: ObjectSchema;
}

const sessionId: FieldSchema = { type: 'string' };
const someRounds: FieldSchema = { type: 'integer', minimum: 1, maximum: MOST_ROUNDS };
const rounds = (description: string): FieldSchema => ({ ...someRounds, description });
const raised = rounds('Only to raise it.');
const mode = (description?: string): FieldSchema => ({
  type: 'string',
  enum: MODES,
  ...(description === undefined ? {} : { description }),
});
const maxTasks: FieldSchema = {
  type: 'integer',
  minimum: 1,
  maximum: MOST_TASKS,
};
const strategy: FieldSchema = { type: 'string', enum: STRATEGIES };

const results: FieldSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      nodeId: { type: 'string' },
      state: { type: 'string', enum: STATES },
      findings: { type: 'string' },
      agentId: { type: 'string' },
    },
    required: ['nodeId', 'state', 'findings'],
  },
};

const nodes: FieldSchema = {
  type: 'array',
  description: 'The nodes to research next; [] when only withdrawing.',
  items: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'R1.A, then one round deeper and longer: R2.A1, R3.A1a.' },
      parent: { type: 'string', description: 'A committed id; null or "" for R1.A.' },
      title: { type: 'string', minLength: 1 },
      plannedAction: { type: 'string' },
    },
    required: ['id', 'parent', 'title', 'plannedAction'],
  },
};

function tool(
  name: TreeToolName,
  effect: TreeTool['effect'],
  title: string,
  description: string,
  properties: Readonly<Record<string, FieldSchema>>,
  required: readonly string[],
): TreeTool {
  return { name, title, description, effect, inputSchema: { type: 'object', properties, required } };
}

/** The eight tools, in the order of an investigation. */
export const treeTools: readonly TreeTool[] = [
  tool(
    'tot_start',
    'writes',
    'Start a tree of thoughts',
    'Investigate a question along many paths: propose nodes, research them, commit states, until every path is confirmed or dead. Returns the sessionId and the rules.',
    {
      query: { type: 'string' },
      projectDir: { type: 'string' },
      mode: mode('smoke = quick, deep = default.'),
      minRounds: rounds('Default 5, in smoke mode 2.'),
      allowEarlyTerminal: { type: 'boolean', description: 'Let every state stand before round 4.' },
      parentSessionId: { type: 'string' },
      parentThoughtId: { type: 'string' },
    },
    ['query'],
  ),
  tool(
    'tot_propose',
    'writes',
    'Propose nodes',
    'Declare nodes before researching them. All of the call or nothing; a refusal lists every problem.',
    {
      sessionId,
      nodes,
      withdraw: { type: 'array', items: { type: 'string' }, description: 'Pending ids to take back.' },
      suppressBreadthWarnings: { type: 'boolean' },
    },
    ['sessionId', 'nodes'],
  ),
  tool(
    'tot_commit',
    'writes',
    'Commit results',
    'Store what the research of proposed nodes found, each with its state; findings end with a "## References" list. Before round 4 every state becomes EXPLORE.',
    {
      sessionId,
      results,
      minRounds: raised,
      allowEarlyTerminal: { type: 'boolean', description: 'false takes back what tot_start allowed.' },
    },
    ['sessionId', 'results'],
  ),
  tool(
    'tot_reclassify',
    'writes',
    'Change a state',
    'Give a committed node another state, under the same rules as a commit; for example reopen a dead end as EXPLORE.',
    { sessionId, nodeId: { type: 'string' }, newState: { type: 'string', enum: STATES } },
    ['sessionId', 'nodeId', 'newState'],
  ),
  tool(
    'tot_status',
    'reads',
    'Show the state',
    'What is open, what blocks the end, what waits for a result, and the tree as DOT.',
    { sessionId },
    ['sessionId'],
  ),
  tool(
    'tot_next',
    'reads',
    'Suggest tasks',
    'The next call, with nodes ready to propose and a prompt for each. dimensions walks the combinations of your options.',
    {
      sessionId,
      strategy,
      mode: mode(),
      maxTasks,
      minRounds: raised,
      dimensions: {
        type: 'string',
        description: 'JSON {"cache": ["on", "off"]}, or one line per name: cache = on, off.',
      },
    },
    ['sessionId'],
  ),
  tool(
    'tot_step',
    'writes',
    'Report and get tasks',
    'Call for tasks, then with their results, until nextCall is tot_end.',
    {
      sessionId: { type: 'string' },
      results,
      mode: mode(),
      strategy,
      maxTasks,
      minRounds: someRounds,
      graphMode: { type: 'string', enum: GRAPH_MODES },
      verbosity: { type: 'string', enum: VERBOSITIES },
    },
    ['sessionId'],
  ),
  tool(
    'tot_end',
    'writes',
    'End the investigation',
    'Close a complete tree: solutions (verified first), dead ends, references and the graph. Refused with the reason while something is missing.',
    { sessionId, minRounds: raised },
    ['sessionId'],
  ),
];

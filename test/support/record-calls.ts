import type { Reply } from './client.ts';
import { attacks } from './review-bench.ts';

/** A call of a tool of the exact shapes that works, and the fields of its answer in their order. */
export interface RecordCall {
  /** Calls that come before it, on the same record. */
  readonly before: readonly (readonly [tool: string, args: object])[];
  readonly args: object;
  readonly fields: readonly string[];
  /** Arguments that are refused as an error, and what its text names. */
  readonly bad: object;
  readonly names: readonly string[];
}

const THOUGHT = { thought: 'Compare.', thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: true };
const CHAIN = ['thoughtNumber', 'totalThoughts', 'nextThoughtNeeded', 'branches', 'thoughtHistoryLength'];
const start = ['tot_start', { query: 'Edge or origin?', minRounds: 1, allowEarlyTerminal: true }] as const;
const root = { nodes: [{ id: 'R1.A', parent: null, title: 'Root', plannedAction: 'Look' }] };
const propose = ['tot_propose', root] as const;
const commit = [
  'tot_commit',
  { results: [{ nodeId: 'R1.A', state: 'DEAD', findings: 'Nothing.', agentId: 'one' }] },
] as const;

const review = [
  'start_review',
  { claim: 'We should move to the new queue.', mode: 'devils_advocate' },
] as const;

/** One row for each tool of the exact shapes that takes arguments; calls of a tree or a review get its id from the start. */
export const RECORD_CALLS: Readonly<Record<string, RecordCall>> = {
  sequentialthinking: {
    before: [],
    args: THOUGHT,
    fields: CHAIN,
    bad: { ...THOUGHT, thoughtNumber: 0, nextThoughtNeeded: 'perhaps', branchId: 7 },
    names: ['thoughtNumber', 'nextThoughtNeeded', 'branchId'],
  },
  darbot_deepmind: {
    before: [['darbot_deepmind', THOUGHT]],
    args: { ...THOUGHT, thoughtNumber: 2, isRevision: true, revisesThought: 1, needsMoreThoughts: false },
    fields: [...CHAIN, 'isRevision', 'revisesThought', 'needsMoreThoughts'],
    bad: { thought: ' ', thoughtNumber: '2', totalThoughts: 3, nextThoughtNeeded: true },
    names: ['Validation error', 'thought:', 'thoughtNumber:'],
  },
  tot_start: {
    before: [],
    args: start[1],
    fields: ['instructions', 'sessionId', 'query', 'currentRound', 'mode', 'minRounds', 'allowEarlyTerminal'],
    bad: { query: 7, minRounds: 40, mode: 'quick' },
    names: ['query', 'minRounds', 'mode'],
  },
  tot_propose: {
    before: [start],
    args: root,
    fields: ['status', 'errors', 'warnings', 'approvedNodes', 'message'],
    bad: { nodes: [{ id: 'R1.A', parent: null, plannedAction: 3 }] },
    names: ['nodes.0.title', 'nodes.0.plannedAction'],
  },
  tot_commit: {
    before: [start, propose],
    args: commit[1],
    fields: ['status', 'errors', 'warnings', 'message'],
    bad: { results: [{ nodeId: 'R1.A', state: 'MAYBE' }], minRounds: 0 },
    names: ['results.0.state', 'results.0.findings', 'minRounds'],
  },
  tot_reclassify: {
    before: [start, propose, commit],
    args: { nodeId: 'R1.A', newState: 'EXPLORE' },
    fields: ['status', 'nodeId', 'previousState', 'newState', 'message'],
    bad: { nodeId: 7, newState: 'explore' },
    names: ['nodeId', 'newState'],
  },
  tot_status: {
    before: [start],
    args: {},
    fields: ['status', 'sessionId', 'query', 'currentRound', 'totalNodes', 'canEnd', 'dot'],
    bad: { sessionId: 7 },
    names: ['sessionId'],
  },
  tot_next: {
    before: [start],
    args: { maxTasks: 3 },
    fields: ['status', 'sessionId', 'message', 'nextCall', 'tasks', 'instructions', 'canEnd'],
    bad: { maxTasks: 21, strategy: 'wide', dimensions: 7 },
    names: ['maxTasks', 'strategy', 'dimensions'],
  },
  tot_step: {
    before: [start],
    args: {},
    fields: ['status', 'nextCall', 'tasks', 'canEnd'],
    bad: { results: 'none', verbosity: 'loud', graphMode: 'big' },
    names: ['results', 'verbosity', 'graphMode'],
  },
  tot_end: {
    before: [start, propose, commit],
    args: {},
    fields: ['message', 'status', 'sessionId', 'query', 'solutions', 'finalDot', 'mermaid', 'graph'],
    bad: { minRounds: 'all' },
    names: ['minRounds'],
  },
  start_review: {
    before: [],
    args: review[1],
    fields: [
      'review_id',
      'claim',
      'mode',
      'status',
      'instructions',
      'message',
      'next_tool',
      'next_arguments',
    ],
    bad: { claim: 'Too short', mode: 'Steelman', context: 7, parent_session_id: 'nobody' },
    names: ['"claim"', '"mode"', '"context"'],
  },
  submit: {
    before: [review],
    args: { items: attacks(1, 2, 1) },
    fields: ['review_id', 'status', 'completed_phase', 'accepted', 'skipped_phases', 'message', 'next_tool'],
    bad: { items: [{ text: 'Short.', category: 'mood', severity: 9 }] },
    names: ['item 0', '"text"', '"category"', '"severity"'],
  },
  get_verdict: {
    before: [review, ['submit', { items: attacks(1, 2, 1) }]],
    args: {},
    fields: [
      'review_id',
      'claim',
      'mode',
      'phases',
      'risk_score',
      'assessment',
      'assessment_reason',
      'next_tool',
    ],
    bad: { review_id: 7 },
    names: ['"review_id"'],
  },
  abandon_review: {
    before: [review],
    args: { reason: 'The plan is off.' },
    fields: ['review_id', 'status', 'reason', 'message', 'next_tool'],
    bad: { review_id: '../x', reason: ' ' },
    names: ['"reason"'],
  },
};

interface Calling {
  call(tool: string, args: object): Promise<Reply>;
}

/** Plays what comes before a call; the arguments that lead to the same record. */
export async function recordFor(session: Calling, { before }: RecordCall): Promise<object> {
  let own = {};
  for (const [tool, args] of before) {
    const { sessionId, review_id } = await session.call(tool, { ...own, ...args });
    if (tool === 'tot_start') own = { sessionId };
    if (tool === 'start_review') own = { review_id };
  }
  return own;
}

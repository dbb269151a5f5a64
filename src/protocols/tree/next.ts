import { type Called, closedBy, closedErrors } from './called.ts';
import { combinationText, type Dimension, type Unexplored } from './combinations.ts';
import { graphOf } from './graph.ts';
import { type Strategy, statesFor } from './hints.ts';
import type { PlanKind, TreeMode, TreeSession } from './state.ts';
import { agentPlaceholder, findingsTemplate, nextInstructions, promptFor } from './task-wording.ts';
import { type Plan, planOf, type Task } from './tasks.ts';
import { type Tree, treeOf } from './tree-index.ts';
import { say, sayBlocker } from './wording.ts';

export interface NextInput {
  readonly strategy: Strategy | undefined;
  /** The session's own mode when not given. */
  readonly mode: TreeMode | undefined;
  readonly maxTasks: number | undefined;
  readonly minRounds: number | undefined;
  readonly dimensions: readonly Dimension[] | undefined;
}

/** How many tasks a call hands out when it names no number. */
export const DEFAULT_TASKS = 8;

/** The tool that each kind of plan leads to. */
export const NEXT_CALL = {
  root: 'tot_propose',
  pending: 'tot_commit',
  work: 'tot_propose',
  stuck: 'tot_reclassify',
  end: 'tot_end',
  ended: 'tot_end',
  closed: 'tot_status',
} as const satisfies Record<PlanKind, string>;

/** What to do next; reads only. */
export function next(session: TreeSession, input: NextInput): Called<ReturnType<typeof nextResult>> {
  const tree = treeOf(session);
  const plan = planOf(session, planOptions(session, input), tree);
  return { result: nextResult(session, plan, tree, input.maxTasks ?? DEFAULT_TASKS) };
}

/** The options of a plan with their defaults. */
export function planOptions(session: TreeSession, input: NextInput) {
  return {
    strategy: input.strategy ?? 'balanced',
    mode: input.mode ?? session.mode,
    maxTasks: input.maxTasks ?? DEFAULT_TASKS,
    minRounds: input.minRounds,
    dimensions: input.dimensions ?? [],
  };
}

/** The result of tot_next for a plan. */
export function nextResult(session: TreeSession, plan: Plan, tree: Tree, most: number) {
  const [reason] = plan.verdict.blockers;
  const proposes = plan.kind === 'root' || plan.kind === 'work';
  return {
    status: plan.kind === 'closed' ? ('REJECTED' as const) : ('OK' as const),
    sessionId: session.id,
    message: sayPlan(session, plan),
    nextCall: NEXT_CALL[plan.kind],
    tasks: plan.tasks.map((task) => shown(session, task, tree)),
    ...(proposes ? { proposePayload: payload(session, plan) } : {}),
    instructions: nextInstructions[plan.kind],
    blockers: blockersOf(session, plan),
    graph: graphOf(session, tree),
    ...(plan.coverage === null ? {} : { coverage: coverageShown(plan.coverage, plan, most) }),
    canEnd: plan.verdict.canEnd,
    ...(reason === undefined ? {} : { canEndReason: sayBlocker(reason) }),
    minRounds: plan.verdict.minRounds,
  };
}

/** Codes of what stops an investigation that has no task to offer. */
export function blockersOf(session: TreeSession, { kind }: Plan): string[] {
  if (kind === 'closed') return closedErrors(session).map(({ error }) => error);
  return kind === 'stuck' ? ['RECOVERY_REQUIRED'] : [];
}

/** What a plan means, in one sentence. */
export function sayPlan(session: TreeSession, plan: Plan): string {
  const { kind, tasks } = plan;
  if (kind === 'root') return say.root();
  if (kind === 'pending') return say.pending(session.pendingProposals.length);
  if (kind === 'work') return say.work(tasks.length);
  if (kind === 'stuck') return say.reopen();
  const code = closedBy(session);
  if (kind === 'closed' && code !== null) return say.closed(code, session.id);
  return kind === 'end' ? say.ready() : say.finished();
}

function shown(session: TreeSession, task: Task, tree: Tree) {
  const { id, parent, title, plannedAction, hint } = task;
  const above = parent === null ? null : (tree.byId.get(parent) ?? null);
  const allowed = statesFor(above, session);
  const combination = task.combination === null ? null : combinationText(task.combination);
  return {
    id,
    parent,
    title,
    plannedAction,
    prompt: promptFor({ id, query: session.question, title, plannedAction, parent, allowed }),
    expectedCommit: {
      nodeId: id,
      state: hint,
      findingsTemplate: findingsTemplate(combination, parent === null),
      agentId: agentPlaceholder,
    },
  };
}

function payload(session: TreeSession, { tasks, verdict }: Plan) {
  return {
    sessionId: session.id,
    nodes: tasks.map(({ id, parent, title, plannedAction }) => ({ id, parent, title, plannedAction })),
    ...(verdict.minRounds < 4 ? { suppressBreadthWarnings: true } : {}),
  };
}

function coverageShown({ total, left, first }: Unexplored, { kind, tasks }: Plan, most: number) {
  const emitted = kind === 'work' ? Math.min(left, tasks.length) : 0;
  return {
    total,
    emitted,
    remaining: Math.max(0, left - emitted),
    examples: first.slice(0, most).map((combination) => Object.fromEntries(combination)),
  };
}

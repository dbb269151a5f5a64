import { branchesIn } from './branches.ts';
import {
  type Combination,
  combinationText,
  type Dimension,
  type Unexplored,
  unexplored,
} from './combinations.ts';
import { judge, type Verdict } from './end.ts';
import { hintUnder, isOpen, type Strategy } from './hints.ts';
import { freeChildId, ROOT_ID, roundOf } from './node-id.ts';
import {
  isEnded,
  type NodeState,
  type PlanKind,
  type Proposal,
  type TreeMode,
  type TreeNode,
  type TreeSession,
} from './state.ts';
import { actions, titles } from './task-wording.ts';
import { type Tree, treeOf } from './tree-index.ts';

/** One piece of work: a node to propose, or one that waits for its result. */
export interface Task {
  readonly id: string;
  readonly parent: string | null;
  readonly title: string;
  readonly plannedAction: string;
  /** A state that a commit would take as it is. */
  readonly hint: NodeState;
  readonly combination: Combination | null;
}

export interface PlanOptions {
  readonly strategy: Strategy;
  readonly mode: TreeMode;
  /** 1 to 20. */
  readonly maxTasks: number;
  /** More rounds than the session asks for; fewer change nothing. */
  readonly minRounds: number | undefined;
  readonly dimensions: readonly Dimension[];
}

/** What an investigation wants next. */
export interface Plan {
  readonly kind: PlanKind;
  readonly tasks: readonly Task[];
  readonly verdict: Verdict;
  /** What is left of the dimensions; null without them or when there is nothing to do. */
  readonly coverage: Unexplored | null;
}

/** The next tasks of an investigation; never empty while it can neither end nor is stuck. */
export function planOf(session: TreeSession, options: PlanOptions, tree: Tree = treeOf(session)): Plan {
  const verdict = judge(session, isEnded(session) ? undefined : options.minRounds, tree);
  const plain = { tasks: [], verdict, coverage: null };
  if (isEnded(session)) return { ...plain, kind: 'ended' };
  if (session.status !== 'active') return { ...plain, kind: 'closed' };
  if (session.pendingProposals.length > 0) {
    const waiting = session.pendingProposals.slice(0, options.maxTasks);
    const tasks = waiting.map((proposal) => pendingTask(session, proposal, tree, options, verdict));
    return { kind: 'pending', tasks, verdict, coverage: coverageOf(session, options) };
  }
  if (session.nodes.length === 0) return { ...plain, kind: 'root', tasks: [rootTask()] };
  if (verdict.canEnd) return { ...plain, kind: 'end' };
  const coverage = coverageOf(session, options);
  const tasks = workTasks(session, options, tree, verdict, coverage);
  return tasks.length === 0 ? { ...plain, kind: 'stuck' } : { kind: 'work', tasks, verdict, coverage };
}

function rootTask(): Task {
  const text = { title: titles.root(), plannedAction: actions.root() };
  return { id: ROOT_ID, parent: null, ...text, hint: 'EXPLORE', combination: null };
}

function pendingTask(
  session: TreeSession,
  { id, parent, title, plannedAction }: Proposal,
  tree: Tree,
  options: PlanOptions,
  { minRounds }: Verdict,
): Task {
  const above = parent === null ? null : (tree.byId.get(parent) ?? null);
  const context = { session, strategy: options.strategy, minRounds, forDepth: false };
  return { id, parent, title, plannedAction, hint: hintUnder(above, context), combination: null };
}

function coverageOf(session: TreeSession, { dimensions, maxTasks }: PlanOptions): Unexplored | null {
  if (dimensions.length === 0) return null;
  const said = [...session.nodes, ...session.pendingProposals.map(({ title }) => ({ title, findings: '' }))];
  return unexplored(dimensions, said, maxTasks);
}

interface Need {
  readonly parent: TreeNode;
  readonly count: number;
  readonly isShort: boolean;
}

function workTasks(
  session: TreeSession,
  options: PlanOptions,
  tree: Tree,
  verdict: Verdict,
  coverage: Unexplored | null,
): readonly Task[] {
  const needs = needsOf(session, options, verdict);
  const forDepth = verdict.pendingNonTerminal.length === 0;
  const context = { session, strategy: options.strategy, minRounds: verdict.minRounds, forDepth };
  const made = new Set<string>();
  const tasks: Task[] = [];
  const exists = (id: string) => tree.byId.has(id);
  for (const { parent, count } of needs) {
    const hint = hintUnder(parent, context);
    const has = tree.childrenOf(parent.id).length;
    const branches = branchesIn(parent.findings);
    for (let at = has; at < has + count && tasks.length < options.maxTasks; at += 1) {
      const id = freeChildId(parent.id, at, (each) => made.has(each) || exists(each), exists);
      made.add(id);
      const combination = coverage?.first[tasks.length] ?? null;
      const text = textFor(parent, at, hint, branches[at] ?? branches[0], combination);
      tasks.push({ id, parent: parent.id, ...text, hint, combination });
    }
  }
  return tasks;
}

function textFor(
  parent: TreeNode,
  at: number,
  hint: NodeState,
  branch: string | undefined,
  combination: Combination | null,
): Pick<Task, 'title' | 'plannedAction'> {
  if (combination !== null) {
    const pairs = combinationText(combination);
    return { title: titles.combination(pairs), plannedAction: actions.combination(pairs, parent.id) };
  }
  if (hint === 'VERIFY')
    return { title: titles.verify(parent.title), plannedAction: actions.verify(parent.id) };
  if (hint === 'DEAD')
    return { title: titles.verify(parent.title), plannedAction: actions.confirm(parent.id) };
  if (branch !== undefined) return { title: branch, plannedAction: branch };
  return { title: titles.deepen(parent.title, at), plannedAction: actions.deepen(parent.id) };
}

const FIRST: Readonly<Partial<Record<NodeState, number>>> = { FOUND: 0, EXHAUST: 1 };

function byUrgency(a: TreeNode, b: TreeNode): number {
  const state = (FIRST[a.state] ?? 2) - (FIRST[b.state] ?? 2);
  if (state !== 0) return state;
  return roundOf(b.id) - roundOf(a.id) || (a.id < b.id ? -1 : 1);
}

/** Which parents get children now, and how many. */
function needsOf(session: TreeSession, options: PlanOptions, verdict: Verdict): readonly Need[] {
  const { mode, strategy, maxTasks } = options;
  const short = new Map(verdict.pendingNonTerminal.map((each) => [each.nodeId, each]));
  const open = session.nodes.filter(isOpen).sort(byUrgency);
  const wide = mode !== 'smoke' && (strategy === 'exhaustive' || strategy === 'deepen');
  const chosen = wide ? open : open.filter((node) => short.has(node.id));
  const parents = chosen.length > 0 ? chosen : deepest(open);
  const needs = parents.map((parent) => {
    const lacking = short.get(parent.id);
    const needed = lacking === undefined ? 1 : lacking.needs - lacking.has;
    return { parent, count: countFor(parent, needed, options), isShort: lacking !== undefined };
  });
  const total = needs.reduce((sum, need) => sum + need.count, 0);
  if (total <= maxTasks) return needs;
  // With more work than may be offered, what the end waits for comes first.
  return [...needs.filter((need) => need.isShort), ...needs.filter((need) => !need.isShort)];
}

function countFor({ state }: TreeNode, needed: number, { mode, strategy, maxTasks }: PlanOptions): number {
  if (state !== 'EXPLORE') return needed;
  if (mode === 'smoke') return 1;
  return mode === 'exhaustive' || strategy === 'exhaustive'
    ? Math.max(needed, Math.min(3, maxTasks))
    : needed;
}

/** The one open node from which another round is reached soonest, an EXPLORE node if there is one as deep. */
function deepest(open: readonly TreeNode[]): readonly TreeNode[] {
  const rank = (node: TreeNode) => roundOf(node.id) * 2 + (node.state === 'EXPLORE' ? 1 : 0);
  const [first, ...others] = open;
  if (first === undefined) return [];
  return [others.reduce((best, node) => (rank(node) > rank(best) ? node : best), first)];
}

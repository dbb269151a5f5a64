import { type Called, closedErrors } from './called.ts';
import { type CommitResult, commit, commitRefused, type NodeResult } from './commit.ts';
import { graphOf, graphSummary } from './graph.ts';
import type { Strategy } from './hints.ts';
import { blockersOf, NEXT_CALL, nextResult, planOptions, sayPlan } from './next.ts';
import { inferParent, ROOT_ID } from './node-id.ts';
import { type PlannedNode, type ProposeResult, propose } from './propose.ts';
import { defaultEarlyTerminal, raisedRounds } from './rules.ts';
import { isEnded, type Offer, proposalsOf, type TreeMode, type TreeSession } from './state.ts';
import { actions, subagentPolicy, titles } from './task-wording.ts';
import { type Plan, planOf } from './tasks.ts';
import { type Tree, treeOf } from './tree-index.ts';

export interface StepInput {
  readonly results: readonly NodeResult[] | undefined;
  readonly mode: TreeMode | undefined;
  readonly strategy: Strategy | undefined;
  readonly maxTasks: number | undefined;
  readonly minRounds: number | undefined;
  readonly graphMode: 'none' | 'summary' | 'full' | undefined;
  readonly verbosity: 'compact' | 'full' | undefined;
}

interface Applied {
  readonly session: TreeSession;
  readonly proposed?: ProposeResult;
  readonly committed?: CommitResult;
}

/** Takes results, proposing first what was not, and hands out the next tasks; results all together or not at all. */
export function step(session: TreeSession, input: StepInput, now: number): Called<object> {
  const results = input.results ?? [];
  const isLeft = session.status !== 'active' && !isEnded(session);
  const applied =
    results.length === 0 && !isLeft
      ? { session }
      : withResults(withSettings(session, input), input, results, now);
  const failed = applied.committed?.status === 'REJECTED' || applied.proposed?.status === 'REJECTED';
  const base = failed ? session : withSettings(applied.session, input);
  const tree = treeOf(base);
  const options = planOptions(base, { ...input, dimensions: undefined });
  const plan = planOf(base, options, tree);
  const next = failed ? session : offering(base, plan, now);
  const result = stepResult({ session: next, input, applied, failed, plan, tree });
  return next === session ? { result } : { result, session: next };
}

/** A session that still runs takes the mode of the call and its higher number of rounds. */
function withSettings(session: TreeSession, { mode, minRounds }: StepInput): TreeSession {
  if (closedErrors(session).length > 0) return session;
  const raised = raisedRounds(session, minRounds);
  const chosen = mode ?? session.mode;
  if (raised === session.minRounds && chosen === session.mode) return session;
  return { ...session, mode: chosen, minRounds: raised };
}

function withResults(
  session: TreeSession,
  input: StepInput,
  results: readonly NodeResult[],
  now: number,
): Applied {
  const closed = closedErrors(session);
  if (closed.length > 0) return { session, committed: commitRefused(session, closed, []) };
  const tree = treeOf(session);
  const nodes = unproposed(session, results, tree);
  const suppressBreadthWarnings = defaultEarlyTerminal(session.minRounds);
  const proposal =
    nodes.length === 0
      ? null
      : propose(session, { nodes, withdraw: undefined, suppressBreadthWarnings }, now);
  const proposed = proposal === null ? {} : { proposed: proposal.result };
  if (proposal?.result.status === 'REJECTED') return { session, ...proposed };
  const options = { minRounds: input.minRounds, allowEarlyTerminal: undefined };
  const committed = commit(proposal?.session ?? session, { results, ...options }, now);
  return { session: committed.session ?? session, ...proposed, committed: committed.result };
}

/** Plans for the results that nobody has proposed, from the offered tasks, else read off their ids. */
function unproposed(session: TreeSession, results: readonly NodeResult[], tree: Tree): PlannedNode[] {
  const pending = proposalsOf(session);
  const offers = new Map(session.offeredTasks.map((each) => [each.id, each]));
  const ids = new Set(results.map((result) => result.nodeId));
  return [...ids]
    .filter((id) => !tree.byId.has(id) && !pending.has(id))
    .map((id) => {
      const offer = offers.get(id);
      return offer === undefined ? inferred(id, tree) : { ...offer, since: offer.offeredAt };
    });
}

function inferred(id: string, tree: Tree): PlannedNode {
  const parent = inferParent(id, (each) => tree.byId.has(each));
  const above = parent === null ? undefined : tree.byId.get(parent);
  const title =
    above === undefined ? titles.root() : titles.deepen(above.title, tree.childrenOf(above.id).length);
  const plannedAction = id === ROOT_ID ? actions.root() : actions.auto(id);
  return { id, parent, title, plannedAction, generated: true };
}

/** The session that remembers when each task of the plan was first handed out. */
function offering(session: TreeSession, { kind, tasks }: Plan, now: number): TreeSession {
  if (isEnded(session) || (kind !== 'root' && kind !== 'work')) return session;
  const offers = new Map(session.offeredTasks.map((each) => [each.id, each]));
  const fresh = tasks.filter((task) => offers.get(task.id)?.title !== task.title);
  if (fresh.length === 0) return session;
  for (const { id, parent, title, plannedAction } of fresh) {
    const offer: Offer = { id, parent, title, plannedAction, offeredAt: now };
    offers.set(id, offer);
  }
  return { ...session, offeredTasks: [...offers.values()].slice(-MOST_OFFERS) };
}

/** How many offers are remembered. */
const MOST_OFFERS = 200;

interface StepFacts {
  readonly session: TreeSession;
  readonly input: StepInput;
  readonly applied: Applied;
  readonly failed: boolean;
  readonly plan: Plan;
  readonly tree: Tree;
}

function stepResult(facts: StepFacts) {
  const { session, input, applied, failed, plan, tree } = facts;
  const full = input.verbosity === 'full';
  const call = NEXT_CALL[plan.kind];
  const said = (applied.committed ?? applied.proposed)?.message;
  const isLeft = plan.kind === 'closed';
  const message = isLeft || said === undefined ? sayPlan(session, plan) : said;
  return {
    status: failed ? ('REJECTED' as const) : ('OK' as const),
    ...(full ? { message } : {}),
    nextCall: call === 'tot_end' || call === 'tot_reclassify' ? call : ('work' as const),
    tasks: plan.tasks.map(({ hint, combination: _, ...task }) => ({ ...task, stateHint: hint })),
    canEnd: plan.verdict.canEnd,
    ...outcome(applied, failed),
    blockers: blockersOf(session, plan),
    ...(full || isLeft ? {} : { subagentPolicy: subagentPolicy(session.mode) }),
    ...(full ? {} : { message }),
    ...graphPart(session, tree, input.graphMode ?? 'summary'),
    ...(full ? inner(session, applied, plan, tree, input) : {}),
  };
}

/** What came of the results: the nodes still short of children, and every problem and warning. */
function outcome({ proposed, committed }: Applied, failed: boolean) {
  const pending = committed?.pendingNonTerminal ?? [];
  return {
    pending: pending.map(({ nodeId, state, childLabel }) => ({ nodeId, state, needs: childLabel })),
    errors: [...(proposed?.errors ?? []), ...(committed?.errors ?? [])],
    warnings: [...(proposed?.warnings ?? []), ...(committed?.warnings ?? [])],
    notes: failed ? [] : (committed?.notes ?? []),
  };
}

function graphPart(session: TreeSession, tree: Tree, mode: 'none' | 'summary' | 'full') {
  if (mode === 'none') return {};
  return { graph: mode === 'full' ? graphOf(session, tree) : graphSummary(session, tree) };
}

function inner(session: TreeSession, applied: Applied, plan: Plan, tree: Tree, input: StepInput) {
  const { proposed, committed } = applied;
  const most = planOptions(session, { ...input, dimensions: undefined }).maxTasks;
  return {
    ...(proposed === undefined ? {} : { proposed }),
    ...(committed === undefined ? {} : { committed }),
    next: nextResult(session, plan, tree, most),
  };
}

import { type Called, closedErrors, repetitions } from './called.ts';
import { highestRound, judge, type Unfinished } from './end.ts';
import { roundOf } from './node-id.ts';
import { batchWarnings, notesOn } from './observations.ts';
import { allowedUnder, conversionTags, raisedRounds } from './rules.ts';
import { type NodeState, type Proposal, proposalsOf, type TreeNode, type TreeSession } from './state.ts';
import { type Tree, treeOf, withNodes } from './tree-index.ts';
import { refuse, say, sayBlocker, type TreeError, warn } from './wording.ts';

/** What came of researching one node. */
export interface NodeResult {
  readonly nodeId: string;
  readonly state: NodeState;
  readonly findings: string;
  readonly agentId: string | undefined;
}

export interface CommitInput {
  readonly results: readonly NodeResult[];
  /** May raise what the start has set. */
  readonly minRounds: number | undefined;
  /** `false` takes back what the start has allowed; `true` allows nothing that it has not. */
  readonly allowEarlyTerminal: boolean | undefined;
}

export interface CommitResult {
  readonly status: 'OK' | 'REJECTED';
  readonly errors: readonly TreeError[];
  readonly warnings: readonly string[];
  readonly notes?: readonly string[];
  readonly currentRound: number;
  readonly canEnd: boolean;
  readonly canEndReason?: string;
  readonly pendingExplore: readonly string[];
  readonly pendingNonTerminal: readonly Unfinished[];
  readonly pendingChildren: number;
  readonly minRounds: number;
  readonly message: string;
}

/** Stores the results of proposed nodes; all of the batch or nothing. */
export function commit(session: TreeSession, input: CommitInput, now: number): Called<CommitResult> {
  const tree = treeOf(session);
  const pending = proposalsOf(session);
  const early = session.allowEarlyTerminal && input.allowEarlyTerminal !== false;
  const batch = input.results.flatMap((result) => {
    const proposal = pending.get(result.nodeId);
    return proposal === undefined ? [] : [nodeOf(proposal, result, { early, now, session })];
  });
  const unknown = batchErrors(session, input.results, pending);
  const errors = [...unknown, ...batch.flatMap((node) => childStateErrors(node, tree))];
  const warnings = unknown.length > 0 ? [] : batchWarnings(batch);
  if (errors.length > 0) {
    const minRounds = raisedRounds(session, input.minRounds);
    return { result: commitRefused({ ...session, minRounds }, errors, warnings) };
  }
  const next = stored(session, batch, input, early);
  const result = accepted(next, batch, warnings);
  return next === session ? { result } : { session: next, result };
}

interface CommitFacts {
  readonly early: boolean;
  readonly now: number;
  readonly session: TreeSession;
}

function nodeOf(proposal: Proposal, result: NodeResult, { early, now, session }: CommitFacts): TreeNode {
  const converted = !early && conversionTags(result.state, roundOf(proposal.id)).length > 0;
  return {
    ...proposal,
    state: converted ? 'EXPLORE' : result.state,
    claimed: result.state,
    converted,
    reclassified: false,
    findings: result.findings,
    agentId: result.agentId?.trim() || null,
    committedAt: now,
    batch: session.currentBatch + 1,
  };
}

function batchErrors(
  session: TreeSession,
  results: readonly NodeResult[],
  pending: ReadonlyMap<string, Proposal>,
): TreeError[] {
  const ids = results.map((result) => result.nodeId);
  return [
    ...closedErrors(session),
    ...repetitions(ids).map(refuse.duplicateInBatch),
    ...ids.filter((id) => !pending.has(id)).map(refuse.notProposed),
  ];
}

function childStateErrors({ id, parent, state }: TreeNode, tree: Tree): TreeError[] {
  const above = parent === null ? undefined : tree.byId.get(parent);
  if (above === undefined) return [];
  const allowed = allowedUnder(above.state);
  return allowed.includes(state) ? [] : [refuse.invalidChildState(id, state, above.id, above.state, allowed)];
}

function stored(
  session: TreeSession,
  batch: readonly TreeNode[],
  input: CommitInput,
  allowEarlyTerminal: boolean,
): TreeSession {
  const minRounds = raisedRounds(session, input.minRounds);
  const isSame = minRounds === session.minRounds && allowEarlyTerminal === session.allowEarlyTerminal;
  if (batch.length === 0) return isSame ? session : { ...session, minRounds, allowEarlyTerminal };
  const done = new Set(batch.map((node) => node.id));
  return {
    ...session,
    minRounds,
    allowEarlyTerminal,
    currentRound: Math.max(session.currentRound, highestRound(done)),
    currentBatch: session.currentBatch + 1,
    ...withNodes(session, batch),
    pendingProposals: session.pendingProposals.filter((each) => !done.has(each.id)),
    offeredTasks: session.offeredTasks.filter((each) => !done.has(each.id)),
  };
}

function accepted(
  session: TreeSession,
  batch: readonly TreeNode[],
  warnings: readonly string[],
): CommitResult {
  const verdict = judge(session);
  const [reason] = verdict.blockers;
  const lacking = verdict.blockers.find((each) => each.code === 'BLOCKED') ?? reason;
  const why = lacking === undefined ? '' : sayBlocker(lacking);
  const notes = notesOn(treeOf(session), batch);
  return {
    status: 'OK',
    errors: [],
    warnings: [...warnings, ...verdict.pendingNonTerminal.map(warn.incomplete)],
    ...(notes.length === 0 ? {} : { notes }),
    currentRound: session.currentRound,
    canEnd: verdict.canEnd,
    ...(reason === undefined ? {} : { canEndReason: reason === lacking ? why : sayBlocker(reason) }),
    pendingExplore: verdict.pendingExplore,
    pendingNonTerminal: verdict.pendingNonTerminal,
    pendingChildren: verdict.pendingChildren,
    minRounds: verdict.minRounds,
    message: lacking === undefined ? say.ready() : say.goOn(why),
  };
}

/** The refusal of a whole batch; what is still missing is for tot_status to say. */
export function commitRefused(
  session: Pick<TreeSession, 'currentRound' | 'minRounds'>,
  errors: readonly TreeError[],
  warnings: readonly string[],
): CommitResult {
  const message = say.refused(errors.length);
  return {
    status: 'REJECTED',
    errors,
    warnings,
    currentRound: session.currentRound,
    canEnd: false,
    canEndReason: message,
    pendingExplore: [],
    pendingNonTerminal: [],
    pendingChildren: 0,
    minRounds: session.minRounds,
    message,
  };
}

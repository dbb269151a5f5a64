import { roundOf } from './node-id.ts';
import { isTerminal, raisedRounds, requiredChildren } from './rules.ts';
import type { NodeState, TreeSession } from './state.ts';
import { type Tree, treeOf } from './tree-index.ts';

/** A node that is short of children, as the wire shows it. */
export interface Unfinished {
  readonly nodeId: string;
  readonly state: NodeState;
  readonly has: number;
  readonly needs: number;
  /** The child that usually finishes it; any allowed child does. Absent for EXPLORE. */
  readonly requiredChildState?: 'VERIFY' | 'DEAD';
  readonly childLabel: 'VERIFY' | 'DEAD' | 'children';
}

/** One thing that stands between an investigation and its end. */
export type Blocker =
  /** Every node is terminal and the rounds do not suffice: only a reopened node can carry on. */
  | {
      readonly code: 'RECOVERY_REQUIRED';
      readonly round: number;
      readonly minRounds: number;
      readonly ids: readonly string[];
    }
  | { readonly code: 'ROUNDS'; readonly round: number; readonly minRounds: number }
  | { readonly code: 'BLOCKED'; readonly unfinished: readonly Unfinished[] }
  | { readonly code: 'PENDING'; readonly ids: readonly string[] };

/** Whether an investigation can end, and everything that is missing. */
export interface Verdict {
  readonly canEnd: boolean;
  /** Everything in the way, in the order of the rules; the first one is the reason. */
  readonly blockers: readonly Blocker[];
  readonly pendingNonTerminal: readonly Unfinished[];
  /** The ids of the EXPLORE nodes among them. */
  readonly pendingExplore: readonly string[];
  /** The sum of the missing children. */
  readonly pendingChildren: number;
  readonly minRounds: number;
}

/**
 * The one judge of the end: enough rounds, every open node with its children, no proposal waiting. A call may
 * ask for more rounds than the session, never for fewer.
 */
export function judge(session: TreeSession, asked?: number, tree: Tree = treeOf(session)): Verdict {
  const minRounds = raisedRounds(session, asked);
  const pendingNonTerminal = unfinished(tree, minRounds);
  const blockers: Blocker[] = [];
  const { currentRound: round, nodes } = session;
  if (round < minRounds) {
    const stuck = nodes.length > 0 && nodes.every((node) => isTerminal(node.state));
    const ids = stuck ? nodes.map((node) => node.id) : [];
    blockers.push(
      stuck ? { code: 'RECOVERY_REQUIRED', round, minRounds, ids } : { code: 'ROUNDS', round, minRounds },
    );
  }
  if (pendingNonTerminal.length > 0) blockers.push({ code: 'BLOCKED', unfinished: pendingNonTerminal });
  const waiting = session.pendingProposals.map((each) => each.id);
  if (waiting.length > 0) blockers.push({ code: 'PENDING', ids: waiting });
  return {
    canEnd: blockers.length === 0,
    blockers,
    pendingNonTerminal,
    pendingExplore: pendingNonTerminal.filter((each) => each.state === 'EXPLORE').map((each) => each.nodeId),
    pendingChildren: pendingNonTerminal.reduce((sum, each) => sum + each.needs - each.has, 0),
    minRounds,
  };
}

function unfinished(tree: Tree, minRounds: number): readonly Unfinished[] {
  const short: Unfinished[] = [];
  for (const node of tree.short.values()) {
    const has = tree.childrenOf(node.id).length;
    const needs = requiredChildren(node, minRounds);
    if (has < needs)
      short.push({ nodeId: node.id, state: node.state, has, needs, ...usualChild(node.state) });
  }
  return short;
}

function usualChild(state: NodeState): Pick<Unfinished, 'requiredChildState' | 'childLabel'> {
  if (state === 'FOUND') return { requiredChildState: 'VERIFY', childLabel: 'VERIFY' };
  if (state === 'EXHAUST') return { requiredChildState: 'DEAD', childLabel: 'DEAD' };
  return { childLabel: 'children' };
}

/** The highest round of any of these ids, at least 1. */
export function highestRound(ids: Iterable<string>): number {
  let highest = 1;
  for (const id of ids) highest = Math.max(highest, roundOf(id));
  return highest;
}

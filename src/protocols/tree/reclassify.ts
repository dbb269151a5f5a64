import { type Called, closedErrors } from './called.ts';
import { dotOf } from './dot.ts';
import { roundOf } from './node-id.ts';
import { allowedUnder, isTerminal, mayStand } from './rules.ts';
import type { NodeState, TreeNode, TreeSession } from './state.ts';
import { type Tree, treeOf } from './tree-index.ts';
import { refuse, say, type TreeError } from './wording.ts';

export interface ReclassifyInput {
  readonly nodeId: string;
  readonly newState: NodeState;
}

export interface ReclassifyResult {
  readonly status: 'OK' | 'REJECTED';
  readonly errors: readonly TreeError[];
  readonly nodeId: string;
  readonly previousState: NodeState | null;
  readonly newState: NodeState;
  readonly dot: string;
  readonly message: string;
}

/** Gives a committed node another state, under the rules of a commit, above and below it. */
export function reclassify(session: TreeSession, input: ReclassifyInput): Called<ReclassifyResult> {
  const { nodeId, newState } = input;
  const tree = treeOf(session);
  const node = tree.byId.get(nodeId);
  const previousState = node?.state ?? null;
  const errors = [
    ...closedErrors(session),
    ...(node === undefined ? [refuse.nodeNotFound(nodeId)] : changeErrors(session, node, newState, tree)),
  ];
  if (node === undefined || errors.length > 0) {
    const message = say.refused(errors.length);
    const facts = { nodeId, previousState, newState, dot: dotOf(session), message };
    return { result: { status: 'REJECTED', errors, ...facts } };
  }
  const changed: TreeNode = { ...node, state: newState, reclassified: true };
  const nodes = session.nodes.map((each) => (each === node ? changed : each));
  const next = newState === node.state ? session : { ...session, nodes };
  const message =
    next === session ? say.unchanged(nodeId, newState) : say.reclassified(nodeId, node.state, newState);
  const result: ReclassifyResult = {
    status: 'OK',
    errors: [],
    nodeId,
    previousState,
    newState,
    dot: dotOf(next),
    message,
  };
  return next === session ? { result } : { result, session: next };
}

function changeErrors(session: TreeSession, node: TreeNode, newState: NodeState, tree: Tree): TreeError[] {
  if (newState === node.state) return [];
  const errors: TreeError[] = [];
  const children = tree.childrenOf(node.id);
  const proposed = session.pendingProposals.filter((each) => each.parent === node.id);
  const below = [...children, ...proposed].map((each) => each.id);
  const allowed = allowedUnder(newState);
  const unfit = children.filter((child) => !allowed.includes(child.state)).map((child) => child.id);
  if (isTerminal(newState) && below.length > 0) errors.push(refuse.hasChildren(node.id, newState, below));
  else if (unfit.length > 0) errors.push(refuse.invalidChildren(node.id, newState, unfit));
  const round = roundOf(node.id);
  if (!mayStand(newState, round, session.allowEarlyTerminal))
    errors.push(refuse.stateTooEarly(node.id, newState, round));
  const above = node.parent === null ? undefined : tree.byId.get(node.parent);
  if (above !== undefined && !allowedUnder(above.state).includes(newState))
    errors.push(
      refuse.invalidChildState(node.id, newState, above.id, above.state, allowedUnder(above.state)),
    );
  return errors;
}

import { type Called, closedErrors, repetitions } from './called.ts';
import { childPrefix, fitsUnder, isNodeId, ROOT_ID, roundOf } from './node-id.ts';
import { BREADTH, isTerminal } from './rules.ts';
import { type Proposal, proposalsOf, type TreeSession } from './state.ts';
import { type Tree, treeOf } from './tree-index.ts';
import { note, refuse, say, type TreeError, warn } from './wording.ts';

/** A node as it is proposed. */
export interface PlannedNode {
  readonly id: string;
  readonly parent: string | null;
  readonly title: string;
  readonly plannedAction: string;
  /** Counts as the time of the proposal, when the work began before it; in ms since the epoch. */
  readonly since?: number;
  /** Whether the server made up the title. */
  readonly generated?: boolean;
}

export interface ProposeInput {
  readonly nodes: readonly PlannedNode[];
  /** Ids of pending proposals to take back; they go before the new ones come. */
  readonly withdraw: readonly string[] | undefined;
  readonly suppressBreadthWarnings: boolean | undefined;
}

export interface ProposeResult {
  readonly status: 'OK' | 'REJECTED';
  readonly errors: readonly TreeError[];
  readonly warnings: readonly string[];
  readonly approvedNodes: readonly string[];
  readonly withdrawn?: readonly string[];
  readonly notes?: readonly string[];
  readonly message: string;
  readonly nextCommitDefaults?: { readonly minRounds: number; readonly allowEarlyTerminal: boolean };
}

/** What a session that wants few rounds commits with; a session of its own settings ignores them. */
const SMOKE_DEFAULTS = { minRounds: 2, allowEarlyTerminal: true };

/** Declares nodes before they are researched, or takes such declarations back; all of the call or nothing. */
export function propose(session: TreeSession, input: ProposeInput, now: number): Called<ProposeResult> {
  const tree = treeOf(session);
  const errors = [
    ...closedErrors(session),
    ...withdrawErrors(session, input),
    ...nodeErrors(input.nodes, tree),
  ];
  if (errors.length > 0) {
    return { result: proposeRefused(errors) };
  }
  const withdrawn = new Set(input.withdraw ?? []);
  const kept = session.pendingProposals.filter((each) => !withdrawn.has(each.id));
  const { pending, again } = merged(kept, input.nodes, now);
  const breadth = input.suppressBreadthWarnings === true ? null : breadthOf(tree, input.nodes);
  const ids = input.nodes.map((node) => node.id);
  const gone = [...withdrawn];
  const result: ProposeResult = {
    status: 'OK',
    errors: [],
    warnings: breadth === null ? [] : [warn.breadth(breadth)],
    approvedNodes: ids,
    ...(gone.length === 0 ? {} : { withdrawn: gone }),
    ...(again.length === 0 ? {} : { notes: [note.reproposed(again)] }),
    message: gone.length === 0 ? say.proposed(ids) : `${say.withdrawn(gone)} ${say.proposed(ids)}`,
    ...(input.suppressBreadthWarnings === true ? { nextCommitDefaults: SMOKE_DEFAULTS } : {}),
  };
  if (ids.length === 0 && gone.length === 0) return { result };
  const breadthAdvice = breadth === null ? session.breadthAdvice : [...session.breadthAdvice, breadth];
  return { result, session: { ...session, pendingProposals: pending, breadthAdvice } };
}

/** The refusal of a whole batch. */
export function proposeRefused(errors: readonly TreeError[]): ProposeResult {
  return { status: 'REJECTED', errors, warnings: [], approvedNodes: [], message: say.refused(errors.length) };
}

function withdrawErrors(session: TreeSession, { withdraw }: ProposeInput): TreeError[] {
  const pending = proposalsOf(session);
  return (withdraw ?? []).filter((id) => !pending.has(id)).map((id) => refuse.notProposed(id));
}

/** Every problem of the proposed nodes, in the order of the checks. */
function nodeErrors(nodes: readonly PlannedNode[], tree: Tree): TreeError[] {
  return [
    ...repetitions(nodes.map((node) => node.id)).map(refuse.duplicateInBatch),
    ...nodes.flatMap((node) => [
      ...(tree.byId.has(node.id) ? [refuse.duplicateId(node.id)] : []),
      ...(node.title.trim() === '' ? [refuse.missingTitle(node.id)] : []),
      ...placeErrors(node, tree),
      ...(isNodeId(node.id) ? [] : [refuse.invalidIdFormat(node.id)]),
    ]),
  ];
}

function placeErrors({ id, parent }: PlannedNode, tree: Tree): TreeError[] {
  if (parent === null) return isNodeId(id) && id !== ROOT_ID ? [refuse.notSingleRoot(id)] : [];
  const above = tree.byId.get(parent);
  if (above === undefined) return [refuse.parentNotFound(id, parent)];
  const errors = isTerminal(above.state) ? [refuse.terminalParent(id, parent, above.state)] : [];
  if (isNodeId(id) && !fitsUnder(id, parent))
    errors.push(refuse.idParentMismatch(id, parent, id === ROOT_ID ? null : childPrefix(parent)));
  return errors;
}

/** The pending list with the new nodes; one that was pending already keeps its place and its time. */
function merged(kept: readonly Proposal[], nodes: readonly PlannedNode[], now: number) {
  const pending = new Map(kept.map((each) => [each.id, each]));
  const again: string[] = [];
  for (const { id, parent, title, plannedAction, since, generated } of nodes) {
    const before = pending.get(id);
    if (before !== undefined) again.push(id);
    const proposedAt = before?.proposedAt ?? since ?? now;
    pending.set(id, {
      id,
      parent,
      title: title.trim(),
      plannedAction,
      proposedAt,
      generated: generated ?? false,
    });
  }
  return { pending: [...pending.values()], again };
}

/** How many R2 nodes there will be when a batch with some leaves round 2 too narrow; null otherwise. */
function breadthOf(tree: Tree, nodes: readonly PlannedNode[]): number | null {
  const fresh = nodes.filter(({ id }) => roundOf(id) === 2).length;
  const count = fresh + tree.secondRound;
  return fresh > 0 && count < BREADTH ? count : null;
}

import { dotOf } from './dot.ts';
import { roundOf } from './node-id.ts';
import type { NodeState, TreeNode, TreeSession } from './state.ts';
import type { Tree } from './tree-index.ts';

interface SummaryNode {
  readonly id: string;
  readonly parent: string | null;
  readonly state: NodeState;
  readonly title: string;
  readonly round: number;
  readonly children: readonly string[];
}

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The tree as data, with its drawing. */
export interface Graph {
  readonly sessionId: string;
  readonly query: string;
  readonly currentRound: number;
  readonly totalNodes: number;
  readonly nodes: readonly (SummaryNode & { readonly findings: string })[];
  readonly edges: readonly Edge[];
  readonly dot: string;
}

/** The end of the tree: its newest nodes and the edges among them. */
export interface GraphSummary {
  readonly totalNodes: number;
  readonly currentRound: number;
  readonly nodes: readonly SummaryNode[];
  readonly edges: readonly Edge[];
}

function shown(node: TreeNode, tree: Tree): SummaryNode {
  return {
    id: node.id,
    parent: node.parent,
    state: node.state,
    title: node.title,
    round: roundOf(node.id),
    children: tree.childrenOf(node.id).map((child) => child.id),
  };
}

function edgesAmong(nodes: readonly TreeNode[]): Edge[] {
  const ids = new Set(nodes.map((node) => node.id));
  return nodes.flatMap((node) =>
    node.parent !== null && ids.has(node.parent) ? [{ from: node.parent, to: node.id }] : [],
  );
}

/** The whole tree. */
export function graphOf(session: TreeSession, tree: Tree): Graph {
  return {
    sessionId: session.id,
    query: session.question,
    currentRound: session.currentRound,
    totalNodes: session.nodes.length,
    nodes: session.nodes.map((node) => ({ ...shown(node, tree), findings: node.findings })),
    edges: edgesAmong(session.nodes),
    dot: dotOf(session),
  };
}

const NEWEST = 5;

/** The newest nodes only. */
export function graphSummary(session: TreeSession, tree: Tree): GraphSummary {
  const newest = session.nodes.slice(-NEWEST);
  return {
    totalNodes: session.nodes.length,
    currentRound: session.currentRound,
    nodes: newest.map((node) => shown(node, tree)),
    edges: edgesAmong(newest),
  };
}

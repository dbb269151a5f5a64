import { growingIndex, growingKeys } from '../../core/growing-index.ts';
import { roundOf } from './node-id.ts';
import { mostRequiredChildren } from './rules.ts';
import type { TreeNode, TreeSession } from './state.ts';

/** Ids of nodes that have something in common, by what that is; in the order of arrival. */
type Groups = ReadonlyMap<string, readonly string[]>;

/** What is known about the nodes of a session; all of it in the order of their arrival. */
export interface Tree {
  readonly byId: ReadonlyMap<string, TreeNode>;
  readonly childrenOf: (id: string) => readonly TreeNode[];
  /** The nodes with fewer children than any number of rounds asks for; every other node has its children. */
  readonly short: ReadonlyMap<string, TreeNode>;
  /** How many nodes stand in round 2. */
  readonly secondRound: number;
  /** The nodes by their findings, blanks at the ends taken off; empty findings are in no group. */
  readonly byFindings: Groups;
  readonly byAgent: Groups;
}

class TreeIndex implements Tree {
  readonly byId = new Map<string, TreeNode>();
  readonly #children = new Map<string, TreeNode[]>();
  readonly short = new Map<string, TreeNode>();
  secondRound = 0;
  readonly byFindings = new Map<string, string[]>();
  readonly byAgent = new Map<string, string[]>();

  readonly childrenOf = (id: string): readonly TreeNode[] => this.#children.get(id) ?? NONE;

  add(node: TreeNode): void {
    const { id, parent, findings, agentId } = node;
    this.byId.set(id, node);
    if (this.#isShort(node)) this.short.set(id, node);
    if (parent !== null) {
      put(this.#children, parent, node);
      const above = this.short.get(parent);
      if (above !== undefined && !this.#isShort(above)) this.short.delete(parent);
    }
    if (roundOf(id) === 2) this.secondRound += 1;
    put(this.byFindings, findings.trim() || null, id);
    put(this.byAgent, agentId, id);
  }

  #isShort(node: TreeNode): boolean {
    return this.childrenOf(node.id).length < mostRequiredChildren(node);
  }
}

const NONE: readonly TreeNode[] = [];

function put<T>(groups: Map<string, T[]>, key: string | null, member: T): void {
  if (key === null) return;
  const members = groups.get(key);
  if (members === undefined) groups.set(key, [member]);
  else members.push(member);
}

const nodeIndex = growingIndex<TreeNode, TreeIndex>(
  () => new TreeIndex(),
  (index, node) => index.add(node),
);

const agents = growingKeys((agentId: string) => agentId);

/** The index of a session's nodes; it holds until nodes are added to them. */
export function treeOf(session: TreeSession): Tree {
  return nodeIndex.of(session.nodes);
}

/** The lists of a session with further nodes, and their agents if those are new. */
export function withNodes(
  { nodes, usedAgentIds }: TreeSession,
  batch: readonly TreeNode[],
): Pick<TreeSession, 'nodes' | 'usedAgentIds'> {
  const used = agents.of(usedAgentIds);
  const named = new Set(batch.flatMap(({ agentId }) => agentId ?? []));
  const fresh = [...named].filter((agentId) => !used.has(agentId));
  return {
    nodes: nodeIndex.append(nodes, batch),
    usedAgentIds: fresh.length === 0 ? usedAgentIds : agents.append(usedAgentIds, fresh),
  };
}

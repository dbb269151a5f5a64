import { dotLabel as escaped } from '../../kit/page/drawing-label.ts';
import { roundOf } from './node-id.ts';
import { type NodeState, STATES, type TreeNode, type TreeSession } from './state.ts';
import { legend } from './wording.ts';

export const COLOURS: Readonly<Record<NodeState, string>> = {
  EXPLORE: 'lightblue',
  FOUND: 'orange',
  VERIFY: 'green',
  EXHAUST: 'gray',
  DEAD: 'red',
};

const name = (id: string) => id.replaceAll('.', '_');

function statement(node: TreeNode): string {
  const label = `R${roundOf(node.id)} | ${escaped(node.title)}\\n(${node.state})`;
  return `  ${name(node.id)} [fillcolor=${COLOURS[node.state]}, label="${label}"];`;
}

function rounds(nodes: readonly TreeNode[]): string[] {
  const byRound = new Map<number, TreeNode[]>();
  for (const node of nodes) {
    const round = roundOf(node.id);
    const members = byRound.get(round);
    if (members === undefined) byRound.set(round, [node]);
    else members.push(node);
  }
  return [...byRound]
    .sort(([a], [b]) => a - b)
    .flatMap(([round, members]) => [`  // --- Round ${round} ---`, ...members.map(statement)]);
}

function legendLines(): string[] {
  const entries = STATES.map(
    (state) => `    L_${state} [label="${escaped(legend[state])}", fillcolor=${COLOURS[state]}];`,
  );
  return ['  subgraph cluster_legend {', '    label="Legend";', '    node [width=2];', ...entries, '  }'];
}

/** The tree as Graphviz text; valid for any title. */
export function dotOf(session: TreeSession): string {
  const edges = session.nodes.flatMap((node) =>
    node.parent === null ? [] : [`  ${name(node.parent)} -> ${name(node.id)};`],
  );
  return [
    'digraph Investigation {',
    '  rankdir=TB;',
    '  node [shape=box, style="filled,rounded", fontname="Arial"];',
    ...rounds(session.nodes),
    '  // --- Edges ---',
    ...edges,
    '  // --- Legend ---',
    ...legendLines(),
    '}',
  ].join('\n');
}

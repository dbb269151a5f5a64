import { dotLabel } from '../kit/page/drawing-label.ts';
import type { Graph, GraphNode, Tone } from '../kit/page/page.ts';

const FILLS: Readonly<Record<Tone, string>> = {
  plain: 'white',
  open: 'lightblue',
  good: 'palegreen',
  doubt: 'orange',
  muted: 'lightgray',
  bad: 'salmon',
};

/** A graph as Graphviz text; valid for any label. */
export function graphDot({ nodes, links }: Graph): string {
  const edges = nodes.flatMap(({ id, parent }) => (parent === null ? [] : [`  ${parent} -> ${id};`]));
  const across = links.map(
    ({ from, to, label }) =>
      `  ${from} -> ${to} [style=dashed, constraint=false, label="${dotLabel(label)}"];`,
  );
  return [
    'digraph Record {',
    '  rankdir=TB;',
    '  node [shape=box, style="filled,rounded", fontname="Arial"];',
    ...nodes.map(statement),
    ...edges,
    ...across,
    '}',
  ].join('\n');
}

function statement({ id, label, note, tone }: GraphNode): string {
  const second = note === '' ? '' : `\\n(${dotLabel(note)})`;
  return `  ${id} [fillcolor=${FILLS[tone]}, label="${dotLabel(label)}${second}"];`;
}

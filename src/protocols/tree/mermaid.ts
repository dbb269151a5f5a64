import { mermaidLabel as escaped } from '../../kit/page/drawing-label.ts';
import { COLOURS } from './dot.ts';
import { roundOf } from './node-id.ts';
import { STATES, type TreeSession } from './state.ts';

const name = (id: string) => id.replaceAll('.', '_');

/** The tree as a Mermaid flow chart. */
export function mermaidOf(session: TreeSession): string {
  const nodes = session.nodes.map(
    (node) =>
      `  ${name(node.id)}["R${roundOf(node.id)} | ${escaped(node.title)}<br/>(${node.state})"]:::${node.state}`,
  );
  const edges = session.nodes.flatMap((node) =>
    node.parent === null ? [] : [`  ${name(node.parent)} --> ${name(node.id)}`],
  );
  const classes = STATES.map((state) => `  classDef ${state} fill:${COLOURS[state]},color:black`);
  return ['flowchart TB', ...nodes, ...edges, ...classes].join('\n');
}

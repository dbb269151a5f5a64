import { excerpt } from '../../core/text.ts';
import { COLOURS, LABEL_LENGTH, withoutControls } from './dot.ts';
import { roundOf } from './node-id.ts';
import { STATES, type TreeSession } from './state.ts';

/** A text as the inside of a quoted Mermaid label: what could end it or mean something, as its number. */
function escaped(text: string): string {
  return withoutControls(excerpt(text, LABEL_LENGTH)).replace(
    /["#&<>`\\]/gu,
    (sign) => `#${sign.codePointAt(0)};`,
  );
}

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

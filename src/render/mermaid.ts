import { mermaidLabel } from '../kit/page/drawing-label.ts';
import type { Graph, GraphNode, Tone } from '../kit/page/page.ts';

const FILLS: Readonly<Record<Tone, string>> = {
  plain: '#ffffff',
  open: '#cfe3ff',
  good: '#c9ecd0',
  doubt: '#ffe0b0',
  muted: '#e4e4e4',
  bad: '#ffc9c4',
};

/** A graph as a Mermaid flow chart. */
export function graphMermaid({ nodes, links }: Graph): string {
  const edges = nodes.flatMap(({ id, parent }) => (parent === null ? [] : [`  ${parent} --> ${id}`]));
  const across = links.map(({ from, to, label }) => `  ${from} -. "${mermaidLabel(label)}" .-> ${to}`);
  const classes = Object.entries(FILLS).map(([tone, fill]) => `  classDef ${tone} fill:${fill},color:#111`);
  return ['flowchart TB', ...nodes.map(statement), ...edges, ...across, ...classes].join('\n');
}

function statement({ id, label, note, tone }: GraphNode): string {
  const second = note === '' ? '' : `<br/>(${mermaidLabel(note)})`;
  return `  ${id}["${mermaidLabel(label)}${second}"]:::${tone}`;
}

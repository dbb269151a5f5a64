import { hierarchy, tree } from 'd3-hierarchy';
import type { Graph, GraphNode } from '../kit/page/page.ts';

/** A box with its upper left corner, in pixels. */
export interface PlacedBox {
  readonly node: GraphNode;
  readonly x: number;
  readonly y: number;
}

/** Where every box of a drawing stands. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Whether children stand to the right of their parent, or below it. */
  readonly isWide: boolean;
  readonly boxes: readonly PlacedBox[];
}

export const BOX = { width: 176, height: 42 } as const;
const GAP = { beside: 12, between: 32 } as const;
const MARGIN = 6;
/** Deeper trees grow downwards, since a page is wider than it is high only on a screen. */
const DEEP = 7;

interface Branch {
  readonly node: GraphNode | null;
  readonly children: Branch[];
}

/** Places the boxes so that none covers another; parents that are not there count as none. */
export function layOut(graph: Pick<Graph, 'nodes'>): Layout {
  const root = hierarchy(forest(graph.nodes));
  const isWide = root.height <= DEEP;
  const [across, along] = isWide ? [BOX.height, BOX.width] : [BOX.width, BOX.height];
  const placed = tree<Branch>()
    .nodeSize([across + GAP.beside, along + GAP.between])
    .separation(() => 1)(root)
    .descendants()
    .flatMap(({ data: { node }, x, y }) =>
      node === null ? [] : [{ node, ...(isWide ? { x: y, y: x } : { x, y }) }],
    );
  const left = placed.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const top = placed.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
  const boxes = placed.map(({ node, x, y }) => ({ node, x: x - left + MARGIN, y: y - top + MARGIN }));
  const width = boxes.reduce((most, { x }) => Math.max(most, x), 0) + BOX.width + MARGIN;
  const height = boxes.reduce((most, { y }) => Math.max(most, y), 0) + BOX.height + MARGIN;
  return { width, height, isWide, boxes };
}

function forest(nodes: readonly GraphNode[]): Branch {
  const root: Branch = { node: null, children: [] };
  const known = new Map<string | null, Branch>([[null, root]]);
  for (const node of nodes) {
    const branch: Branch = { node, children: [] };
    (known.get(node.parent) ?? root).children.push(branch);
    known.set(node.id, branch);
  }
  return root;
}

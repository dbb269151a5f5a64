import { foldWhitespace } from '../core/text.ts';
import type { Graph, GraphNode } from '../kit/page/page.ts';
import { element, escapeHtml } from './html-text.ts';
import { BOX, type Layout, layOut, type PlacedBox } from './tree-layout.ts';
import { words } from './wording.ts';

/** A drawing of more boxes is no longer read; the text below it has them all. */
const MOST_BOXES = 600;
/** How wide a line of a box may get, in letters; a sign of Han takes two. */
const LINE = 23;
/** Up to this width a drawing is made to fit its page; a wider one scrolls. */
const FITTING = 1300;
/** What a link that lies across needs above the boxes. */
const ABOVE = 16;

/** The graph as inline SVG in a frame that scrolls; "" without boxes. */
export function graphSvg({ nodes, links }: Graph): string {
  if (nodes.length === 0) return '';
  const layout = layOut({ nodes: nodes.slice(0, MOST_BOXES) });
  const places = new Map(layout.boxes.map((each) => [each.node.id, each]));
  const edges = layout.boxes.flatMap((each) => {
    const parent = places.get(each.node.parent ?? '');
    return parent === undefined ? [] : element('path', { class: 'edge', d: curve(parent, each, layout) });
  });
  const across = links.flatMap(({ from, to, label }) => {
    const [start, end] = [places.get(from), places.get(to)];
    if (start === undefined || end === undefined) return [];
    return element('path', { class: 'across', d: bow(start, end, layout) }, title(label));
  });
  const { width, height } = layout;
  const above = across.length === 0 ? 0 : ABOVE;
  const size = { viewBox: `0 ${-above} ${width} ${height + above}`, width, height: height + above };
  const fit: Record<string, string> = width > FITTING ? {} : { class: 'fits' };
  const inner = [...edges, ...across, ...layout.boxes.map(box)].join('');
  const svg = element('svg', { ...size, ...fit, role: 'img', 'aria-label': words.map }, inner);
  const note =
    nodes.length > MOST_BOXES
      ? element('p', { class: 'note' }, words.partOfMap(MOST_BOXES, nodes.length))
      : '';
  return element('div', { class: 'drawing' }, svg) + note;
}

function title(text: string): string {
  return element('title', {}, escapeHtml(foldWhitespace(text)));
}

function box({ node, x, y }: PlacedBox): string {
  const { label, note, tone } = node;
  const lines = note === '' ? wrapped(label) : [clipped(label, LINE)];
  const middle = lines.length + (note === '' ? 0 : 1) === 1;
  const spans = lines.map((line, place) =>
    element('text', { x: 10, y: middle ? 26 : 18 + place * 16 }, escapeHtml(line)),
  );
  const second =
    note === ''
      ? ''
      : element('text', { x: 10, y: 34, class: 'second' }, escapeHtml(clipped(note, LINE + 3)));
  const rect = element('rect', { width: BOX.width, height: BOX.height, rx: 6 });
  const inner = title(fullName(node)) + rect + spans.join('') + second;
  return element('g', { class: `box ${tone}`, transform: `translate(${x} ${y})` }, inner);
}

function fullName({ label, note }: GraphNode): string {
  return note === '' ? label : `${label} (${note})`;
}

/** One line, or two when the text is longer than one. */
function wrapped(text: string): string[] {
  const line = foldWhitespace(text);
  if (widthOf(line) <= LINE) return [line];
  const words = line.split(' ');
  let first = '';
  while (words.length > 0 && widthOf(`${first} ${words[0]}`) <= LINE)
    first = `${first} ${words.shift()}`.trim();
  return first === '' ? [clipped(line, LINE)] : [first, clipped(words.join(' '), LINE)];
}

function clipped(text: string, room: number): string {
  const line = foldWhitespace(text);
  if (widthOf(line) <= room) return line;
  let kept = '';
  for (const sign of line) {
    if (widthOf(kept + sign) > room - 1) break;
    kept += sign;
  }
  return `${kept.trimEnd()}…`;
}

const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F300}-\u{1FAFF}]/u;

function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += WIDE.test(sign) ? 2 : 1;
  return width;
}

/** From the edge of the parent to the edge of the child. */
function curve(parent: PlacedBox, child: PlacedBox, { isWide }: Layout): string {
  if (isWide) {
    const [x1, y1] = [parent.x + BOX.width, parent.y + BOX.height / 2];
    const [x2, y2] = [child.x, child.y + BOX.height / 2];
    const half = (x1 + x2) / 2;
    return `M${x1} ${y1}C${half} ${y1} ${half} ${y2} ${x2} ${y2}`;
  }
  const [x1, y1] = [parent.x + BOX.width / 2, parent.y + BOX.height];
  const [x2, y2] = [child.x + BOX.width / 2, child.y];
  const half = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${half} ${x2} ${half} ${x2} ${y2}`;
}

/** A link that lies across leaves and enters where no edge of the tree does. */
function bow(from: PlacedBox, to: PlacedBox, { isWide }: Layout): string {
  const [x1, y1] = isWide ? [from.x + 20, from.y] : [from.x, from.y + 14];
  const [x2, y2] = isWide ? [to.x + BOX.width - 20, to.y] : [to.x, to.y + BOX.height - 14];
  const [bx, by] = isWide ? [(x1 + x2) / 2, Math.min(y1, y2) - 24] : [Math.min(x1, x2) - 24, (y1 + y2) / 2];
  return `M${x1} ${y1}Q${bx} ${by} ${x2} ${y2}`;
}

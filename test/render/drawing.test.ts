import { Graphviz } from '@hpcc-js/wasm-graphviz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Graph, GraphNode } from '../../src/kit/page/page.ts';
import { graphDot } from '../../src/render/dot.ts';
import { graphMermaid } from '../../src/render/mermaid.ts';
import { graphSvg } from '../../src/render/svg-graph.ts';
import { BOX, layOut } from '../../src/render/tree-layout.ts';
import { hostileText } from '../support/hostile-text.ts';

const node = (id: string, parent: string | null, label = id): GraphNode => {
  return { id, parent, label, note: '', tone: 'plain' };
};
/** `parents[n]` is the place of the parent of box n + 1. */
const treeOf = (parents: readonly number[]): GraphNode[] => [
  node('n0', null),
  ...parents.map((parent, place) => node(`n${place + 1}`, `n${Math.min(parent, place)}`)),
];
const chain = (length: number) => treeOf(Array.from({ length }, (_, place) => place));

describe('the layout of a drawing', () => {
  it('covers no box by another and keeps all within its size', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 40 }), (parents) => {
        const { boxes, width, height } = layOut({ nodes: treeOf(parents) });
        expect(boxes).toHaveLength(parents.length + 1);
        for (const { x, y } of boxes) {
          expect(x >= 0 && x + BOX.width <= width).toBe(true);
          expect(y >= 0 && y + BOX.height <= height).toBe(true);
        }
        const clashes = boxes.flatMap((one, place) =>
          boxes
            .slice(place + 1)
            .filter(
              (other) => Math.abs(one.x - other.x) < BOX.width && Math.abs(one.y - other.y) < BOX.height,
            ),
        );
        expect(clashes).toEqual([]);
      }),
    );
  });

  it('grows to the right while it is flat and downwards when it is deep, however deep', () => {
    expect(layOut({ nodes: chain(3) }).isWide).toBe(true);
    const deep = layOut({ nodes: chain(5000) });
    expect([deep.isWide, deep.width]).toEqual([
      false,
      layOut({ nodes: chain(1) }).boxes[0]?.x === 6 ? BOX.width + 12 : 0,
    ]);
  });

  it('takes several roots, and a parent that is not there for none', () => {
    expect(layOut({ nodes: [node('a', null), node('b', 'gone'), node('c', 'b')] }).boxes).toHaveLength(3);
  });
});

describe('a drawing as SVG', () => {
  it('has a box for each node up to 600 and tells how many there are', () => {
    const many = Array.from({ length: 601 }, (_, place) => node(`n${place}`, place === 0 ? null : 'n0'));
    const svg = graphSvg({ nodes: many, links: [] });
    expect(svg.match(/<g class="box/gu)).toHaveLength(600);
    expect(svg).toContain('first 600 of 601');
    expect(graphSvg({ nodes: many.slice(1), links: [] })).not.toContain('first 600');
    expect(graphSvg({ nodes: [], links: [] })).toBe('');
  });

  it('cuts what a box cannot hold and tells the whole name', () => {
    const svg = graphSvg({
      nodes: [node('a', null, 'one two three four five six seven eight nine ten')],
      links: [],
    });
    expect(svg).toContain('<title>one two three four five six seven eight nine ten</title>');
    expect(svg).toContain('>one two three four five</text>');
    expect(svg).toContain('>six seven eight nine t…</text>');
    expect(graphSvg({ nodes: [node('a', null, '长'.repeat(30))], links: [] })).toContain(
      `>${'长'.repeat(11)}…<`,
    );
  });

  it('draws a link across as a line of its own', () => {
    const nodes = [node('a', null), node('b', 'a'), node('c', 'b')];
    const svg = graphSvg({
      nodes,
      links: [
        { from: 'c', to: 'a', label: 'revises' },
        { from: 'c', to: 'z', label: 'x' },
      ],
    });
    expect(svg.match(/class="across"/gu)).toHaveLength(1);
    expect(svg.match(/class="edge"/gu)).toHaveLength(2);
  });
});

const drawn = (label: string): Graph => ({
  nodes: [
    { id: 'a', parent: null, label, note: '', tone: 'open' },
    { id: 'b_1', parent: 'a', label, note: label, tone: 'bad' },
  ],
  links: [{ from: 'b_1', to: 'a', label }],
});

describe('a drawing as text', () => {
  it('is Graphviz for any label', async () => {
    const labels = fc.sample(hostileText, { numRuns: 150, seed: 7 });
    const nodes = labels.map((label, place): GraphNode => {
      const parent = place === 0 ? null : `n${place - 1}`;
      return { id: `n${place}`, parent, label, note: label, tone: 'open' };
    });
    const links = labels.slice(1).map((label, place) => ({ from: `n${place + 1}`, to: `n${place}`, label }));
    // One drawing of all: the WebAssembly engine faults by itself after many calls.
    const svg = (await Graphviz.load()).dot(graphDot({ nodes, links }));
    expect(svg.match(/class="node"/gu)).toHaveLength(150);
    expect(svg.match(/class="edge"/gu)).toHaveLength(2 * 149);
  });

  it('is Mermaid, one statement on each line, for any label', () => {
    fc.assert(
      fc.property(hostileText, (label) => {
        const lines = graphMermaid(drawn(label)).split('\n');
        expect(lines.slice(0, 5).map((line) => line.replace(/"[^"]*"/gu, '""'))).toEqual([
          'flowchart TB',
          '  a[""]:::open',
          '  b_1[""]:::bad',
          '  a --> b_1',
          '  b_1 -. "" .-> a',
        ]);
        expect(lines.join('')).not.toMatch(/<(?!br\/>)/u);
      }),
    );
  });
});

describe('the label of a drawing', () => {
  it('holds no sign that steers a terminal or turns the direction', () => {
    const nodes = [node('a', null, 'fdp.\u202egpj\u001b[31m\u2067.exe')];
    for (const text of [graphMermaid({ nodes, links: [] }), graphDot({ nodes, links: [] })])
      expect(text).toContain('fdp.gpj [31m.exe');
  });
});

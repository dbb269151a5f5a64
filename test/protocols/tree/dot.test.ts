import { Graphviz } from '@hpcc-js/wasm-graphviz';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { dotOf } from '../../../src/protocols/tree/dot.ts';
import { mermaidOf } from '../../../src/protocols/tree/mermaid.ts';
import { TreeBench } from '../../support/tree-bench.ts';

function drawingOf(title: string) {
  const bench = new TreeBench();
  const sessionId = bench.start();
  bench.ok('tot_propose', { sessionId, nodes: [{ id: 'R1.A', parent: null, title, plannedAction: '' }] });
  bench.ok('tot_commit', { sessionId, results: [{ nodeId: 'R1.A', state: 'EXPLORE', findings: '' }] });
  const nodes = [{ id: 'R2.A1', parent: 'R1.A', title: `${title} again`, plannedAction: '' }];
  bench.ok('tot_propose', { sessionId, nodes });
  bench.ok('tot_commit', { sessionId, results: [{ nodeId: 'R2.A1', state: 'EXPLORE', findings: '' }] });
  const session = bench.read(sessionId);
  return { dot: dotOf(session), mermaid: mermaidOf(session) };
}

let graphviz: Graphviz;
beforeAll(async () => {
  graphviz = await Graphviz.load();
});

/** The labels that Graphviz makes of the tree's nodes, line by line. */
function labels(dot: string): readonly string[] {
  const drawn: { objects: { name: string; label?: string; nodes?: unknown }[]; edges: unknown[] } =
    JSON.parse(graphviz.layout(dot, 'dot_json', 'dot'));
  expect(drawn.edges).toHaveLength(1);
  return drawn.objects.filter(({ name }) => name.startsWith('R')).map(({ label }) => label ?? '');
}

const HARD = [
  'Say "hi" <b>',
  'back\\slash',
  'ends with \\',
  'tricky \\" quote',
  'a \\N and \\n and \\l',
  'line\nbreak\r\nand\ttab',
  'Ünï → 🌳 👨‍👩‍👧',
  'a & b &amp; c &bogus; &#0;',
  '"];R1_A -> X; //',
  '/* comment */ # // {}[]|;',
  'nul \u0000 bell \u0007 half \ud83d',
  '%s {{x}} `code`',
];

describe('the DOT text', () => {
  it.each(HARD)('is valid for the title %j', (title) => {
    const [first, second] = labels(drawingOf(title).dot);
    expect(first).toMatch(/^R1 \| .*\(EXPLORE\)$/s);
    expect(second).toMatch(/^R2 \| .*again.*\(EXPLORE\)$/s);
  });

  it('is valid for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (title) => {
        fc.pre(title.trim() !== '');
        expect(labels(drawingOf(title).dot)).toHaveLength(2);
      }),
      { numRuns: 150 },
    );
  });

  it('has one statement per node and edge, the colour of each state and a legend', () => {
    const { dot } = drawingOf('Topic');
    expect(dot).toContain('  R1_A [fillcolor=lightblue, label="R1 | Topic\\n(EXPLORE)"];');
    expect(dot).toContain('  R1_A -> R2_A1;');
    expect(dot.match(/^ {4}L_\w+ \[label="[^"]+", fillcolor=\w+\];$/gm)).toHaveLength(5);
    expect(dot.startsWith('digraph Investigation {\n  rankdir=TB;')).toBe(true);
  });

  it('shortens a very long title', () => {
    expect(drawingOf('long '.repeat(1000)).dot.length).toBeLessThan(2_000);
  });
});

describe('the Mermaid text', () => {
  it.each(HARD)('keeps each label on one line and inside its quotes for %j', (title) => {
    const lines = drawingOf(title).mermaid.split('\n');
    expect(lines[0]).toBe('flowchart TB');
    expect(lines[1]).toMatch(/^ {2}R1_A\["R1 \| [^"\\`<>]*<br\/>\(EXPLORE\)"\]:::EXPLORE$/);
    expect(lines[3]).toBe('  R1_A --> R2_A1');
    expect(lines).toHaveLength(9);
  });
});

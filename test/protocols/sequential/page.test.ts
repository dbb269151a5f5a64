import { describe, expect, it } from 'vitest';
import { chainPage } from '../../../src/protocols/sequential/page.ts';
import { chainOf } from '../../support/notebook.ts';

const chain = chainOf('sequentialthinking', [
  { thought: 'Cache at the edge.' },
  { thought: 'Measure first.', thoughtNumber: 2 },
  { thought: 'Cache at the origin.', thoughtNumber: 3, isRevision: true, revisesThought: 1 },
  { thought: 'Fragments.', thoughtNumber: 3, branchFromThought: 2, branchId: 'b "x"' },
  { thought: 'Keys.', thoughtNumber: 4, branchFromThought: 3, branchId: 'b "x"', nextThoughtNeeded: false },
]);

describe('the page of a chain', () => {
  const page = chainPage(chain);

  it('has the main line and each branch, with where it forks', () => {
    const parts = page.blocks.flatMap((each) => (each.kind === 'heading' && each.level === 2 ? [each] : []));
    expect(parts.map(({ text, badge }) => [text, badge?.text])).toEqual([
      ['Main line', undefined],
      ['Branch "b "x""', 'from thought 2'],
      ['Timeline', undefined],
    ]);
    expect(page.facts.slice(-4)).toEqual(['sequentialthinking', '5 thoughts', '1 branch', 'finished']);
  });

  it('shows what a revision changed', () => {
    expect(page.blocks.filter(({ kind }) => kind === 'diff')).toEqual([
      { kind: 'diff', before: 'Cache at the edge.', after: 'Cache at the origin.' },
    ]);
  });

  it('draws each thought under the one before it on its route, and revisions across', () => {
    expect(page.graph.nodes.map(({ id, parent, note, tone }) => [id, parent, note, tone])).toEqual([
      ['t1', null, '', 'plain'],
      ['t2', 't1', '', 'plain'],
      ['t3', 't2', '', 'doubt'],
      ['t4', 't2', 'b "x"', 'plain'],
      ['t5', 't4', 'b "x"', 'good'],
    ]);
    expect(page.graph.links).toEqual([{ from: 't3', to: 't1', label: 'revises' }]);
  });

  it('takes a reference to a thought that is not there for none', () => {
    const odd = chainOf('sequentialthinking', [
      { thought: 'a', isRevision: true, revisesThought: 9 },
      { thought: 'b', thoughtNumber: 2, branchFromThought: 7, branchId: 'x' },
    ]);
    const { graph, blocks } = chainPage(odd);
    expect([graph.links, graph.nodes.map(({ parent }) => parent)]).toEqual([[], [null, null]]);
    expect(blocks).toContainEqual({
      kind: 'list',
      title: '',
      items: ['A thought refers to one that does not exist.'],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { dotOf } from '../../../src/protocols/tree/dot.ts';
import { mermaidOf } from '../../../src/protocols/tree/mermaid.ts';
import { treePage } from '../../../src/protocols/tree/page.ts';
import { TreeSession } from '../../../src/protocols/tree/state.ts';
import { treeHeader } from '../../support/tree-bench.ts';

const node = (id: string, parent: string | null, state: string, over: object = {}) => ({
  id,
  parent,
  title: `Title ${id}`,
  plannedAction: 'Look',
  proposedAt: 0,
  state,
  claimed: state,
  findings: `Found in ${id}, see https://example.org/${id}.`,
  agentId: `agent ${id}`,
  committedAt: 60_000,
  batch: 1,
  ...over,
});

const session = TreeSession.parse({
  ...treeHeader('abcd2345'),
  question: 'Why?',
  mode: 'deep',
  minRounds: 5,
  allowEarlyTerminal: true,
  currentRound: 2,
  currentBatch: 2,
  nodes: [
    node('R1.A', null, 'EXPLORE'),
    node('R2.A1', 'R1.A', 'FOUND', { batch: 2, committedAt: 120_000, claimed: 'VERIFY', findings: ' ' }),
  ],
  pendingProposals: [{ id: 'R2.A2', parent: 'R1.A', title: 'Wait', plannedAction: '**Ask**', proposedAt: 0 }],
  offeredTasks: [],
  usedAgentIds: [],
  breadthAdvice: [],
  endedAt: null,
});

describe('the page of an investigation', () => {
  const page = treePage(session);
  const { blocks } = page;

  it('counts the states and names the solutions', () => {
    expect(blocks[0]).toMatchObject({ rows: [{ cells: ['1', '1', '0', '0', '0'] }] });
    expect(blocks).toContainEqual({ kind: 'list', title: '', items: ['R2.A1 Title R2.A1 (not verified)'] });
    expect(page.facts.at(-1)).toBe('2 nodes in 2 rounds, still open');
  });

  it('shows every node with its state, its origin and its findings, and what still waits', () => {
    const at = (text: string) => blocks.findIndex((each) => each.kind === 'heading' && each.text === text);
    const first = at('R1.A: Title R1.A');
    expect(blocks.slice(first, first + 3)).toEqual([
      { kind: 'heading', level: 3, text: 'R1.A: Title R1.A', badge: { text: 'EXPLORE', tone: 'open' } },
      { kind: 'note', text: 'root · by agent R1.A' },
      { kind: 'quote', text: 'Found in R1.A, see https://example.org/R1.A.' },
    ]);
    expect(blocks[first + 4]).toEqual({
      kind: 'note',
      text: 'under R1.A · by agent R2.A1 · claimed as VERIFY',
    });
    expect(blocks[first + 5]?.kind).toBe('heading');
    const waiting = at('R2.A2: Wait');
    expect(blocks.slice(waiting + 1, waiting + 3)).toEqual([
      { kind: 'label', text: 'Planned:' },
      { kind: 'quote', text: '**Ask**' },
    ]);
  });

  it('ends with warnings, references and one event for each batch', () => {
    const lists = blocks.flatMap((each) => (each.kind === 'list' ? each.items : []));
    expect(lists).toContain('No findings were given for R2.A1.');
    expect(lists).toContain('https://example.org/R1.A (R1.A)');
    expect(blocks.at(-1)).toMatchObject({
      events: [
        { at: '1970-01-01T00:01:00.000Z', text: 'committed R1.A' },
        { at: '1970-01-01T00:02:00.000Z', text: 'committed R2.A1' },
        { text: 'session started' },
      ],
    });
    const ended = treePage({ ...session, endedAt: 180_000 }).blocks.at(-1);
    expect(ended).toMatchObject({
      events: expect.arrayContaining([{ at: '1970-01-01T00:03:00.000Z', text: 'investigation ended' }]),
    });
  });

  it('draws nodes and proposals, and keeps the exact drawings of the tools', () => {
    expect(page.graph.nodes.map(({ id, parent, tone }) => [id, parent, tone])).toEqual([
      ['R1_A', null, 'open'],
      ['R2_A1', 'R1_A', 'doubt'],
      ['R2_A2', 'R1_A', 'plain'],
    ]);
    expect(page.drawn).toEqual({ dot: dotOf(session), mermaid: mermaidOf(session) });
  });

  it('is short before the first node', () => {
    const empty = treePage({ ...session, nodes: [], pendingProposals: [] });
    expect(empty.blocks.map(({ kind }) => kind)).toEqual(['heading', 'timeline']);
  });
});

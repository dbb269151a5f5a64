import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/kit/page/page.ts';
import { blockMarkdown } from '../../src/render/markdown.ts';
import { cell, fenced, table } from '../../src/render/markdown-text.ts';
import { hostileText } from '../support/hostile-text.ts';

const markdown = new MarkdownIt({ html: true });
/** What a reader makes of a document: the types of its outermost pieces. */
const pieces = (text: string) =>
  markdown
    .parse(text, {})
    .filter(({ level, nesting }) => level === 0 && nesting >= 0)
    .map(({ type }) => type);
const written = (block: Block) => blockMarkdown(block).join('\n\n');

describe('a block as Markdown', () => {
  it.each<readonly [string, Block, string]>([
    [
      'a heading',
      { kind: 'heading', level: 3, text: 'A\nb', badge: { text: 'open', tone: 'open' } },
      '### A b (open)',
    ],
    ['a note', { kind: 'note', text: 'a *b*' }, '*a \\*b\\**'],
    ['a label', { kind: 'label', text: 'By a|b:' }, 'By a&#124;b:'],
    ['a quote', { kind: 'quote', text: '# a\n\nb' }, '> # a\n>\n> b'],
    ['a list', { kind: 'list', title: 'Tags', items: ['a\nb', 'c'] }, 'Tags:\n\n- a b\n- c'],
    ['a list without a title', { kind: 'list', title: '', items: ['a'] }, '- a'],
    [
      'a table',
      {
        kind: 'table',
        columns: ['x', 'y'],
        rows: [{ cells: ['a', '1'], strong: true }, { cells: ['', '2'] }],
      },
      '| x | y |\n| --- | --- |\n| **a** | 1 |\n|  | 2 |',
    ],
    [
      'a chart',
      { kind: 'chart', title: 'Scores', ticks: ['r0', 'r1'], series: [{ name: 't1', points: [0.5] }] },
      'Scores:\n\n|  | r0 | r1 |\n| --- | --- | --- |\n| t1 | 0.50 |  |',
    ],
    ['a timeline', { kind: 'timeline', events: [{ at: '2026-01-01', text: 'begun' }] }, '- 2026-01-01 begun'],
    ['a change of nothing', { kind: 'diff', before: 'a', after: ' a' }, '*The text stayed as it was.*'],
    ['a text written anew', { kind: 'diff', before: 'a', after: 'b' }, 'Rewritten as:\n\n> b'],
  ])('is %s', (_, block, expected) => {
    expect(written(block)).toBe(expected);
  });

  it('marks the words of a change and draws a graph in a fence', () => {
    expect(written({ kind: 'diff', before: 'all is well', after: 'all is fine' })).toContain(
      '```\nall is [-well-]{+fine+}\n```',
    );
    const node = { id: 'a', parent: null, label: 'A', note: '', tone: 'plain' as const };
    expect(written({ kind: 'graph', graph: { nodes: [node], links: [] } })).toMatch(
      /^```mermaid\nflowchart TB\n {2}a\["A"\][\s\S]*```$/u,
    );
  });

  it('stays the one piece that it is, whatever text it holds', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(pieces(`${written({ kind: 'quote', text: `x${text}` })}\n\nend`)).toEqual([
          'blockquote_open',
          'paragraph_open',
        ]);
        expect(pieces(`${written({ kind: 'list', title: '', items: [`x${text}`, 'y'] })}\n\n# end`)).toEqual([
          'bullet_list_open',
          'heading_open',
        ]);
      }),
    );
  });
});

describe('a fence', () => {
  it('is longer than any run of backticks inside', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(8), (text, run) => {
        const body = `${text}\n${'`'.repeat(run)}`.replace(/\r\n?|\0/gu, '\n');
        const [token, ...rest] = markdown.parse(fenced('', body), {});
        expect([token?.type, token?.content, rest]).toEqual(['fence', `${body}\n`, []]);
      }),
    );
  });
});

describe('a table', () => {
  it('keeps its cells and their texts, whatever they hold', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (one, other) => {
        const tokens = markdown.parse(table(['a', 'b'], [{ cells: [`x${one}x`, `y${other}y`] }]), {});
        const cells = tokens.filter(({ type }) => type === 'td_open');
        expect(cells).toHaveLength(2);
        const texts = tokens.filter(({ type }) => type === 'inline').slice(2);
        const seen = texts.map(({ children }) => children?.map(({ content, type }) => [type, content]) ?? []);
        for (const each of seen) for (const [type] of each) expect(['text', 'text_special']).toContain(type);
      }),
    );
  });

  it('leaves a name with underlines as it is', () => {
    expect(cell('data_scientist _a_')).toBe('data_scientist \\_a\\_');
  });
});

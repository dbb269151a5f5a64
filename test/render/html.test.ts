import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Page } from '../../src/kit/page/page.ts';
import { stagedPage } from '../../src/kit/page/staged.ts';
import { pageHtml } from '../../src/render/html.ts';
import { blockHtml } from '../../src/render/html-blocks.ts';
import { given } from '../support/given.ts';
import { hostileText } from '../support/hostile-text.ts';
import { markupFaults } from '../support/markup.ts';
import { allScored } from '../support/scores.ts';

/** A page that holds `text` in every place that a client writes. */
function pageOf(text: string): Page {
  const blocks: Block[] = [
    { kind: 'note', text },
    { kind: 'table', columns: [text, 'b'], rows: [{ cells: [text, '0.50'], strong: true }] },
    { kind: 'chart', title: text, ticks: [text, 'b'], series: [{ name: text, points: [0.2, null, 0.9] }] },
    { kind: 'heading', level: 2, text, badge: { text, tone: 'good' } },
    { kind: 'heading', level: 4, text },
    { kind: 'label', text },
    { kind: 'quote', text },
    { kind: 'heading', level: 3, text },
    { kind: 'list', title: text, items: [text, text] },
    { kind: 'diff', before: `some common words ${text}`, after: `${text} some common words` },
    { kind: 'timeline', events: [{ at: text, text }] },
    { kind: 'heading', level: 2, text },
    { kind: 'graph', graph: { nodes: [], links: [] } },
  ];
  const node = { id: 'a', parent: null, label: text, note: text, tone: 'plain' as const };
  const graph = {
    nodes: [node, { ...node, id: 'b', parent: 'a', note: '' }],
    links: [{ from: 'a', to: 'b', label: text }],
  };
  return { title: text, question: text, facts: [text], blocks, graph };
}

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('a record as HTML', () => {
  it('is one closed document that may fetch and run nothing', () => {
    const html = pageHtml(pageOf('Plain.'));
    expect(markupFaults(html)).toEqual([]);
    expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
    expect(html).not.toMatch(/<script|url\(|@import|src=/u);
  });

  it('holds any text only escaped', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(markupFaults(pageHtml(pageOf(text)))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('shows a text that is no Markdown as it was written', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const html = blockHtml({ kind: 'note', text });
        const kept = text.replace(/\r\n?/gu, '\n').replace(/(?![\t\n])\p{Cc}|\p{Cs}/gu, '\uFFFD');
        expect(unescaped(html)).toBe(`<p class="note" dir="auto">${kept}</p>`);
      }),
    );
  });

  it('is found out when it would not be', () => {
    expect(markupFaults('<p>a<b>c</b></p>')).toEqual(['<b>']);
    expect(markupFaults('<p onclick="x">a</p>')).toEqual(['onclick on <p>']);
    expect(markupFaults('<p>a & b</p>')).toEqual(['no entity: & b</p>']);
    expect(markupFaults('<p>a</div>')).toContain('</div> closes nothing');
    expect(markupFaults('<a href="javascript:1">a</a>')).toEqual(['javascript:1']);
  });

  it('leads from its contents to its parts', () => {
    const html = pageHtml(pageOf('Plain.'));
    for (const part of ['part-1', 'part-2'])
      expect([html.includes(`href="#${part}"`), html.includes(`id="${part}"`)]).toEqual([true, true]);
    expect(html).not.toContain('part-3');
  });

  it('makes a question of one line a heading, and shows a longer one below its beginning', () => {
    const page = { ...pageOf('x'), title: 'Why…' };
    expect(pageHtml({ ...page, question: 'Why and how?' })).toContain('dir="auto">Why and how?</h1>');
    const lines = pageHtml({ ...page, question: 'Why?\n\n- how?' });
    expect(lines).toContain('<h1 dir="auto">Why…</h1>');
    expect(lines).toContain('<li>how?</li>');
  });
});

describe('a thought in HTML', () => {
  const prose = (text: string) => blockHtml({ kind: 'quote', text });

  it('has its Markdown', () => {
    expect(prose('**a** `b`\n\n- c')).toMatch(/<strong>a<\/strong> <code>b<\/code>[\s\S]*<li>c<\/li>/u);
  });

  it('adds no heading to the page, no picture and no link but to pages and mailboxes', () => {
    expect(prose('# a')).toContain('<p class="title">a</p>');
    expect(prose('![a](https://example.org/a.png)')).not.toContain('<img');
    expect(prose('[a](javascript:alert)')).not.toContain('<a ');
    expect(prose('[a](https://example.org "t")')).toContain(
      '<a href="https://example.org" rel="noopener noreferrer nofollow">a</a>',
    );
  });
});

describe('a change in HTML', () => {
  it('marks the words that went and came', () => {
    const html = blockHtml({
      kind: 'diff',
      before: 'The <b> cache is fast.',
      after: 'The <b> cache is slow.',
    });
    expect(html).toContain('The &lt;b&gt; cache is <del>fast</del><ins>slow</ins>.');
  });

  it('is told when there is none, and replaced by the text when all is new', () => {
    expect(blockHtml({ kind: 'diff', before: 'a', after: 'a ' })).toContain('stayed as it was');
    const html = blockHtml({ kind: 'diff', before: 'one two', after: '**three** four' });
    expect(html).toContain('<strong>three</strong> four');
  });
});

describe('a table in HTML', () => {
  it('colours scores by their tenth and puts numbers to the right', () => {
    const rows = [{ cells: ['a', '0.75', '1.00', '3'], strong: true }, { cells: ['b', '–', '0.04', '-1.5'] }];
    const html = blockHtml({ kind: 'table', columns: ['a', 'b', 'c', 'd'], rows });
    expect(html).toContain('<tr class="strong"><td dir="auto">a</td><td class="number h7">0.75</td>');
    expect(html).toContain('<td class="number h10">1.00</td><td class="number">3</td>');
    expect(html).toContain('<td class="number h0">0.04</td><td class="number">-1.5</td>');
  });
});

describe('a session as HTML', () => {
  it('shows its stages, its scores over the rounds and its map', () => {
    const { session } = given()
      .when('begin_thought', { content: 'Draft of a thought.' })
      .round('Better draft of a thought.', allScored(0.5))
      .round('Best draft of a thought.', allScored(0.8))
      .when('commit_thought');
    const html = pageHtml(stagedPage(session));
    expect(markupFaults(html)).toEqual([]);
    expect(html).toContain('<span class="badge good">committed</span>');
    expect(html).toContain('<del>Better</del><ins>Best</ins> draft of a thought.');
    expect(html).toContain('<title>t1, round 1: 0.80</title>');
    expect(html.match(/<g class="box/gu)).toHaveLength(1 + 5 + 1 + 2);
  });
});

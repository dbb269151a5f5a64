import { inert } from '../core/text.ts';
import type { Block, Page, Series, TableRow } from '../kit/page/page.ts';
import { cell, fenced, headline, quote, table } from './markdown-text.ts';
import { graphMermaid } from './mermaid.ts';
import { wordDiff } from './word-diff.ts';
import { words } from './wording.ts';

/**
 * A record as one readable Markdown document. Every text that a client wrote stands in a quote, line for line, or
 * in a fence, so that its own headings, tables and fences end with it. Nothing in it steers a terminal.
 */
export function pageMarkdown(page: Page): string {
  const { title, question, facts, blocks } = page;
  const parts = [
    headline(1, title),
    ...(question === null ? [] : [quote(question)]),
    `*${facts.map(cell).join(' · ')}*`,
    ...blocks.flatMap(blockMarkdown),
    ...drawing(page),
  ];
  return inert(`${parts.join('\n\n')}\n`);
}

/** The page as a Mermaid flow chart. */
export function pageMermaid({ drawn, graph }: Page): string {
  return drawn?.mermaid ?? graphMermaid(graph);
}

function drawing(page: Page): string[] {
  if (page.graph.nodes.length === 0) return [];
  return [headline(2, words.map), fenced('mermaid', pageMermaid(page))];
}

/** One block as Markdown: the pieces between empty lines. */
export function blockMarkdown(block: Block): string[] {
  switch (block.kind) {
    case 'heading': {
      const badge = block.badge === undefined ? '' : ` (${block.badge.text})`;
      return [headline(block.level, `${block.text}${badge}`)];
    }
    case 'note':
      return [`*${cell(block.text)}*`];
    case 'label':
      return [cell(block.text)];
    case 'quote':
      return [quote(block.text)];
    case 'list': {
      const items = block.items.map((item) => `- ${cell(item)}`).join('\n');
      return block.title === '' ? [items] : [`${block.title}:`, items];
    }
    case 'table':
      return [table(block.columns, block.rows)];
    case 'diff':
      return diffMarkdown(block.before, block.after);
    case 'chart':
      return [
        `${block.title}:`,
        table(['', ...block.ticks], block.series.map(seriesRow(block.ticks.length))),
      ];
    case 'graph':
      return [fenced('mermaid', graphMermaid(block.graph))];
    case 'timeline':
      return [block.events.map(({ at, text }) => `- ${cell(`${at} ${text}`)}`).join('\n')];
  }
}

function seriesRow(length: number) {
  return ({ name, points }: Series): TableRow => ({
    cells: [name, ...Array.from({ length }, (_, place) => points[place]?.toFixed(2) ?? '')],
  });
}

function diffMarkdown(before: string, after: string): string[] {
  if (before.trim() === after.trim()) return [`*${words.unchanged}*`];
  const parts = wordDiff(before, after);
  if (parts === null) return [words.rewritten, quote(after)];
  const marked = parts.map(({ kind, text }) => {
    if (kind === 'same') return text;
    return kind === 'out' ? `[-${text}-]` : `{+${text}+}`;
  });
  return [words.changed, fenced('', marked.join(''))];
}

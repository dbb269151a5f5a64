import type { Block, PageEvent, TableRow } from '../kit/page/page.ts';
import { element, escapeHtml, readableTimes } from './html-text.ts';
import { proseHtml } from './prose.ts';
import { chartSvg } from './svg-chart.ts';
import { graphSvg } from './svg-graph.ts';
import { wordDiff } from './word-diff.ts';
import { words } from './wording.ts';

type Heading = Extract<Block, { kind: 'heading' }>;

/** One block as HTML; headings are opened and closed by the page around them. */
export function blockHtml(block: Exclude<Block, Heading>): string {
  switch (block.kind) {
    case 'note':
      return element('p', { class: 'note', dir: 'auto' }, escapeHtml(block.text));
    case 'label':
      return element('p', { class: 'label', dir: 'auto' }, escapeHtml(block.text));
    case 'quote':
      return quoteHtml(block.text);
    case 'list': {
      const title = block.title === '' ? '' : element('p', { class: 'label' }, escapeHtml(block.title));
      const items = block.items.map((item) => element('li', { dir: 'auto' }, escapeHtml(item)));
      return title + element('ul', { class: block.title === '' ? 'lines' : 'tags' }, items.join(''));
    }
    case 'table':
      return tableHtml(block.columns, block.rows);
    case 'diff':
      return diffHtml(block.before, block.after);
    case 'chart':
      return element(
        'figure',
        {},
        element('figcaption', {}, escapeHtml(block.title)) + chartSvg(block.ticks, block.series),
      );
    case 'graph':
      return element('figure', {}, graphSvg(block.graph));
    case 'timeline':
      return element('ol', { class: 'timeline' }, block.events.map(eventHtml).join(''));
  }
}

/** A heading with its badge; `id` lets the contents lead to it. */
export function headingHtml({ level, text, badge }: Heading, id: string | null): string {
  const mark =
    badge === undefined
      ? ''
      : ` ${element('span', { class: `badge ${badge.tone}` }, escapeHtml(badge.text))}`;
  return element(`h${level}`, { dir: 'auto', ...(id === null ? {} : { id }) }, escapeHtml(text) + mark);
}

function quoteHtml(text: string): string {
  return element('div', { class: 'text', dir: 'auto' }, proseHtml(text));
}

const SCORE = /^(?:0\.\d\d|1\.00)$/u;

function tableHtml(columns: readonly string[], rows: readonly TableRow[]): string {
  const head = columns.map((column) => element('th', {}, escapeHtml(column)));
  const body = rows.map(({ cells, strong }) => {
    const written = cells.map((cell) => element('td', cellClass(cell), escapeHtml(cell)));
    return element('tr', strong ? { class: 'strong' } : {}, written.join(''));
  });
  const inner = element('thead', {}, element('tr', {}, head.join(''))) + element('tbody', {}, body.join(''));
  return element('div', { class: 'wide' }, element('table', {}, inner));
}

/** A score is coloured by its tenth, so that a table shows at a glance where it is weak. */
function cellClass(cell: string): Record<string, string> {
  if (SCORE.test(cell)) return { class: `number h${Math.floor(Number(cell) * 10)}` };
  return /^[+-]?[\d.]+$/u.test(cell) ? { class: 'number' } : { dir: 'auto' };
}

function diffHtml(before: string, after: string): string {
  const label = (text: string) => element('p', { class: 'label' }, escapeHtml(text));
  if (before.trim() === after.trim()) return element('p', { class: 'note' }, escapeHtml(words.unchanged));
  const parts = wordDiff(before, after);
  if (parts === null) return label(words.rewritten) + quoteHtml(after);
  const marked = parts.map(({ kind, text }) => {
    if (kind === 'same') return escapeHtml(text);
    return element(kind === 'out' ? 'del' : 'ins', {}, escapeHtml(text));
  });
  return label(words.changedShort) + element('div', { class: 'diff', dir: 'auto' }, marked.join(''));
}

function eventHtml({ at, text }: PageEvent): string {
  const time = element('time', { datetime: at }, escapeHtml(readableTimes(at)));
  return element('li', { dir: 'auto' }, `${time} ${escapeHtml(text)}`);
}

import type { Block, Page } from '../kit/page/page.ts';
import { blockHtml, headingHtml } from './html-blocks.ts';
import { STYLE } from './html-style.ts';
import { element, escapeHtml, readableTimes } from './html-text.ts';
import { proseHtml } from './prose.ts';
import { graphSvg } from './svg-graph.ts';
import { words } from './wording.ts';

/** Nothing is fetched, run, embedded or sent, whatever a text of the record holds. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** The longest question that may be a heading, in UTF-16 units. */
const LONGEST_HEADING = 600;

/** A record as one HTML file that needs nothing beside itself. */
export function pageHtml(page: Page): string {
  const { title, question, facts, blocks, graph } = page;
  const first = blocks.findIndex(({ kind }) => kind === 'heading');
  const split = first < 0 ? blocks.length : first;
  const rest = blocks.slice(split);
  const map = graphSvg(graph);
  const overview = [
    ...sections(blocks.slice(0, split)),
    map === '' ? '' : element('figure', { class: 'map' }, element('figcaption', {}, words.map) + map),
  ].join('');
  const header = [
    ...questionHtml(title, question),
    element(
      'ul',
      { class: 'facts' },
      facts.map((fact) => element('li', {}, escapeHtml(readableTimes(fact)))).join(''),
    ),
    contents(rest),
  ].join('');
  const body = [
    element('header', {}, header),
    element('main', {}, element('section', { class: 'overview' }, overview) + sections(rest).join('')),
    element('footer', {}, escapeHtml(words.footer)),
  ].join('\n');
  return `<!doctype html>\n<html lang="en">\n<head>\n${head(title)}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}

/** A question of one line is a heading whatever its length; a longer one follows its beginning. */
function questionHtml(title: string, question: string | null): string[] {
  const isOneLine =
    question !== null && !/[\r\n]/u.test(question.trim()) && question.length <= LONGEST_HEADING;
  if (question !== null && isOneLine)
    return [element('h1', { class: 'long', dir: 'auto' }, escapeHtml(question))];
  const heading = element('h1', { dir: 'auto' }, escapeHtml(title));
  if (question === null) return [heading];
  return [heading, element('div', { class: 'text', dir: 'auto' }, proseHtml(question))];
}

function head(title: string): string {
  return [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    element('title', {}, escapeHtml(title)),
    element('style', {}, STYLE),
  ].join('\n');
}

/** Links to the headings of the second level, which `sections` numbers in the same way. */
function contents(blocks: readonly Block[]): string {
  const titles = blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [block.text] : [],
  );
  if (titles.length < 2) return '';
  const links = titles.map((text, place) =>
    element('li', {}, element('a', { href: `#part-${place + 1}` }, escapeHtml(text))),
  );
  return element('nav', { 'aria-label': words.contents }, element('ol', {}, links.join('')));
}

/** The blocks as HTML, each heading with what follows it in a section of its own. */
function sections(blocks: readonly Block[]): string[] {
  const open: number[] = [];
  let parts = 0;
  const written = blocks.flatMap((block) => {
    if (block.kind !== 'heading') return [blockHtml(block)];
    const closed: string[] = [];
    while ((open.at(-1) ?? 0) >= block.level) {
      open.pop();
      closed.push('</section>');
    }
    open.push(block.level);
    if (block.level === 2) parts += 1;
    const id = block.level === 2 ? `part-${parts}` : null;
    return [...closed, `\n<section class="level-${block.level}">`, headingHtml(block, id)];
  });
  return [...written, ...open.map(() => '</section>')];
}

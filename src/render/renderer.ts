import type { PageFormat } from '../kit/page/format.ts';
import type { Page } from '../kit/page/page.ts';
import { graphDot } from './dot.ts';
import { pageHtml } from './html.ts';
import { pageMarkdown, pageMermaid } from './markdown.ts';

const WRITERS: Readonly<Record<PageFormat, (page: Page) => string>> = {
  markdown: pageMarkdown,
  html: pageHtml,
  mermaid: (page) => `${pageMermaid(page)}\n`,
  dot: ({ drawn, graph }) => `${drawn?.dot ?? graphDot(graph)}\n`,
};

/** A page as text in one of its forms. */
export function renderPage(page: Page, format: PageFormat): string {
  return WRITERS[format](page);
}

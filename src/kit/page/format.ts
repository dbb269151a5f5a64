import type { Page } from './page.ts';

/** The forms in which a record can be read; `json` is the session itself. */
export const RECORD_FORMATS = ['json', 'markdown', 'html', 'mermaid', 'dot'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

/** The forms that are made of a page. */
export type PageFormat = Exclude<RecordFormat, 'json'>;

/** Writes a page in one form; loaded when a call first needs it. */
export type RenderPage = (page: Page, format: PageFormat) => string;

/** How the name of a file in each form ends. */
export const FILE_ENDINGS: Readonly<Record<PageFormat, string>> = {
  markdown: 'md',
  html: 'html',
  mermaid: 'mmd',
  dot: 'dot',
};

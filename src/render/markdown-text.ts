import { flat, foldWhitespace } from '../core/text.ts';
import type { TableRow } from '../kit/page/page.ts';

/** A heading on one line; a `#` at its end would count as closing the heading, a `<` as the start of a tag. */
export function headline(level: number, text: string): string {
  const line = foldWhitespace(flat(text)).replaceAll('<', '\\<');
  return `${'#'.repeat(level)} ${line.replace(/(^|\s)(#+)$/, '$1\\$2')}`;
}

/** A text as a quote, each line unchanged; only empty lines around it are left out. */
export function quote(text: string): string {
  const lines = text
    .replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/, '')
    .trimEnd()
    .split(/\r\n|\r|\n/);
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** A text as a block of code; its fence is longer than any run of backticks inside. */
export function fenced(language: string, text: string): string {
  const longest = (text.match(/`+/gu) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A table; the first cell of a strong row is bold. What could end a cell or mean something in it is escaped. */
export function table(columns: readonly string[], rows: readonly TableRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const written = rows.map(({ cells, strong }) => {
    const [first = '', ...rest] = cells.map(cell);
    return line([strong && first !== '' ? `**${first}**` : first, ...rest]);
  });
  return [line(columns.map(cell)), line(columns.map(() => '---')), ...written].join('\n');
}

/** A text as one cell or one piece of a line. A bar is written as its number: readers differ about `\|`. */
export function cell(text: string): string {
  return foldWhitespace(flat(text))
    .replace(/[\\`*[\]<>~&]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replaceAll('|', '&#124;');
}

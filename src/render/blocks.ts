import { foldWhitespace } from '../core/text.ts';
import { DIMENSIONS, overall, type UtilityVector } from '../core/utility.ts';

/** A heading on one line; a `#` at its end is escaped, or it would count as closing the heading. */
export function headline(level: number, text: string): string {
  return `${'#'.repeat(level)} ${foldWhitespace(text).replace(/(^|\s)(#+)$/, '$1\\$2')}`;
}

/** A text as a quote, each line unchanged; only empty lines around it are left out. */
export function quote(text: string): string {
  const lines = text
    .replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/, '')
    .trimEnd()
    .split(/\r\n|\r|\n/);
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** A table of scores with two decimals: a name, the seven dimensions and their mean in each row. */
export function scoreRows(
  first: string,
  rows: readonly { readonly name: string; readonly vector: UtilityVector }[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const columns = [first, ...DIMENSIONS.map((name) => name.replace('_', ' ')), 'overall'];
  const cells = rows.map(({ name, vector }) => [
    name,
    ...[...DIMENSIONS.map((each) => vector[each]), overall(vector)].map((value) => value.toFixed(2)),
  ]);
  return [line(columns), line(columns.map(() => '---')), ...cells.map(line)].join('\n');
}

import process from 'node:process';
import { flat } from '../core/text.ts';

/** Whether a person reads stdout, and may see colours there. */
export interface Terminal {
  readonly isTerminal: boolean;
  readonly colours: boolean;
}

/** The terminal of this process; NO_COLOR with any value switches colours off. */
export function terminal(): Terminal {
  const isTerminal = process.stdout.isTTY === true;
  return { isTerminal, colours: isTerminal && (process.env.NO_COLOR ?? '') === '' };
}

const CODES = { bold: 1, red: 31, green: 32, yellow: 33 } as const;

/** The text in a colour, or as it is where there are none. */
export function painted(text: string, colour: keyof typeof CODES, { colours }: Terminal): string {
  return colours ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;
}

/** The longest cell of a column on a terminal, in characters. */
const WIDEST = 60;

/** A text that fits a column. */
export const cut = (cell: string) => (cell.length > WIDEST ? `${cell.slice(0, WIDEST - 1)}…` : cell);

/** Rows as lines: in columns below their names on a terminal, else with tabs and without names. */
export function tableLines(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  at: Terminal,
): string[] {
  const flatRows = rows.map((row) => row.map(flat));
  if (!at.isTerminal) return flatRows.map((row) => row.join('\t'));
  const cells = flatRows.map((row) => row.map(cut));
  const widths = names.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [painted(line(names), 'bold', at), ...cells.map(line)];
}

import { flat, inert } from '../../core/text.ts';
import { type Terminal, tableLines } from '../terminal.ts';

type Reply = Readonly<Record<string, unknown>>;

const COLUMNS = ['id', 'created_at', 'status', 'protocol', 'project', 'thought_count', 'question'] as const;

const cell = (value: unknown) => (value === null || value === undefined ? '-' : String(value));
const rowsIn = ({ sessions }: Reply) => (Array.isArray(sessions) ? (sessions as readonly Reply[]) : []);

/** A reply of `list_sessions` as lines: one for each session; none where there is none. */
export function listingLines(reply: Reply, at: Terminal): string[] {
  const rows = rowsIn(reply).map((row) => [
    ...COLUMNS.map((column) =>
      cell(column === 'created_at' ? String(row[column]).slice(0, 10) : row[column]),
    ),
    ...(row.fault === undefined ? [] : [String(row.fault)]),
  ]);
  if (rows.length === 0) return [];
  return tableLines(
    COLUMNS.map((name) => name.replace(/_at$|_count$/u, '')),
    rows,
    at,
  );
}

/** What stands on stderr after a page that is not the last one. */
export function sayMore({ count, next_cursor, ...reply }: Reply): string | null {
  if (typeof next_cursor !== 'string') return null;
  return `${rowsIn(reply).length} of ${cell(count)} sessions; the next: --cursor "${next_cursor}"`;
}

/** A session with its counts, and the lines of its committed thoughts where it has stages. */
export function summaryLines({ digest, ...facts }: Reply): string[] {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  const lines = Object.entries(facts).map(([name, value]) => `${name.padEnd(width)}  ${flat(cell(value))}`);
  return typeof digest === 'string' && digest !== '' ? [...lines, '', inert(digest)] : lines;
}

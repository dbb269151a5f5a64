import type { Json } from './client.ts';

/** How a document is laid out. */
export interface Layout {
  readonly lineEnd: string;
  /** One step of indentation. */
  readonly step: string;
}

/** The layout that the text has; two blanks and LF where nothing shows it. */
export function layoutOf(text: string): Layout {
  return {
    lineEnd: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    step: /^([ \t]+)"/m.exec(text)?.[1] ?? '  ',
  };
}

/** Blanks at the beginning of the line that holds the offset. */
export function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Whether only blanks stand before the offset on its line. */
export function isFirstOnLine(text: string, offset: number): boolean {
  return /(^|[\r\n])[ \t]*$/.test(text.slice(Math.max(0, offset - 1000), offset));
}

/** The value as text: an object with a line for each key, a list on one line. */
export function rendered(value: Json, { lineEnd, step }: Layout, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = indent + step;
  const lines = Object.entries(value).map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${rendered(item, { lineEnd, step }, inner)}`,
  );
  return lines.length === 0 ? '{}' : ['{', lines.join(`,${lineEnd}`), `${indent}}`].join(lineEnd);
}

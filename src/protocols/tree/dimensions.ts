import { findObject } from '../../core/lenient/json.ts';
import { isTable } from '../../core/lenient/reading.ts';
import type { Dimension } from './combinations.ts';
import { fail, inside, type Place, type Read } from './reader.ts';

const LINE = /^([^=:]+)[=:](.*)$/u;

/** `name = a, b` lines as a table of lists; null when a line is none. */
function fromLines(text: string): ReadonlyMap<string, string[]> | null {
  const table = new Map<string, string[]>();
  for (const line of text.split(/[\r\n;]+/u)) {
    if (line.trim() === '') continue;
    const [, name = '', values = ''] = LINE.exec(line) ?? [];
    const key = name.trim();
    if (key === '' || table.has(key)) return null;
    table.set(
      key,
      values
        .replace(/^\s*\[|\]\s*$/gu, '')
        .split(',')
        .map((value) => value.trim()),
    );
  }
  return table;
}

function tableOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (isTable(value)) return new Map(Object.entries(value));
  if (typeof value !== 'string') return null;
  if (!value.trim().startsWith('{') && !value.includes('```')) return fromLines(value);
  const found = findObject(value);
  return found.ok ? new Map(Object.entries(found.value)) : null;
}

function valuesOf(value: unknown, place: Place): string[] | null {
  if (!Array.isArray(value) || value.length === 0) {
    fail(place, 'texts', value);
    return null;
  }
  const wrong = [...value.entries()].filter(([, each]) => typeof each !== 'string' || each.trim() === '');
  for (const [at, each] of wrong) fail(inside(place, at), 'some_text', each);
  return wrong.length > 0 ? null : [...new Set(value.map((each) => String(each).trim()))];
}

/** Names with their values: an object of lists, the same as JSON text, or `name = a, b` lines. */
export const dimensions: Read<Dimension[]> = (value, place) => {
  const table = tableOf(value);
  if (table === null) return fail(place, 'dimensions', value);
  const read = [...table].map(([name, values]) => ({ name, values: valuesOf(values, inside(place, name)) }));
  const known = read.flatMap(({ name, values }) => (values === null ? [] : [{ name, values }]));
  return known.length === read.length ? { value: known } : null;
};

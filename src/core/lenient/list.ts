import { findJson } from './json.ts';
import { notGiven, type Reading, refuse } from './reading.ts';

function member(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return JSON.stringify(value);
  return null;
}

function fromArray(values: readonly unknown[]): Reading<string[]> {
  const members: string[] = [];
  for (const [index, value] of values.entries()) {
    const text = member(value);
    if (text === null) return refuse('not_text', { at: String(index), got: value });
    members.push(text);
  }
  return { ok: true, value: members };
}

function fromText(text: string): Reading<string[]> {
  if (/^\s*\[|```/u.test(text)) {
    const found = findJson(text);
    if (!found.ok) return found;
    return Array.isArray(found.value) ? fromArray(found.value) : refuse('not_a_list', { got: text });
  }
  if (/[{}[\]"]/u.test(text)) return refuse('structural', { got: text });
  const members = text.split(/[,\n\r]/u).map((each) => each.trim());
  return { ok: true, value: members.filter((each) => each !== '') };
}

/**
 * A list of texts from an array, JSON array text, or text parted by commas or line ends. Numbers and booleans
 * become their JSON text; blank members of an array are kept. Not given reads as the empty list.
 */
export function readList(value: unknown): Reading<string[]> {
  if (notGiven(value)) return { ok: true, value: [] };
  if (Array.isArray(value)) return fromArray(value);
  return typeof value === 'string' ? fromText(value) : refuse('not_a_list', { got: value });
}

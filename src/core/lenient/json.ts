import { jsonrepair } from 'jsonrepair';
import { isTable, type Reading, refuse } from './reading.ts';
import { scan } from './scan.ts';

/** The inside of the first ``` fence, trimmed and without its language word, or null. */
export function fenced(text: string): string | null {
  const inside = /```([\s\S]*?)```/u.exec(text)?.[1];
  return inside === undefined ? null : inside.replace(/^(?:[\w-]*[ \t]*\r?\n|json\b)/iu, '').trim();
}

function strict(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every string of a JSON value, keys included. */
function stringsOf(value: unknown, into: Set<string>): Set<string> {
  if (typeof value === 'string') into.add(value);
  else if (Array.isArray(value)) for (const each of value) stringsOf(each, into);
  else if (isTable(value)) for (const [key, each] of Object.entries(value)) stringsOf(each, into.add(key));
  return into;
}

function repaired(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/**
 * One JSON value from exactly this text. Text that is not strict JSON is repaired only when it is an object or a
 * list whose brackets and quotes balance, and only when every quoted string comes out as it went in.
 */
export function parseLenient(text: string): Reading<unknown> {
  const trimmed = text.trim();
  const value = strict(trimmed);
  if (value !== undefined) return { ok: true, value };
  const looked = scan(trimmed);
  if (!looked.ok) return looked;
  const mended = strict(looked.tidy) ?? repaired(looked.tidy);
  if (mended === undefined) return refuse('malformed', { got: trimmed });
  const kept = stringsOf(mended, new Set());
  const lost = looked.strings.find((each) => !kept.has(each));
  return lost === undefined ? { ok: true, value: mended } : refuse('malformed', { got: lost });
}

/**
 * The JSON value of a text: the whole of it, else the inside of its first ``` fence. The refusal is that of the
 * fence when there is one.
 */
export function findJson(text: string): Reading<unknown> {
  const whole = parseLenient(text);
  if (whole.ok) return whole;
  const inside = fenced(text);
  return inside === null ? whole : parseLenient(inside);
}

/** The stretch from the first `{` to the last `}`, or null. */
function braces(text: string): string | null {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return start >= 0 && end > start ? text.slice(start, end + 1) : null;
}

/** The keys that one object of the text, from its first `{` to its last `}`, holds more than once. */
export function repeatedKeys(text: string): readonly string[] {
  const looked = scan(braces(text) ?? '');
  return looked.ok ? looked.repeated : [];
}

/** The first of the places of `findJson`, then of the stretch between the outer braces, that is an object. */
export function findObject(text: string): Reading<Record<string, unknown>> {
  const found = findJson(text);
  if (found.ok) {
    if (isTable(found.value)) return { ok: true, value: found.value };
    return refuse('not_an_object', { got: text });
  }
  const stretch = braces(text);
  if (stretch === null) return found;
  const object = parseLenient(stretch);
  if (!object.ok) return object;
  return isTable(object.value)
    ? { ok: true, value: object.value }
    : refuse('not_an_object', { got: stretch });
}

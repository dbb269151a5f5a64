import { readCount } from '../../core/lenient/count.ts';
import { findJson } from '../../core/lenient/json.ts';
import { readList } from '../../core/lenient/list.ts';
import { isTable, notGiven, showExactly } from '../../core/lenient/reading.ts';
import { utf8Length } from '../../core/text.ts';

/** What a field has to be. */
export type Want =
  | 'text'
  | 'some_text'
  | 'short_text'
  | 'text_or_null'
  | 'option'
  | 'whole'
  | 'flag'
  | 'array'
  | 'object'
  | 'texts'
  | 'dimensions';

/** One argument that cannot be read: its path, `nodes.0.title`, and what it has to be. */
export interface BadField {
  readonly path: string;
  readonly want: Want;
  /** The allowed words, or the lowest and highest number. */
  readonly allowed: readonly (string | number)[];
  /** What was sent, shortened; null when nothing was. */
  readonly got: string | null;
}

/** Where a value stands, and where its problems go. */
export interface Place {
  readonly path: string;
  readonly bad: BadField[];
  /** The longest single text, in bytes of UTF-8. */
  readonly textBytes: number;
}

/** Reads one value; null when it could not be read and the place knows why. */
export type Read<T> = (value: unknown, place: Place) => { readonly value: T } | null;

/** The value that a reader makes. */
export type ValueOf<R> = R extends Read<infer T> ? T : never;

/** Notes a problem. */
export function fail(
  place: Place,
  want: Want,
  value: unknown,
  allowed: readonly (string | number)[] = [],
): null {
  place.bad.push({ path: place.path, want, allowed, got: value === undefined ? null : showExactly(value) });
  return null;
}

/** The place of a member. */
export function inside(place: Place, key: string | number): Place {
  return { ...place, path: place.path === '' ? String(key) : `${place.path}.${key}` };
}

/** Any text. */
export const text: Read<string> = (value, place) => {
  if (typeof value !== 'string') return fail(place, 'text', value);
  if (utf8Length(value) > place.textBytes) return fail(place, 'short_text', value, [place.textBytes]);
  return { value };
};

/** A text that says something, trimmed. */
export const someText: Read<string> = (value, place) => {
  if (typeof value !== 'string' || value.trim() === '') return fail(place, 'some_text', value);
  const read = text(value, place);
  return read === null ? null : { value: read.value.trim() };
};

/** A text, or null; blank text and the word null count as null. The key has to be there. */
export const textOrNull: Read<string | null> = (value, place) => {
  if (value === undefined) return fail(place, 'text_or_null', value);
  if (notGiven(value)) return { value: null };
  return typeof value === 'string' ? text(value, place) : fail(place, 'text_or_null', value);
};

/** One word of a set, written exactly so. */
export function option<const O extends string>(options: readonly O[]): Read<O> {
  return (value, place) => {
    const found = options.find((each) => each === value);
    return found === undefined ? fail(place, 'option', value, options) : { value: found };
  };
}

/** A whole number within bounds, from a number or clean numeric text. */
export function whole(min: number, max: number): Read<number> {
  return (value, place) => {
    const reading = readCount(value);
    const fits = reading.ok && reading.value >= min && reading.value <= max;
    return fits ? { value: reading.value } : fail(place, 'whole', value, [min, max]);
  };
}

/** True or false, also as a word in any case. */
export const flag: Read<boolean> = (value, place) => {
  if (typeof value === 'boolean') return { value };
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word === 'true' || word === 'false' ? { value: word === 'true' } : fail(place, 'flag', value);
};

/** The value that JSON text stands for where a list or an object is due; anything else as it is. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const found = findJson(value);
  return found.ok ? found.value : value;
}

/** A list whose members are read one by one, also as JSON text. */
export function listOf<T>(member: Read<T>): Read<T[]> {
  return (value, place) => {
    const list = unpacked(value);
    if (!Array.isArray(list)) return fail(place, 'array', value);
    const read = list.map((each: unknown, at) => member(each, inside(place, at)));
    const values = read.filter((each) => each !== null).map((each) => each.value);
    return values.length === list.length ? { value: values } : null;
  };
}

/** A list of texts: an array, JSON text, or text parted by commas. */
export const texts: Read<string[]> = (value, place) => {
  const reading = readList(value);
  return reading.ok ? { value: reading.value } : fail(place, 'texts', value);
};

/** The same field, but it may be left out: undefined then. */
export function optional<T>(read: Read<T>): Read<T | undefined> {
  return (value, place) => (notGiven(value) ? { value: undefined } : read(value, place));
}

type Members = Readonly<Record<string, Read<unknown>>>;
type Values<M extends Members> = { readonly [K in keyof M]: ValueOf<M[K]> };

/** An object with these fields, also as JSON text; other fields are ignored, and every bad one is reported. */
export function objectOf<M extends Members>(members: M): Read<Values<M>> {
  return (value, place) => {
    const table = unpacked(value);
    if (!isTable(table)) return fail(place, 'object', value);
    const values: Record<string, unknown> = {};
    let complete = true;
    for (const [name, member] of Object.entries(members)) {
      const read = member(Object.hasOwn(table, name) ? table[name] : undefined, inside(place, name));
      if (read === null) complete = false;
      else values[name] = read.value;
    }
    // The loop has put one read value under each name, which is what Values<M> says.
    return complete ? { value: values as Values<M> } : null;
  };
}

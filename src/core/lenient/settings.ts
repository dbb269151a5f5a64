import { parse } from 'smol-toml';
import { fenced, findObject, parseLenient } from './json.ts';
import { isTable, notGiven, type Reading, refuse } from './reading.ts';

type Table = Record<string, unknown>;

/** TOML as plain JSON data, so that dates become text and no class instance leaves this file. */
function fromToml(text: string): Table | null {
  try {
    const plain: unknown = JSON.parse(JSON.stringify(parse(text)));
    return isTable(plain) ? plain : null;
  } catch {
    return null;
  }
}

const LINE = /^([A-Za-z0-9_-]+(?:\s*\.\s*[A-Za-z0-9_-]+)*)\s*[:=]\s*(\S.*)$/u;
const WORD = /^[A-Za-z_][\w-]*$/u;
const LITERALS = new Set(['true', 'false', 'inf', 'nan']);

/** One line as TOML: a comment, a table header, or `key = value` where a bare word counts as text. */
function lineAsToml(line: string): string | null {
  if (line === '' || line.startsWith('#') || /^\[[^[\]"']+\]$/u.test(line)) return line;
  const [, key, value] = LINE.exec(line) ?? [];
  if (key === undefined || value === undefined) return null;
  const comment = value.search(/\s#/u);
  const word = comment < 0 ? value : value.slice(0, comment).trimEnd();
  const written = WORD.test(word) && !LITERALS.has(word) ? `"${word}"` : value;
  const entry = `${key} = ${written}`;
  return fromToml(entry) === null ? null : entry;
}

function fromLines(text: string): Reading<Table> {
  const written: string[] = [];
  for (const raw of text.split(/\r?\n/u)) {
    const line = lineAsToml(raw.trim());
    if (line === null) return refuse('bad_line', { got: raw });
    written.push(line);
  }
  const table = fromToml(written.join('\n'));
  return table === null ? refuse('conflicting_lines', { got: text }) : { ok: true, value: table };
}

function asTable(value: unknown): Reading<Table> {
  return isTable(value) ? { ok: true, value: { ...value } } : refuse('not_a_table', { got: value });
}

function fromText(text: string): Reading<Table> {
  const body = fenced(text) ?? text.trim();
  const json = parseLenient(body);
  if (json.ok) return asTable(json.value);
  if (body.startsWith('{')) return findObject(body);
  const toml = fromToml(body);
  if (toml !== null) return { ok: true, value: toml };
  const brace = body.indexOf('{');
  const inProse = brace >= 0 && !LINE.test(body.slice(0, brace + 1));
  return inProse ? findObject(body) : fromLines(body);
}

/** No setting lies deeper; what does would only exhaust whoever walks through it. */
const DEEPEST = 20;

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isDeep(inner, left - 1));
}

/**
 * The settings of one session as a table: an object, JSON object text, or `table.key = value` lines (TOML, also
 * with `:` and with bare words). Not given reads as the empty table; the keys and types are not judged here.
 */
export function readSettings(value: unknown): Reading<Table> {
  if (notGiven(value)) return { ok: true, value: {} };
  const reading = typeof value === 'string' ? fromText(value) : asTable(value);
  return reading.ok && isDeep(reading.value, DEEPEST) ? refuse('too_deep') : reading;
}

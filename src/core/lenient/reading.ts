import { excerpt } from '../text.ts';

/** Why a value could not be read; every reason has its sentence in kit/wording.ts. */
export type Reason =
  | 'missing'
  | 'blank'
  | 'blank_member'
  | 'duplicate'
  | 'not_text'
  | 'too_long'
  | 'too_small'
  | 'too_many'
  | 'label_too_long'
  | 'not_an_option'
  | 'not_a_cursor'
  | 'no_record'
  | 'no_result'
  | 'itself'
  | 'not_a_number'
  | 'not_whole'
  | 'not_a_flag'
  | 'not_a_list'
  | 'structural'
  | 'unquoted'
  | 'malformed'
  | 'bad_escape'
  | 'unbalanced'
  | 'several'
  | 'too_deep'
  | 'not_an_object'
  | 'not_scores'
  | 'nothing_recognised'
  | 'mixed_scale'
  | 'negative'
  | 'too_large'
  | 'not_finite'
  | 'bad_fraction'
  | 'decimal_comma'
  | 'twice'
  | 'not_a_table'
  | 'bad_line'
  | 'conflicting_lines'
  | 'unknown_key'
  | 'bad_value'
  | 'not_overridable';

/**
 * What came of reading one argument. A refusal carries a short code (`unbalanced`, `not_a_list`, `negative`),
 * `at` for the member, dimension or key that it concerns, and `got`, an excerpt of what was sent.
 */
export type Reading<T> = { ok: true; value: T } | { ok: false; reason: Reason; at?: string; got?: string };

/** The refused half of a reading. */
export type Refusal = Extract<Reading<unknown>, { ok: false }>;

/** Code points of an echoed value. */
const SHOWN = 60;

/** A value as short text on one line, for echoing it back: JSON for everything that is not text. */
export function show(value: unknown): string {
  return excerpt(typeof value === 'string' ? value : asJson(value), SHOWN);
}

/** A value as `show` gives it, but text in quotes, where a number and a text of digits are not the same. */
export function showExactly(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(excerpt(value, SHOWN)) : show(value);
}

function asJson(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return typeof value;
  }
}

/** A refusal with its code and, where known, the place and what stood there. */
export function refuse(reason: Reason, where: { at?: string; got?: unknown } = {}): Refusal {
  const refusal: Refusal = { ok: false, reason };
  if (where.at !== undefined) refusal.at = where.at;
  if (where.got !== undefined) refusal.got = show(where.got);
  return refusal;
}

/** Whether an optional argument counts as left out: undefined, null, blank text, or the text `null`. */
export function notGiven(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== 'string') return false;
  const text = value.trim();
  return text === '' || text === 'null';
}

/** Whether a value is a table: an object that is neither null nor a list. */
export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

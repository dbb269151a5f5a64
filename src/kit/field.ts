import { LABEL_LENGTH } from '../core/config.ts';
import { readCount } from '../core/lenient/count.ts';
import { readFlag } from '../core/lenient/flag.ts';
import { readList } from '../core/lenient/list.ts';
import { type Reading, type Reason, show } from '../core/lenient/reading.ts';
import { readScores, type ScoresRead } from '../core/lenient/scores.ts';
import { readSettings } from '../core/lenient/settings.ts';
import { isBlank, utf8Length } from '../core/text.ts';
import { DIMENSIONS } from '../core/utility.ts';

/** The subset of JSON Schema that every client accepts: one `type` per property, no unions, no references. */
export interface FieldSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** The schema of a tool's arguments. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** Bounds that come from the configuration. */
export interface Limits {
  /** The longest single text, in bytes of UTF-8. */
  readonly textBytes: number;
}

/** What a parameter is, for choosing the words that explain it. */
export type FieldKind =
  | 'text'
  | 'id'
  | 'list'
  | 'scores'
  | 'flag'
  | 'count'
  | 'choice'
  | 'settings'
  | 'cursor'
  | 'document';

/** One parameter of a tool: what is advertised, and how a value that was sent is read. */
export interface Field<T> {
  readonly kind: FieldKind;
  readonly schema: FieldSchema;
  readonly required: boolean;
  /** The parameter beside which this required one may be left out or blank. */
  readonly standIn?: string;
  /** Reads a value that was given; never throws. */
  read(value: unknown, limits: Limits): Reading<T>;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values a tool's `run` receives: one property per field, undefined where nothing was given. */
export type Input<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

const described = (about?: string) => (about === undefined ? {} : { description: about });

function refused<T>(reason: Reason, got?: unknown): Reading<T> {
  return got === undefined
    ? { ok: false, reason }
    : { ok: false, reason, got: typeof got === 'string' ? got.slice(0, 60) : show(got) };
}

function tooLong(bytes: number, limits: Limits): Reading<never> | null {
  if (bytes <= limits.textBytes) return null;
  return { ok: false, reason: 'too_long', got: String(bytes), at: String(limits.textBytes) };
}

function readText(value: unknown, limits: Limits): Reading<string> {
  if (typeof value !== 'string') return refused('not_text', Array.isArray(value) ? 'array' : typeof value);
  return tooLong(utf8Length(value), limits) ?? { ok: true, value };
}

/** A text as it is, blank or not; the tool's own rule judges a blank one. */
export function text(about?: string): Field<string> {
  return { kind: 'text', required: true, schema: { type: 'string', ...described(about) }, read: readText };
}

/** A short name that replies repeat: a label, a filter. */
export function label(about?: string): Field<string> {
  const read = (value: unknown, limits: Limits): Reading<string> => {
    const reading = readText(value, limits);
    if (!reading.ok || reading.value.length <= LABEL_LENGTH) return reading;
    return {
      ok: false,
      reason: 'label_too_long',
      at: String(LABEL_LENGTH),
      got: String(reading.value.length),
    };
  };
  return { ...text(about), read };
}

/** The id of a session. */
export function id(): Field<string> {
  return { ...text(), kind: 'id' };
}

/** A text that must say something. */
export function prose(about?: string): Field<string> {
  const read = (value: unknown, limits: Limits): Reading<string> => {
    const reading = readText(value, limits);
    return reading.ok && isBlank(reading.value) ? refused('blank') : reading;
  };
  return { kind: 'text', required: true, schema: { type: 'string', ...described(about) }, read };
}

/**
 * A required parameter that another one can stand in for. It stays required in the schema, because a model that
 * may leave out what it nearly always has to send leaves it out.
 */
export function unless<T>(standIn: string, field: Field<T>): Field<T | undefined> {
  return { ...field, standIn };
}

/** One word of a fixed set, written exactly so. */
export function choice<const C extends string>(options: readonly C[], about?: string): Field<C> {
  const read = (value: unknown): Reading<C> => {
    const found = options.find((option) => option === value);
    return found === undefined ? refused('not_an_option', value) : { ok: true, value: found };
  };
  return {
    kind: 'choice',
    required: true,
    schema: { type: 'string', enum: options, ...described(about) },
    read,
  };
}

/** A list of texts: an array, JSON text, or text split at commas and line ends. */
export function list(about?: string): Field<string[]> {
  const read = (value: unknown, limits: Limits): Reading<string[]> => {
    const reading = readList(value);
    if (!reading.ok) return reading;
    return tooLong(utf8Length(reading.value.join('\n')), limits) ?? reading;
  };
  return {
    kind: 'list',
    required: true,
    schema: { type: 'array', items: { type: 'string' }, ...described(about) },
    read,
  };
}

/** Scores of the seven dimensions, in any of the accepted notations. */
export function scores(about?: string): Field<ScoresRead> {
  const properties = Object.fromEntries(DIMENSIONS.map((name) => [name, { type: 'number' as const }]));
  return {
    kind: 'scores',
    required: true,
    schema: { type: 'object', properties, ...described(about) },
    read: readScores,
  };
}

/** A yes or no. */
export function flag(about?: string): Field<boolean> {
  return { kind: 'flag', required: true, schema: { type: 'boolean', ...described(about) }, read: readFlag };
}

/** A whole number from `min` up; more than `max` counts as `max`. */
export function count(min: number, max: number, about?: string): Field<number> {
  const read = (value: unknown): Reading<number> => {
    const reading = readCount(value);
    if (!reading.ok) return reading;
    if (reading.value < min)
      return { ok: false, reason: 'too_small', at: String(min), got: String(reading.value) };
    return { ok: true, value: Math.min(reading.value, max) };
  };
  return { kind: 'count', required: true, schema: { type: 'integer', ...described(about) }, read };
}

/** Configuration tables: an object, JSON text, or `table.key = value` lines. */
export function settings(about?: string): Field<Record<string, unknown>> {
  const read = (value: unknown, limits: Limits): Reading<Record<string, unknown>> => {
    if (typeof value === 'string') return tooLong(utf8Length(value), limits) ?? readSettings(value);
    const reading = readSettings(value);
    // Measured once it is known to be shallow: a deep value would exhaust whoever writes it out.
    return (reading.ok && tooLong(utf8Length(JSON.stringify(reading.value)), limits)) || reading;
  };
  return { kind: 'settings', required: true, schema: { type: 'string', ...described(about) }, read };
}

/** A whole session: an object or its JSON text, judged by the tool itself. */
export function wholeDocument(about?: string): Field<unknown> {
  const read = (value: unknown): Reading<unknown> => ({ ok: true, value });
  return { kind: 'document', required: true, schema: { type: 'object', ...described(about) }, read };
}

/** Scores as an example shows them. */
export const SCORES_EXAMPLE: Readonly<Record<(typeof DIMENSIONS)[number], number>> = {
  correctness: 0.8,
  evidence: 0.6,
  novelty: 0.5,
  clarity: 0.8,
  bias_resistance: 0.7,
  actionability: 0.8,
  coverage: 0.6,
};

/** The same parameter, but what cannot be read is left to the tool, which may not need it. */
export function unjudged<T>(field: Field<T>): Field<Reading<T>> {
  return { ...field, read: (value, limits) => ({ ok: true, value: field.read(value, limits) }) };
}

/** The same parameter, but it may be left out. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return { ...field, required: false, read: (value, limits) => field.read(value, limits) };
}

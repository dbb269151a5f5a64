import { notGiven, type Reason } from '../core/lenient/reading.ts';
import { excerpt } from '../core/text.ts';
import type { Field, Fields, Input, Limits } from './field.ts';

/** Why the arguments of a call were refused: which parameter, and what is wrong with it. */
export interface ArgumentProblem {
  readonly code: 'missing_argument' | 'bad_argument';
  readonly parameter: string;
  readonly field: Field<unknown>;
  readonly reason: Reason;
  readonly at?: string;
  readonly got?: string;
}

export type ArgumentsRead<F extends Fields> =
  | { readonly ok: true; readonly input: Input<F> }
  | { readonly ok: false; readonly problem: ArgumentProblem };

/** How many names a reply repeats, and how much of each, in code points. */
const MOST_NAMES = 20;
const NAME_LENGTH = 60;

/** Names as a reply repeats them: each cut short, and the number of those left out as the last one. */
export function namesToShow(names: readonly string[]): string[] {
  const shown = names.slice(0, MOST_NAMES).map((name) => excerpt(name, NAME_LENGTH));
  return names.length > MOST_NAMES ? [...shown, `+${names.length - MOST_NAMES}`] : shown;
}

/** The names in `raw` that are no parameter of the tool, in the order in which they were sent, as for showing. */
export function unknownNames(fields: Fields, raw: Readonly<Record<string, unknown>>): string[] {
  return namesToShow(Object.keys(raw).filter((name) => !Object.hasOwn(fields, name)));
}

/**
 * Reads the arguments of a call in the order in which the tool declares them; the first failure wins.
 * For an optional parameter, and for one that another stands in for, null and blank text count as not given.
 */
export function readArguments<F extends Fields>(
  fields: F,
  raw: Readonly<Record<string, unknown>>,
  limits: Limits,
): ArgumentsRead<F> {
  const input: Record<string, unknown> = {};
  for (const [parameter, field] of Object.entries(fields)) {
    const value = Object.hasOwn(raw, parameter) ? raw[parameter] : undefined;
    const isStoodIn = field.standIn !== undefined && !notGiven(raw[field.standIn]);
    if ((!field.required || isStoodIn) && notGiven(value)) {
      input[parameter] = undefined;
      continue;
    }
    if (value === undefined || value === null)
      return { ok: false, problem: { code: 'missing_argument', parameter, field, reason: 'missing' } };
    const reading = field.read(value, limits);
    if (!reading.ok) return { ok: false, problem: { ...reading, code: 'bad_argument', parameter, field } };
    input[parameter] = reading.value;
  }
  // The loop has put one read value under each declared name, which is what Input<F> says.
  return { ok: true, input: input as Input<F> };
}

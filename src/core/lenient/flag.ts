import { type Reading, refuse } from './reading.ts';

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', 'yes', 'y', '1', 'on'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', '0', 'off'].map((word) => [word, false] as const),
]);

/** A yes or no: a boolean, a whole number (0 is no), or one of the words, in any case. Null is refused. */
export function readFlag(value: unknown): Reading<boolean> {
  if (typeof value === 'boolean') return { ok: true, value };
  if (typeof value === 'number' && Number.isInteger(value)) return { ok: true, value: value !== 0 };
  const word = typeof value === 'string' ? WORDS.get(value.trim().toLowerCase()) : undefined;
  return word === undefined ? refuse('not_a_flag', { got: value }) : { ok: true, value: word };
}

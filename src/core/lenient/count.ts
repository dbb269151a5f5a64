import { type Reading, refuse } from './reading.ts';

const WHOLE = /^[+-]?\d+(?:\.0*)?$/u;

/** A whole number, of either sign, from a number or clean numeric text; `50.0` is 50, `1.5` is refused. */
export function readCount(value: unknown): Reading<number> {
  const text = typeof value === 'string' ? value.trim() : null;
  const number = text !== null && WHOLE.test(text) ? Number(text) : value;
  if (typeof number !== 'number') return refuse('not_a_number', { got: value });
  if (!Number.isSafeInteger(number)) return refuse('not_whole', { got: value });
  return { ok: true, value: number + 0 };
}

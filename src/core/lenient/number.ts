/** A score as it was written: `bare` numbers follow the scale of the whole input, `absolute` ones do not. */
export type Score =
  | { kind: 'bare'; value: number }
  | { kind: 'absolute'; value: number }
  | { kind: 'refused'; reason: 'negative' | 'too_large' | 'not_finite' | 'bad_fraction' | 'decimal_comma' }
  | { kind: 'none' };

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?`;
const BARE = new RegExp(`^${NUMBER}$`, 'iu');
const PERCENT = new RegExp(`^(${NUMBER})\\s*%$`, 'iu');
const FRACTION = new RegExp(`^(${NUMBER})\\s*/\\s*(${NUMBER})$`, 'iu');
const NOT_FINITE = /^[+-]?(?:nan|inf|infinity)$/iu;

function bare(value: number): Score {
  if (!Number.isFinite(value)) return { kind: 'refused', reason: 'not_finite' };
  if (value < 0) return { kind: 'refused', reason: 'negative' };
  if (value > 100) return { kind: 'refused', reason: 'too_large' };
  return { kind: 'bare', value: value + 0 };
}

function share(part: number, whole: number): Score {
  if (!Number.isFinite(part) || !Number.isFinite(whole)) return { kind: 'refused', reason: 'not_finite' };
  if (part < 0 || whole < 0) return { kind: 'refused', reason: 'negative' };
  if (whole === 0) return { kind: 'refused', reason: 'bad_fraction' };
  if (part > whole) return { kind: 'refused', reason: 'too_large' };
  return { kind: 'absolute', value: part / whole + 0 };
}

function fromText(written: string): Score {
  const comma = /^([+-]?\d+),(\d+)(?=$|[\s%/])/u.exec(written);
  if (comma && (comma[2] ?? '').length > 2) return { kind: 'refused', reason: 'decimal_comma' };
  const text = comma ? written.replace(',', '.') : written;
  if (NOT_FINITE.test(text)) return { kind: 'refused', reason: 'not_finite' };
  if (BARE.test(text)) return bare(Number(text));
  const percent = PERCENT.exec(text);
  if (percent) return share(Number(percent[1]), 100);
  const fraction = FRACTION.exec(text);
  if (fraction) return share(Number(fraction[1]), Number(fraction[2]));
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return { kind: 'absolute', value: word === 'true' ? 1 : 0 };
  return { kind: 'none' };
}

/**
 * One score: a number from 0 to 100, numeric text, `80%`, `8/10` or a boolean (1 or 0, on no scale). A decimal
 * comma with at most two digits after it is read as a point. `none` is what is no score at all.
 */
export function readScore(value: unknown): Score {
  if (typeof value === 'number') return bare(value);
  if (typeof value === 'boolean') return { kind: 'absolute', value: value ? 1 : 0 };
  return typeof value === 'string' ? fromText(value.trim()) : { kind: 'none' };
}

/** One named choice and its values, in the order given, without repetitions. */
export interface Dimension {
  readonly name: string;
  readonly values: readonly string[];
}

/** One value of each dimension, by name. */
export type Combination = ReadonlyMap<string, string>;

/** A text that may name a combination: a title counts before the findings. */
export interface Said {
  readonly title: string;
  readonly findings: string;
}

const BEFORE = /[\p{L}\p{N}_.\-=]/u;
const AFTER = /^(?:[\p{L}\p{N}_\-=]|\.[\p{L}\p{N}])/u;

/** The values that the text names as the whole token `name=value`. */
function valuesNamed(text: string, dimension: Dimension): ReadonlySet<string> {
  const known = new Set(dimension.values);
  const lengths = [...new Set(dimension.values.map((value) => value.length))].sort((a, b) => b - a);
  const found = new Set<string>();
  const key = `${dimension.name}=`;
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + key.length)) {
    if (at > 0 && BEFORE.test(text.charAt(at - 1))) continue;
    const value = tokenAt(text, at + key.length, lengths, known);
    if (value !== null) found.add(value);
  }
  return found;
}

/** The longest known value that stands here and ends here. */
function tokenAt(
  text: string,
  start: number,
  lengths: readonly number[],
  known: ReadonlySet<string>,
): string | null {
  for (const length of lengths) {
    const value = text.slice(start, start + length);
    if (known.has(value) && !AFTER.test(text.slice(start + length, start + length + 3))) return value;
  }
  return null;
}

/** The one value of this dimension that was said; null when none or several were. */
function valueSaid(said: Said, dimension: Dimension): string | null {
  const inTitle = valuesNamed(said.title, dimension);
  const named = inTitle.size > 0 ? inTitle : valuesNamed(said.findings, dimension);
  const [only] = named;
  return named.size === 1 && only !== undefined ? only : null;
}

const keyOf = (values: readonly string[]) => JSON.stringify(values);

function explored(dimensions: readonly Dimension[], texts: readonly Said[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const said of texts) {
    const values = dimensions.map((dimension) => valueSaid(said, dimension));
    if (values.every((value) => value !== null)) keys.add(keyOf(values));
  }
  return keys;
}

function* product(dimensions: readonly Dimension[]): Generator<readonly string[]> {
  const at = dimensions.map(() => 0);
  for (;;) {
    yield dimensions.map(({ values }, place) => values[at[place] ?? 0] ?? '');
    let place = dimensions.length - 1;
    for (; place >= 0; place -= 1) {
      const next = (at[place] ?? 0) + 1;
      at[place] = next;
      if (next < (dimensions[place]?.values.length ?? 0)) break;
      at[place] = 0;
    }
    if (place < 0) return;
  }
}

/** What is left of a product of dimensions. */
export interface Unexplored {
  /** The size of the product; 0 without dimensions, and at most the largest exact integer. */
  readonly total: number;
  /** How many combinations no text names. */
  readonly left: number;
  /** The first of those, the last dimension fastest. */
  readonly first: readonly Combination[];
}

/**
 * Counts the product without walking it and takes the first `most` combinations that no text names. A text names
 * a combination when it gives exactly one value of each dimension, as the whole token `name=value`.
 */
export function unexplored(
  dimensions: readonly Dimension[],
  texts: readonly Said[],
  most: number,
): Unexplored {
  const sizes = dimensions.map(({ values }) => values.length);
  const size = sizes.reduce((all, each) => all * each, 1);
  if (dimensions.length === 0 || size === 0) return { total: 0, left: 0, first: [] };
  const total = Math.min(size, Number.MAX_SAFE_INTEGER);
  const seen = explored(dimensions, texts);
  const first: Combination[] = [];
  if (seen.size < total && most > 0) {
    for (const values of product(dimensions)) {
      if (seen.has(keyOf(values))) continue;
      first.push(new Map(dimensions.map(({ name }, place) => [name, values[place] ?? ''])));
      if (first.length >= most) break;
    }
  }
  return { total, left: total - seen.size, first };
}

/** `name=value` pairs, joined by comma and blank. */
export function combinationText(combination: Combination): string {
  return [...combination].map(([name, value]) => `${name}=${value}`).join(', ');
}

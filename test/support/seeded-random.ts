/** A source of chance that a seed makes repeatable. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  below(limit: number): number;
  pick<T>(options: readonly [T, ...T[]]): T;
  pickOr<T>(options: readonly T[], otherwise: T): T;
}

/** Mulberry32: small, quick and good enough for choosing calls. */
export function seededRandom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (options) => options[below(options.length)] ?? options[0],
    pickOr: (options, otherwise) => options[below(options.length)] ?? otherwise,
  };
}

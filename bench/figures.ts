/** One line of a report. `ours` and `floor` are in the same unit; the ratio is theirs, pair by pair. */
export interface Figure {
  readonly name: string;
  readonly ours: string;
  readonly floor: string;
  readonly ratio: Spread;
  /** The largest ratio that is aimed at; absent = for information. */
  readonly target?: number;
  /** The ratio above which `--gate` fails: far enough from what is measured that noise does not reach it. */
  readonly gate?: number;
}

/** What a suite found. `method` says what was compared with what, and the warm-up. */
export interface SuiteReport {
  readonly title: string;
  readonly method: string;
  readonly figures: readonly Figure[];
  /** Further lines, for figures that need no floor. */
  readonly notes: readonly string[];
}

export type Suite = () => Promise<SuiteReport>;

/** Median and quartiles of `count` values. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** Two durations in ms that were measured next to each other. */
export interface Pair {
  readonly ours: number;
  readonly floor: number;
}

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

/** The spread of at least one value. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, median = 0, high = 0] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share));
  return { median, low, high, count: values.length };
}

/** A figure of pairs of durations, or of another unit; the ratio is the median over the pairs, not that of the two medians. */
export function timed(name: string, pairs: readonly Pair[], target?: number, unit = 'ms'): Figure {
  const side = (pick: (pair: Pair) => number) => `${spread(pairs.map(pick)).median.toPrecision(3)} ${unit}`;
  return {
    name,
    ours: side((pair) => pair.ours),
    floor: side((pair) => pair.floor),
    ratio: spread(pairs.map(({ ours, floor }) => ours / floor)),
    ...(target === undefined ? {} : { target }),
  };
}

/** The figure with the ratio that it must not pass. */
export function gated(figure: Figure, gate: number): Figure {
  return { ...figure, gate };
}

/** How long `work` takes, in ms. */
export async function timeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Measures both sides `rounds` times next to each other; who goes first changes with each round. */
export async function interleave(
  rounds: number,
  ours: (round: number) => Promise<number>,
  floor: (round: number) => Promise<number>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await ours(round);
      pairs.push({ ours: first, floor: await floor(round) });
    } else {
      const first = await floor(round);
      pairs.push({ ours: await ours(round), floor: first });
    }
  }
  return pairs;
}

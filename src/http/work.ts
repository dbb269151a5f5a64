/** Work that a stop waits for. */
export interface Work {
  /** Counts the work until it has ended in any way. */
  during<T>(work: () => Promise<T>): Promise<T>;
  count(): number;
  /** Resolves as soon as nothing is in hand. */
  settled(): Promise<void>;
}

/** Nothing in hand yet. */
export function createWork(): Work {
  let inHand = 0;
  let waiting: (() => void)[] = [];
  const settle = () => {
    if (inHand > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {
    during: async (work) => {
      inHand += 1;
      try {
        return await work();
      } finally {
        inHand -= 1;
        settle();
      }
    },
    count: () => inHand,
    settled: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        settle();
      }),
  };
}

/** Runs calls with the same key one after the other, in order of arrival. */
export interface CallQueue {
  run<T>(key: string, call: () => Promise<T>): Promise<T>;
}

/** The last call of a key, and whether it is over. */
interface Tail {
  over: boolean;
  ended: Promise<void>;
}

/** So many keys are kept before those that nothing waits for are forgotten. */
const MOST_KEYS = 100;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A queue that keeps few keys; forgetting each at once would cost the collector a table for every call. */
export function createCallQueue(): CallQueue {
  const tails = new Map<string, Tail>();
  const forget = () => {
    for (const [key, { over }] of tails) if (over) tails.delete(key);
  };
  return {
    run: (key, call) => {
      const before = tails.get(key);
      // Between queued calls signals and other sessions get their turn.
      const result = before === undefined || before.over ? call() : before.ended.then(nextTurn).then(call);
      const end = () => {
        tail.over = true;
      };
      const tail: Tail = { over: false, ended: result.then(end, end) };
      if (before === undefined && tails.size >= MOST_KEYS) forget();
      tails.set(key, tail);
      return result;
    },
  };
}

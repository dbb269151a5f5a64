/** Runs calls with the same key one after the other, in order of arrival. */
export interface CallQueue {
  run<T>(key: string, call: () => Promise<T>): Promise<T>;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A queue that forgets a key as soon as nothing waits for it. */
export function createCallQueue(): CallQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: (key, call) => {
      const before = tails.get(key);
      // Between queued calls signals and other sessions get their turn.
      const result = before === undefined ? call() : before.then(nextTurn).then(call);
      const tail = result
        .catch(() => undefined)
        .then(() => {
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return result;
    },
  };
}

import { untilAborted } from './abort.ts';

/** One piece of work; its signal is aborted when the whole is, or when a neighbour fails. */
export type Work<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Runs every piece of work, at most `width` at once, and returns the outcomes in order. The first failure, or the
 * signal, stops the pieces under way, starts no further one and is thrown.
 */
export async function inLanes<T>(
  works: readonly Work<T>[],
  width: number,
  signal: AbortSignal,
): Promise<T[]> {
  const stop = new AbortController();
  const pass = () => stop.abort(signal.reason);
  if (signal.aborted) pass();
  signal.addEventListener('abort', pass, { once: true });
  const results: T[] = [];
  const queue = works.entries();
  const lane = async () => {
    for (const [index, work] of queue) {
      stop.signal.throwIfAborted();
      results[index] = await untilAborted(work(stop.signal), stop.signal);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(width, works.length) }, lane));
    return results;
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    signal.removeEventListener('abort', pass);
  }
}

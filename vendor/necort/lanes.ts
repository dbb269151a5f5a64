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
  // One controller for each lane: a signal with many listeners makes Node warn of a leak.
  const stops = Array.from({ length: Math.min(width, works.length) }, () => new AbortController());
  const stopAll = (reason: unknown) => {
    for (const stop of stops) stop.abort(reason);
  };
  const pass = () => stopAll(signal.reason);
  if (signal.aborted) pass();
  signal.addEventListener('abort', pass, { once: true });
  const results: T[] = [];
  const queue = works.entries();
  const lane = async ({ signal: stop }: AbortController) => {
    for (const [index, work] of queue) {
      stop.throwIfAborted();
      results[index] = await untilAborted(work(stop), stop);
    }
  };
  try {
    await Promise.all(stops.map(lane));
    return results;
  } catch (error) {
    stopAll(error);
    throw error;
  } finally {
    signal.removeEventListener('abort', pass);
  }
}

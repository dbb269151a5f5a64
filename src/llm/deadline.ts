import { HttpFault } from './http-fault.ts';

/** The longest time that a timer of Node can hold, about 24 days. */
const LONGEST = 2 ** 31 - 1;

/** One signal for everything that may end a request early; its reason is an HttpFault. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Starts the watch over silence anew. */
  readonly heard: () => void;
  readonly end: () => void;
}

/** Ends a request after `timeoutMs` in all, after `idleMs` of silence once something was heard, or with `outer`. */
export function startDeadline(timeoutMs: number, idleMs: number, outer: AbortSignal): Deadline {
  const stop = new AbortController();
  const cancel = () => stop.abort(new HttpFault('cancelled'));
  const within = (ms: number, kind: 'timeout' | 'stalled') =>
    setTimeout(() => stop.abort(new HttpFault(kind)), Math.min(ms, LONGEST));
  const total = within(timeoutMs, 'timeout');
  let idle: ReturnType<typeof setTimeout> | undefined;
  if (outer.aborted) cancel();
  outer.addEventListener('abort', cancel, { once: true });
  return {
    signal: stop.signal,
    heard: () => {
      clearTimeout(idle);
      idle = within(idleMs, 'stalled');
    },
    end: () => {
      clearTimeout(total);
      clearTimeout(idle);
      outer.removeEventListener('abort', cancel);
    },
  };
}

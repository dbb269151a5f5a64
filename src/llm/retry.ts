import { setTimeout as wait } from 'node:timers/promises';

/** How many repetitions a job may still spend, over all its calls. */
export interface RetryBudget {
  readonly left: () => number;
  /** Takes one; false when none is left. */
  readonly take: () => boolean;
}

export function retryBudget(repetitions: number): RetryBudget {
  let left = Math.max(0, Math.trunc(repetitions) || 0);
  return {
    left: () => left,
    take: () => {
      if (left === 0) return false;
      left -= 1;
      return true;
    },
  };
}

/** Time and chance as the retries need them. */
export interface RetryClock {
  readonly nowMs: () => number;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** Resolves after so many milliseconds, rejects when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const realClock: RetryClock = {
  nowMs: () => Date.now(),
  random: () => Math.random(),
  pause: (ms, signal) => wait(ms, undefined, { signal }),
};

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** A server that wants a longer pause than this is not waited for. */
export const PATIENCE_MS = 60_000;

/** Milliseconds before the repetition with this number, from 0: doubling, with up to half of it left to chance. */
export function backoffMs(repetition: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** repetition);
  return full / 2 + (full / 2) * random;
}

/** Milliseconds from a Retry-After header, in seconds or as a date; null when there is none or it is neither. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  const written = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/u.test(written)) return Number(written) * 1000;
  const date = written === '' ? Number.NaN : Date.parse(written);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

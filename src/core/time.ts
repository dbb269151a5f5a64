/** Milliseconds since the epoch of an ISO 8601 time; one without a zone counts as UTC; NaN for anything else. */
export function instant(time: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`);
}

/** Farther from the epoch no time can be written, in ms. */
const FARTHEST = 8_640_000_000_000_000;

/** A time in ms since the epoch as ISO 8601 in UTC; what is no time becomes the nearest that can be written. */
export function isoTime(ms: number): string {
  const within = Number.isNaN(ms) ? 0 : Math.min(FARTHEST, Math.max(-FARTHEST, ms));
  return new Date(within).toISOString();
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a time lies more than so many days before `now`; 0 days ask for nothing, so nothing is stale. */
export function isStale(time: string, now: string, days: number): boolean {
  return days > 0 && instant(now) - instant(time) > days * DAY_MS;
}

/** What one daemon grants; times in milliseconds. */
export interface Limits {
  /** Connected clients. */
  readonly sessions: number;
  /** How long a client may be silent, with no stream open. */
  readonly idleMs: number;
  /** After how much silence a session makes room for a new one when all are taken. */
  readonly yieldMs: number;
  readonly connections: number;
  readonly headerBytes: number;
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long a connection stays open without a request; long, because a client may send just as it is closed. */
  readonly keepAliveMs: number;
  /** How often the first two times above are looked at. */
  readonly checkMs: number;
  /** How many of the longest messages may be on their way in together. */
  readonly messagesAtOnce: number;
  /** How long calls in hand may take after the stop was asked for. */
  readonly stopMs: number;
}

const MINUTE = 60_000;

/** The limits of every daemon outside the tests. */
export const LIMITS: Limits = {
  sessions: 1000,
  idleMs: 60 * MINUTE,
  yieldMs: 5 * MINUTE,
  connections: 512,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: MINUTE,
  keepAliveMs: MINUTE,
  checkMs: 2000,
  messagesAtOnce: 4,
  stopMs: 1500,
};

import process from 'node:process';
import { logDebug } from './log.ts';
import type { StdioTransport } from './stdio.ts';

/** How long unanswered calls may take after the client has left, in milliseconds. */
const GRACE_MS = 1500;

/** What an end waits for: jobs that stop, and files that are made whole. */
interface Endings {
  readonly stopWork: () => Promise<void>;
  readonly finish: () => Promise<void>;
}

/**
 * Ends the process with code 0 when the client leaves (end of stdin, closed stdout) or a signal asks for it:
 * work at model servers is stopped, calls in work are answered and `finish` runs, all within a bound. A write is
 * never cut: it runs in one piece.
 */
export function runUntilClosed(transport: StdioTransport, { stopWork, finish }: Endings): void {
  let closing = false;
  const leave = async (cause: string) => {
    if (closing) return;
    closing = true;
    logDebug(`closing: ${cause}`);
    const bound = new Promise<void>((resolve) => setTimeout(resolve, GRACE_MS));
    // The last bytes of stdin may still be on their way through the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    const orderly = stopWork().then(() => transport.settled());
    await Promise.race([orderly.then(finish), bound]);
    process.exit(0);
  };
  process.stdin.on('end', () => leave('stdin ended'));
  process.stdin.on('close', () => leave('stdin closed'));
  process.stdout.on('error', () => leave('stdout closed'));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => leave(signal));
}

import process from 'node:process';
import { logDebug } from './log.ts';
import type { StdioTransport } from './stdio.ts';

/** How long unanswered calls may take after the client has left, in milliseconds. */
const GRACE_MS = 1500;

/**
 * Ends the process with code 0 when the client leaves (end of stdin, closed stdout) or a signal asks for it:
 * calls in work are answered first and `finish` runs, both within a bound. A write is never cut: it runs in one piece.
 */
export function runUntilClosed(transport: StdioTransport, finish: () => Promise<void>): void {
  let closing = false;
  const leave = async (cause: string) => {
    if (closing) return;
    closing = true;
    logDebug(`closing: ${cause}`);
    const bound = new Promise<void>((resolve) => setTimeout(resolve, GRACE_MS));
    // The last bytes of stdin may still be on their way through the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.race([transport.settled().then(finish), bound]);
    process.exit(0);
  };
  process.stdin.on('end', () => leave('stdin ended'));
  process.stdin.on('close', () => leave('stdin closed'));
  process.stdout.on('error', () => leave('stdout closed'));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => leave(signal));
}

import { flat } from '../core/text.ts';

/** Whether details are wanted on stderr. */
const debug = () => process.env.DEEP_THINK_LOG === 'debug';

/** One line on stderr, the only place where this server speaks outside the protocol. */
export function logWarning(line: string): void {
  const whole = flat(line.replaceAll(/\s*\n\s*/g, ' | '));
  process.stderr.write(`deep-think-mcp: ${whole.slice(0, 2000)}\n`);
}

/** A detail that is shown only with DEEP_THINK_LOG=debug. */
export function logDebug(line: string): void {
  if (debug()) logWarning(line);
}

/** A defect: one line by default, with its stack only when debugging. */
export function logError(thrown: unknown): void {
  const stack = debug() && thrown instanceof Error ? thrown.stack : undefined;
  logWarning(`defect: ${stack ?? String(thrown)}`);
}

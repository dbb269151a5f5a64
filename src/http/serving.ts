import process from 'node:process';
import { logDebug, logWarning } from '../server/log.ts';
import { StoreFault } from '../store/ports.ts';
import { givenToken, ownToken, type TokenReading } from '../store/token-file.ts';
import { createDaemon, type Daemon } from './daemon.ts';
import { allowanceFor } from './guard.ts';
import { LIMITS } from './limits.ts';
import type { DaemonOptions, TokenChoice } from './options.ts';
import type { Served } from './service.ts';
import { STREAM } from './sse.ts';
import { sayNoToken, sayNotListening, sayServing } from './wording.ts';

/** What the program gives to its daemon. */
interface Program {
  readonly served: Served;
  readonly version: string;
  readonly messageBytes: number;
  /** The data root. Throws where the environment names none. */
  readonly root: () => string;
  /** Stops work at model servers; resolves when it has ended. */
  readonly stopWork: () => Promise<void>;
  /** Makes every file whole. */
  readonly finish: () => Promise<void>;
}

/** Serves until a signal ends the process with code 0; with code 1 when it cannot begin. */
export async function runDaemon(program: Program, options: DaemonOptions): Promise<void> {
  const token = tokenOf(options.token, program.root);
  if (token !== null && 'problem' in token) return fail(sayNoToken(token.problem));
  const { host, port, way, allowedHosts } = options;
  const daemon = createDaemon({
    ...program,
    limits: LIMITS,
    allowance: allowanceFor(host, allowedHosts),
    token: token?.token ?? null,
    way,
  });
  const at = (number: number) =>
    `http://${reachable(host)}:${number}${way.transport === 'sse' ? STREAM : way.path}`;
  try {
    const bound = await daemon.listen(host, port);
    stopOnSignals(daemon, program);
    const to = process.stderr.isTTY ? 'terminal' : 'log';
    process.stderr.write(sayServing({ transport: way.transport, url: at(bound) }, token, to));
  } catch (error) {
    fail(sayNotListening(at(port), codeOf(error)));
  }
}

function tokenOf(choice: TokenChoice, root: () => string): TokenReading | null {
  if (choice === 'none') return null;
  if (choice !== 'own') return givenToken(choice.file);
  try {
    return ownToken(root());
  } catch (error) {
    if (error instanceof StoreFault) return { problem: error.message };
    throw error;
  }
}

/** A host that a client on this machine can call. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '[::]' ? '[::1]' : host;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function fail(line: string): void {
  logWarning(line);
  process.exit(1);
}

/** The end comes within this time, whatever model servers do. */
const STOP_MS = 2000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The answer to a second signal comes at once. */
function stopOnSignals(daemon: Daemon, { stopWork, finish }: Program): void {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return process.exit(0);
    isStopping = true;
    logDebug(`closing: ${signal}`);
    await Promise.race([Promise.all([stopWork(), daemon.stop()]), pause(STOP_MS)]);
    await finish();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { OnEnd } from './temp-home.ts';

/** The project's folder, which no reply may name. */
export const PROJECT = join(import.meta.dirname, '..', '..');
export const MAIN = join(PROJECT, 'dist', 'main.cjs');

export interface ProcessOptions {
  readonly home: string;
  readonly args?: readonly string[];
  /** The script; the built server by default. */
  readonly main?: string;
  /** The working folder; that of the test by default. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onEnd?: OnEnd;
  /** False for a run whose output would fill the memory: then each line is only told to the listeners. */
  readonly keepsOutput?: boolean;
}

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running server, seen as two streams of lines. */
export interface ServerProcess {
  readonly pid: number;
  /** Every line that has come on stdout so far, without its line end. */
  readonly lines: readonly string[];
  readonly ended: Promise<Ending>;
  stdout(): string;
  stderr(): string;
  /** Writes text or bytes to stdin as they are. */
  write(data: string | Buffer): void;
  closeStdin(): void;
  /** Closes our end of its stdout. */
  closeStdout(): void;
  kill(signal: NodeJS.Signals): void;
  onLine(listener: (line: string) => void): void;
  /** The first line, past or to come, that fits; fails when the process ends without it. */
  line(fits: (line: string) => boolean): Promise<string>;
}

/** Starts the built server; it is killed when the running test is over. */
export function startProcess({
  home,
  args = [],
  main = MAIN,
  cwd,
  env = {},
  onEnd = onTestFinished,
  keepsOutput = true,
}: ProcessOptions): ServerProcess {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, DEEP_THINK_HOME: home, ...env },
    cwd,
    stdio: 'pipe',
  });
  onEnd(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  let [stdout, stderr, rest] = ['', '', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    if (keepsOutput) {
      stdout += chunk;
      lines.push(...parts);
    }
    for (const line of parts) for (const listener of listeners) listener(line);
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  // Writing to a server that has been killed is what some tests do.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<Ending>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    write: (data) => void child.stdin.write(data),
    closeStdin: () => void child.stdin.end(),
    closeStdout: () => void child.stdout.destroy(),
    kill: (signal) => void child.kill(signal),
    onLine: (listener) => void listeners.add(listener),
    line: (fits) =>
      new Promise((resolve, reject) => {
        const found = lines.find(fits);
        if (found !== undefined) return resolve(found);
        listeners.add((line) => fits(line) && resolve(line));
        ended.then(() => reject(new Error(`the server ended without that line\n${stderr}`)));
      }),
  };
}

/** One JSON-RPC request as a line. */
export function requestLine(id: number | string, method: string, params?: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })}\n`;
}

/** A tool call as a line. */
export function callLine(id: number, name: string, args: object): string {
  return requestLine(id, 'tools/call', { name, arguments: args });
}

/** The two messages of the handshake; the request has the id 0. */
export function handshake(
  version = '2025-06-18',
  clientInfo: object = { name: 'test', version: '1' },
): string {
  const hello = requestLine(0, 'initialize', { protocolVersion: version, capabilities: {}, clientInfo });
  return `${hello}${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;
}

interface Answer {
  readonly jsonrpc: string;
  readonly id?: number | string | null;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: {
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly isError?: boolean;
    readonly protocolVersion?: string;
    readonly serverInfo?: { readonly name: string; readonly version: string };
  };
}

/** A line of stdout as the message that it must be; a line that is no JSON fails the test. */
export function answerOf(line: string): Answer {
  // The shape is the protocol's; a missing field fails the assertion that reads it.
  return JSON.parse(line) as Answer;
}

/** The answer to a request, past or to come. */
export async function answerTo(server: ServerProcess, id: number | string | null): Promise<Answer> {
  return answerOf(await server.line((line) => answerOf(line).id === id));
}

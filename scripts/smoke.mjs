import { spawn } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';

/** A stdio transport over a child process that, unlike the SDK's own, tells how the process ended. */
class ChildTransport {
  /** @type {(() => void) | undefined} */ onclose;
  /** @type {((error: Error) => void) | undefined} */ onerror;
  /** @type {((message: import('@modelcontextprotocol/sdk/types.js').JSONRPCMessage) => void) | undefined} */ onmessage;
  stderr = '';
  #buffer = new ReadBuffer();

  /** @param {import('node:child_process').ChildProcessWithoutNullStreams} child */
  constructor(child) {
    this.child = child;
    /** @type {Promise<number | null>} */
    this.exitCode = new Promise((resolve) => child.on('close', resolve));
  }

  async start() {
    this.child.stderr.on('data', (chunk) => {
      this.stderr += chunk;
    });
    this.child.stdout.on('data', (chunk) => {
      this.#buffer.append(chunk);
      this.#drain();
    });
    this.child.on('error', (error) => this.onerror?.(error));
    this.child.on('close', () => this.onclose?.());
  }

  #drain() {
    try {
      for (let next = this.#buffer.readMessage(); next !== null; next = this.#buffer.readMessage()) {
        this.onmessage?.(next);
      }
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** @param {import('@modelcontextprotocol/sdk/types.js').JSONRPCMessage} message */
  async send(message) {
    this.child.stdin.write(serializeMessage(message));
  }

  async close() {
    this.child.stdin.end();
  }
}

/** A server that outlives its stdin by this much, in milliseconds, is ended and has no exit code. */
const LONGEST_END_MS = 10_000;

/**
 * Starts a server, shakes hands, lists its tools, makes each call in turn, closes its stdin and waits for
 * its end. `errors` holds what was not valid on stdout.
 * @param {{ command: string, args?: string[], home: string, cwd?: string,
 *   calls?: { name: string, arguments: Record<string, unknown> }[] }} options
 */
export async function smoke({ command, args = [], home, cwd = home, calls = [] }) {
  const child = spawn(command, args, { cwd, env: { ...process.env, DEEP_THINK_HOME: home } });
  const transport = new ChildTransport(child);
  const client = new Client({ name: 'smoke', version: '1.0.0' });
  /** @type {string[]} */
  const errors = [];
  client.onerror = (error) => errors.push(error.message);
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    const replies = [];
    for (const call of calls) replies.push(await client.callTool(call));
    await client.close();
    const tooLong = setTimeout(() => child.kill('SIGKILL'), LONGEST_END_MS);
    const exitCode = await transport.exitCode;
    clearTimeout(tooLong);
    return { server: client.getServerVersion(), tools, replies, exitCode, errors, stderr: transport.stderr };
  } catch (cause) {
    throw new Error(`The server did not get through the smoke calls.\n${transport.stderr}`, { cause });
  } finally {
    child.kill('SIGKILL');
  }
}

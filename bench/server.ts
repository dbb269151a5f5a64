import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The built server that is measured. */
const BUILT = fileURLToPath(new URL('../dist/main.cjs', import.meta.url));
/** The floor of its start. */
export const ECHO = fileURLToPath(new URL('echo-server.cjs', import.meta.url));

type Json = Readonly<Record<string, unknown>>;

/** A tool's reply: its fields, and the text that a model reads. */
export interface ToolReply {
  readonly fields: Json;
  readonly text: string;
}

/** A running server, spoken to with as little work in this process as possible. */
export interface Server {
  readonly ask: (method: string, params?: Json) => Promise<Json>;
  /** Throws when the tool refuses. */
  readonly call: (tool: string, args: Json) => Promise<ToolReply>;
  /** The memory it holds now, in KiB; null where the system does not tell. */
  readonly residentKib: () => number | null;
  /** The most memory it has held so far, in MiB; null where the system does not tell. */
  readonly peakMib: () => number | null;
  /** What its threads have worked so far, in ms; null where the system does not tell. */
  readonly workedMs: () => number | null;
  readonly close: () => Promise<void>;
}

/** The path of the built server; throws when it is not there. */
export function builtServer(): string {
  if (!existsSync(BUILT)) throw new Error('dist/main.cjs is missing: run "npm run build" first');
  return BUILT;
}

/** What a start gets besides the script: arguments after it, further variables, and a working folder. */
interface StartOptions {
  readonly cwd?: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a script with this Node; `home` is its data root. */
export function startServer(
  script: string,
  home: string,
  { cwd, args = [], env: more = {} }: StartOptions = {},
): Server {
  // The peer of the notebooks would print each thought.
  const env = { ...process.env, DEEP_THINK_HOME: home, DISABLE_THOUGHT_LOGGING: 'true', ...more };
  const child = spawn(process.execPath, [script, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const waiting = new Map<number, (message: Json) => void>();
  let rest = '';
  let asked = 0;
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  });
  const ask: Server['ask'] = async (method, params = {}) => {
    const id = ++asked;
    const answered = new Promise<Json>((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const message = await Promise.race([answered, ended]);
    if (!message?.result)
      throw new Error(`${method} failed: ${JSON.stringify(message ?? 'the server ended')}`);
    return message.result as Json;
  };
  const call: Server['call'] = async (tool, args) =>
    toolReply(tool, await ask('tools/call', { name: tool, arguments: args }));
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  return {
    ask,
    call,
    residentKib: () => statusKib(child.pid, 'VmRSS'),
    peakMib: () => {
      const kib = statusKib(child.pid, 'VmHWM');
      return kib === null ? null : kib / 1024;
    },
    workedMs: () => workedMs(child.pid),
    close,
  };
}

/** Shakes hands; the answer is the server's own description. */
export async function initialize(server: Server): Promise<Json> {
  const clientInfo = { name: 'bench', version: '1.0.0' };
  return server.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
}

function toolReply(tool: string, result: Json): ToolReply {
  const fields = (result.structuredContent ?? {}) as Json;
  const [content] = result.content as readonly { readonly text: string }[];
  const text = content?.text ?? '';
  if (fields.error !== undefined || result.isError === true) throw new Error(`${tool} refused: ${text}`);
  return { fields, text };
}

function statusKib(pid: number | undefined, row: 'VmRSS' | 'VmHWM'): number | null {
  try {
    const kib = new RegExp(`${row}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? null : Number(kib);
  } catch {
    return null;
  }
}

function workedMs(pid: number | undefined): number | null {
  try {
    const threads = `/proc/${pid}/task`;
    const nanoseconds = readdirSync(threads).map((thread) =>
      Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return null;
  }
}

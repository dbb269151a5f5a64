import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Check, ok, problem } from './finding.ts';
import { sayTools } from './tool-price.ts';

/** How long a start may take; clients give up after ten seconds and more. */
const PATIENCE_MS = 10_000;

/** What a fresh server said. */
type Greeting =
  | { readonly version: string; readonly tools: readonly string[]; readonly ms: number }
  | { readonly silence: string };

const REQUESTS = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'doctor', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

interface Answer {
  readonly id?: unknown;
  readonly result?: {
    readonly serverInfo?: { readonly version?: unknown };
    readonly tools?: readonly { readonly name?: unknown }[];
  };
}

/** The complete lines of a stream, as far as they are JSON; `stray` is the first that is not. */
function answersIn(stdout: string): { readonly answers: readonly Answer[]; readonly stray: string | null } {
  const answers: Answer[] = [];
  for (const line of stdout.split('\n').slice(0, -1)) {
    try {
      answers.push(JSON.parse(line) as Answer); // A field that is missing counts as no answer.
    } catch {
      return { answers, stray: line };
    }
  }
  return { answers, stray: null };
}

function collect(child: ChildProcess) {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      said[name] += chunk;
    });
  child.stdin?.on('error', () => undefined);
  return said;
}

/** Starts the server as a client would, greets it and asks for its tools. */
function greet(main: string, settings: readonly string[]): Promise<Greeting> {
  const begun = performance.now();
  const child = spawn(process.execPath, [main, ...settings.flatMap((each) => ['--set', each])], {
    stdio: 'pipe',
  });
  const said = collect(child);
  const lastWords = () => {
    const words = said.stderr.trim();
    return words === '' ? 'it wrote nothing on stderr' : `stderr: ${words.slice(0, 500)}`;
  };
  return new Promise((resolve) => {
    const end = (greeting: Greeting) => {
      clearTimeout(timer);
      child.stdin?.end();
      child.kill();
      resolve(greeting);
    };
    const timer = setTimeout(
      () => end({ silence: `no answer within ${PATIENCE_MS / 1000} s; ${lastWords()}` }),
      PATIENCE_MS,
    );
    child.on('error', ({ message }) => end({ silence: message }));
    child.on('close', (code) => end({ silence: `it ended with exit code ${code}; ${lastWords()}` }));
    child.stdout.on('data', () => {
      const { answers, stray } = answersIn(said.stdout);
      if (stray !== null) return end({ silence: `stdout carries "${stray.slice(0, 200)}"` });
      const listed = answers.find(({ id }) => id === 2)?.result?.tools;
      const version = answers.find(({ id }) => id === 1)?.result?.serverInfo?.version;
      if (listed === undefined) return;
      const tools = listed.map(({ name }) => String(name));
      end({ version: String(version), tools, ms: Math.round(performance.now() - begun) });
    });
    for (const request of REQUESTS) child.stdin.write(request);
  });
}

/** Whether the server answers a client. */
export const handshake: Check = {
  name: 'server',
  look: async ({ packageRoot, settings }) => {
    const greeting = await greet(join(packageRoot, 'dist', 'main.cjs'), settings);
    if ('silence' in greeting)
      return [
        problem(
          `the server does not answer: ${greeting.silence}`,
          'Correct what it says; when it says nothing, install the server again.',
        ),
      ];
    const { version, tools, ms } = greeting;
    return [ok(`version ${version} answers after ${ms} ms with ${sayTools(tools)}`)];
  },
};

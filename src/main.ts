import process from 'node:process';
import packageJson from '../package.json' with { type: 'json' };
import type { App } from './app.ts';
import { once } from './core/once.ts';
import type { DaemonOptions } from './http/options.ts';
import type { ToolDescription } from './server/describe.ts';
import { logWarning } from './server/log.ts';
import { createMcpServer } from './server/mcp.ts';
import { runUntilClosed } from './server/process.ts';
import { createStdioTransport } from './server/stdio.ts';
import tools from './server/tools.json' with { type: 'json' };
import { mayChangeOffer } from './store/offer-sign.ts';

/** What counts until the configuration has been read, and beside one that is broken. */
const FALLBACK_MESSAGE_BYTES = 32 * 1024 * 1024;
/** How long after the start the rest is loaded unless a call comes first. */
const PRELOAD_MS = 400;

/**
 * The server. Until the first call only what speaks the protocol is loaded: the tool list is ready-made, and
 * everything that answers calls is another file (`app.ts`). Settings on the command line are checked at once.
 */
async function serve(settings: readonly string[]): Promise<void> {
  let messageLimit = FALLBACK_MESSAGE_BYTES;
  let loaded: App | null = null;
  const namesOffer = mayChangeOffer();
  const start = async () => {
    const { createApp } = await import('./app.ts');
    const app = await createApp({ settings, namesOffer });
    if ('mistake' in app) return usageError(app.mistake);
    loaded = app;
    messageLimit = await app.messageBytes().catch(() => messageLimit);
    return app;
  };
  // Told once, whoever comes first; each call then answers that the server is not whole.
  const load = once(() =>
    start().catch((error: unknown) => {
      logWarning(sayBroken(error));
      return null;
    }),
  );
  const early = settings.length > 0 || namesOffer ? await load() : null;
  // The file holds what describeTool makes of the registry, which a test compares.
  const listed = early?.listed ?? (tools as unknown as ToolDescription[]);
  const call: App['dispatcher']['call'] = async (name, raw, line) => {
    const app = await load();
    return app === null ? BROKEN : app.dispatcher.call(name, raw, line);
  };
  const library = async () => {
    const app = await load();
    if (app === null) throw new Error(BROKEN.errorText);
    return app.library;
  };
  const server = createMcpServer({ tools: listed, call, library, version: packageJson.version });
  const transport = createStdioTransport({
    input: process.stdin,
    output: process.stdout,
    maxBytes: () => messageLimit,
  });
  runUntilClosed(transport, {
    stopWork: async () => loaded?.dispatcher.close(),
    finish: async () => loaded?.finish(),
  });
  await server.connect(transport);
  // By the time of the first call the rest is there; the timer keeps nobody alive.
  setTimeout(load, PRELOAD_MS).unref();
}

/** The server for several clients over HTTP; nothing of it is loaded for a client on stdio. */
async function serveHttp(settings: readonly string[], options: DaemonOptions): Promise<void> {
  const { createApp } = await import('./app.ts');
  const app = await createApp({ settings, namesOffer: mayChangeOffer() });
  if ('mistake' in app) return usageError(app.mistake);
  const { runDaemon } = await import('./http/serving.ts');
  const program = {
    served: app,
    version: packageJson.version,
    messageBytes: await app.messageBytes().catch(() => FALLBACK_MESSAGE_BYTES),
    root: app.root,
    stopWork: () => app.dispatcher.close(),
    finish: app.finish,
  };
  await runDaemon(program, options);
}

/** The answer to every call of a server whose files are not all there. */
const BROKEN = {
  reply: {},
  isError: true,
  errorText:
    'The server is not installed completely and can answer no call. Ask the user to install it again.',
};

/** What a person reads when a file of the program is missing or damaged: the reason without path and stack. */
function sayBroken(error: unknown): string {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : 'damaged';
  return `a file of the program cannot be loaded (${reason}); install it again`;
}

function usageError(problem: string): never {
  logWarning(`${problem}. Call deep-think-mcp --help.`);
  process.exit(2);
}

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  // A client's start reads no command line, unless the environment asks for another transport.
  const isPlain = words.length === 0 || words.join() === 'mcp';
  if (isPlain && !process.env.DEEP_THINK_MCP_TRANSPORT) return serve([]);
  const { carryOut } = await import('./cli/command-line.ts');
  await carryOut(words, { serve, serveHttp, version: packageJson.version });
}

main().catch(async (error: unknown) => {
  const say = await import('./app.ts').then(
    ({ sayFault }) => sayFault,
    () => sayBroken,
  );
  logWarning(say(error));
  process.exit(1);
});

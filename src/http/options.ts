import { canonicalHost, isLoopback, readPort } from './address.ts';
import type { Way } from './daemon.ts';
import { readMount } from './mount.ts';
import { mistakes } from './wording.ts';

/** What the command line or the environment says, as it was written. */
export interface WrittenOptions {
  readonly transport?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly path?: string | undefined;
  readonly stateless: boolean;
  readonly allowedHosts?: readonly string[];
  readonly token: TokenChoice;
}

/** Where the token comes from: the data root, a file of the operator, or nowhere. */
export type TokenChoice = 'own' | 'none' | { readonly file: string };

/** What a daemon is started with; hosts are canonical. */
export interface DaemonOptions {
  readonly host: string;
  readonly port: number;
  readonly way: Way;
  readonly allowedHosts: readonly string[];
  readonly token: TokenChoice;
}

const DEFAULTS = { transport: 'streamable-http', host: '127.0.0.1', port: '8182', path: '/mcp' };

/** The options with their defaults, or one clause about the first that is wrong. */
export function readOptions(written: WrittenOptions): DaemonOptions | { readonly mistake: string } {
  const { transport, host, port, path } = withDefaults(written);
  const { stateless, allowedHosts = [], token } = written;
  if (transport !== 'streamable-http' && transport !== 'sse') return mistakes.transport(transport);
  const bound = canonicalHost(host);
  const number = readPort(port);
  const mount = readMount(path);
  if (bound === null) return mistakes.host(host);
  if (number === null) return mistakes.port(port);
  if (mount === null) return mistakes.path(path);
  const further = allowedHosts.map((name) => canonicalHost(name) ?? '');
  const wrong = allowedHosts[further.indexOf('')];
  if (wrong !== undefined) return mistakes.host(wrong);
  const outside = isLoopback(bound) ? allowedHosts[further.findIndex((name) => !isLoopback(name))] : host;
  if (token === 'none' && outside !== undefined) return mistakes.open(outside);
  const way: Way = transport === 'sse' ? { transport } : { transport, path: mount, stateless };
  return { host: bound, port: number, way, allowedHosts: further, token };
}

function withDefaults(written: WrittenOptions): typeof DEFAULTS {
  const of = (name: keyof typeof DEFAULTS) => {
    const given = written[name]?.trim() ?? '';
    return given === '' ? DEFAULTS[name] : given;
  };
  return { transport: of('transport'), host: of('host'), port: of('port'), path: of('path') };
}

import { homedir } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import type { Command } from 'commander';
import { type DaemonOptions, readOptions, type TokenChoice } from '../http/options.ts';
import type { Shell } from './shell.ts';

/** The flags of an address. */
export interface HttpFlags {
  readonly transport?: string;
  readonly host?: string;
  readonly port?: string;
  readonly path?: string;
  readonly stateless?: boolean;
  readonly tokenFile?: string;
  readonly allowedHosts?: string;
}

/** Adds the flags of an address to a command; `transport` is a flag of its own. */
export function withHttpFlags(command: Command): Command {
  return command
    .option('--host <host>', 'the address to listen on, 127.0.0.1 by default (DEEP_THINK_MCP_HOST)')
    .option('--port <port>', 'the port, 8182 by default, 0 for a free one (DEEP_THINK_MCP_PORT)')
    .option('--path <path>', 'the path, /mcp by default; not for sse (DEEP_THINK_MCP_PATH)')
    .option('--stateless', 'keep nothing between requests of a client (DEEP_THINK_MCP_STATELESS)')
    .option('--token-file <file>', 'a file with the token that clients must send')
    .option('--allowed-hosts <names>', 'further host names under which clients may call');
}

const variable = (name: string) => process.env[`DEEP_THINK_MCP_${name}`]?.trim() || undefined;

/** The transport that a flag or the environment asks for; stdio when neither does. */
export function transportOf({ transport }: HttpFlags): string {
  return transport ?? variable('TRANSPORT') ?? 'stdio';
}

/** The options of a daemon; a wrong one ends the process. `token` is where it comes from unless a file is named. */
export function daemonOptions(
  flags: HttpFlags,
  token: TokenChoice,
  { refuse }: Pick<Shell, 'refuse'>,
): DaemonOptions {
  const { tokenFile, allowedHosts } = flags;
  const options = readOptions({
    transport: flags.transport,
    host: flags.host ?? variable('HOST'),
    port: flags.port ?? variable('PORT'),
    path: flags.path ?? variable('PATH'),
    stateless: flags.stateless ?? /^(?:1|true|yes|on)$/i.test(variable('STATELESS') ?? ''),
    allowedHosts: allowedHosts?.split(',') ?? [],
    token: tokenFile === undefined ? token : { file: resolve(tokenFile.replace(/^~(?=[\\/])/, homedir())) },
  });
  return 'mistake' in options ? refuse(options.mistake) : options;
}

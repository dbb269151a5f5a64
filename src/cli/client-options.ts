import { homedir } from 'node:os';
import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Command, Option } from 'commander';
import type { Desk } from '../app.ts';
import type { Client, Machine, Scope } from '../clients/client.ts';
import { CLIENTS } from '../clients/clients.ts';
import type { SetupOptions } from '../clients/setup.ts';
import { nearest } from '../core/nearest.ts';
import { isLoopback } from '../http/address.ts';
import { madeToken } from '../store/token-file.ts';
import type { Shell } from './shell.ts';
import { settingsOf } from './tool-options.ts';

/** The flags of an entry. */
export interface ClientFlags {
  readonly scope?: Scope;
  readonly toolsets?: string;
  readonly home?: string;
  readonly url?: string;
  readonly token?: string;
  readonly fromCheckout?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** The checkout or package that this file belongs to: one above `dist/`. */
export const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Adds the flags of an entry to a command. */
export function withClientFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--scope <scope>', 'the file of the user or of this project').choices(['user', 'project']),
    )
    .option('--toolsets <sets>', 'sets of tools, separated by commas; all for every tool')
    .option('--home <folder>', 'the data folder')
    .option('--url <url>', 'the address of a running server instead of a command')
    .option('--token <token>', 'its bearer token; for a server on this machine that of the data folder')
    .option('--from-checkout', 'start the build of this checkout instead of the package')
    .option('--json', 'print one JSON object');
}

/** What the flags ask of an entry; an entry that could not start or call the server ends the process. */
export async function optionsFor(flags: ClientFlags, { desk, refuse }: Shell): Promise<SetupOptions> {
  const wrong = entryMistake(flags);
  if (wrong !== null) refuse(wrong);
  const token = flags.token ?? (needsOwnToken(flags) ? tokenOf(await desk([])) : undefined);
  const { toolsets } = flags;
  const mistake =
    toolsets === undefined ? null : await (await desk([])).startMistake(settingsOf({ toolsets }));
  return mistake === null ? optionsOf(token === undefined ? flags : { ...flags, token }) : refuse(mistake);
}

/** What a header can carry behind `Bearer`. */
const TOKEN = /^[!-~]+$/;

const isHttp = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** What is wrong with the flags as they stand; null when nothing is. */
function entryMistake({ url, token, toolsets, home, fromCheckout }: ClientFlags): string | null {
  if (url === undefined) {
    if (token !== undefined) return '--token goes with --url';
    return home?.trim() === '' ? '--home wants a folder' : null;
  }
  if (!isHttp(url)) return `--url must be an address that begins with http:// or https://; it is "${url}"`;
  if (token !== undefined && !TOKEN.test(token))
    return '--token must be one word of letters, digits and signs';
  const given = { toolsets, home, 'from-checkout': fromCheckout };
  const [beside] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  return beside === undefined ? null : `--${beside} is for a server that the client starts: leave out --url`;
}

/** A file of a project may be shared, so that no secret goes there unasked; the address is one that can be read. */
const needsOwnToken = ({ url, scope }: ClientFlags) =>
  url !== undefined && scope !== 'project' && isLoopback(new URL(url).hostname);

/** The token of a daemon on the data folder, where one was made that can be read. */
function tokenOf({ world }: Desk): string | undefined {
  const made = madeToken(world.root());
  return made !== null && 'token' in made ? made.token : undefined;
}

function optionsOf({ scope, toolsets, home, url, token, fromCheckout, dryRun }: ClientFlags): SetupOptions {
  return {
    scope,
    toolsets: toolsets?.split(',').map((name) => name.trim()),
    home,
    remote: url === undefined ? undefined : { url, token },
    checkout: fromCheckout === true ? packageRoot : undefined,
    dryRun: dryRun ?? false,
  };
}

/** The client of a name; a wrong one ends the process. */
export function clientNamed(name: string, { refuse }: Pick<Shell, 'refuse'>): Client {
  const ids = CLIENTS.map(({ id }) => id);
  const client = CLIENTS.find(({ id }) => id === name.toLowerCase());
  if (client !== undefined) return client;
  const near = nearest(ids, name);
  return refuse(
    `unknown client "${name}"${near === undefined ? '' : `; did you mean "${near}"`}. Known: ${ids.join(', ')}`,
  );
}

/** This machine. */
export const machine = (): Machine => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  cwd: process.cwd(),
});

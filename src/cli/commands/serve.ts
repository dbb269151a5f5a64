import { Command } from 'commander';
import { daemonOptions, type HttpFlags, withHttpFlags } from '../http-options.ts';
import type { Shell } from '../shell.ts';
import { settingsOf, type ToolOptions, withToolOptions } from '../tool-options.ts';

interface ServeFlags extends ToolOptions, HttpFlags {
  /** False with `--no-auth`. */
  readonly auth: boolean;
}

/** `serve`: one server for several clients. */
export const serveCommand = (shell: Shell) =>
  withToolOptions(
    withHttpFlags(
      new Command('serve')
        .summary('serve several clients over HTTP until it is stopped')
        .description(
          'Serves several clients over HTTP until it is stopped. Clients must send the token of the file http-token in the data folder, which is made at the first start; a terminal shows it, a log only the file.',
        ),
    ).option('--no-auth', 'take every local program without a token; only on the loopback'),
  )
    .allowExcessArguments(false)
    .action(({ auth, ...flags }: ServeFlags) =>
      shell.serveHttp(settingsOf(flags), daemonOptions(flags, auth ? 'own' : 'none', shell)),
    );

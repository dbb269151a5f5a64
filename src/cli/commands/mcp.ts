import { Command } from 'commander';
import { daemonOptions, type HttpFlags, transportOf, withHttpFlags } from '../http-options.ts';
import type { Shell } from '../shell.ts';
import { settingsOf, type ToolOptions, withToolOptions } from '../tool-options.ts';

/** `mcp`: the server itself; with `--transport` over HTTP, in the flags of the server that this one replaces. */
export const mcpCommand = (shell: Pick<Shell, 'serve' | 'serveHttp' | 'refuse'>) =>
  withHttpFlags(
    withToolOptions(
      new Command('mcp')
        .summary('serve one client on stdin and stdout; the same as no command')
        .description(
          'Serves one client on stdin and stdout until stdin ends. With --transport it serves several clients over HTTP, on the loopback without a token; see serve.',
        ),
    ).option('--transport <name>', 'stdio, streamable-http or sse (DEEP_THINK_MCP_TRANSPORT)'),
  )
    .allowExcessArguments(false)
    .action(async (flags: ToolOptions & HttpFlags) => {
      const transport = transportOf(flags);
      if (transport === 'stdio') return shell.serve(settingsOf(flags));
      const options = daemonOptions({ ...flags, transport }, 'none', shell);
      return shell.serveHttp(settingsOf(flags), options);
    });

import { Command } from 'commander';
import { type SetOption, type Shell, setOption } from '../shell.ts';

/** `mcp`: the server itself. */
export const mcpCommand = ({ serve }: Shell) =>
  new Command('mcp')
    .summary('serve one client on stdin and stdout; the same as no command')
    .description('Serves one client on stdin and stdout until stdin ends.')
    .addOption(setOption())
    .allowExcessArguments(false)
    .action(({ set = [] }: SetOption) => serve(set));

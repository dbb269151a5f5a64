import { Command } from 'commander';
import { type SetOption, type Shell, setOption } from '../shell.ts';

interface ServeOptions extends SetOption {
  readonly toolsets?: string;
  readonly tools?: string;
  readonly excludeTools?: string;
  readonly readOnly?: boolean;
}

/** `mcp`: the server itself. */
export const mcpCommand = ({ serve }: Shell) =>
  new Command('mcp')
    .summary('serve one client on stdin and stdout; the same as no command')
    .description('Serves one client on stdin and stdout until stdin ends.')
    .option(
      '--toolsets <sets>',
      'core, serial, subagent, review, sequential, tree, search, autopilot, all; or slim alone',
    )
    .option('--tools <names>', 'further tools beside those of the sets')
    .option('--exclude-tools <names>', 'tools that are left out')
    .option('--read-only', 'only tools that change nothing')
    .addOption(setOption())
    .allowExcessArguments(false)
    .action((options: ServeOptions) => serve(settingsOf(options)));

/** The flags as the settings that they stand for. With `--tools` alone these are all the tools. */
function settingsOf({ toolsets, tools, excludeTools, readOnly, set = [] }: ServeOptions): string[] {
  const sets = toolsets ?? (tools === undefined ? undefined : '');
  return [
    ...(sets === undefined ? [] : [`tools.toolsets=${sets}`]),
    ...(tools === undefined ? [] : [`tools.include=${tools}`]),
    ...(excludeTools === undefined ? [] : [`tools.exclude=${excludeTools}`]),
    ...(readOnly === true ? ['tools.read_only=true'] : []),
    ...set,
  ];
}

import type { Command } from 'commander';
import { type SetOption, setOption } from './shell.ts';

/** The flags of a server's tools and configuration. */
export interface ToolOptions extends SetOption {
  readonly toolsets?: string;
  readonly tools?: string;
  readonly excludeTools?: string;
  readonly readOnly?: boolean;
}

/** Adds the flags to a command. */
export function withToolOptions(command: Command): Command {
  return command
    .option(
      '--toolsets <sets>',
      'core, serial, subagent, review, sequential, tree, search, autopilot, all; or slim alone',
    )
    .option('--tools <names>', 'further tools beside those of the sets')
    .option('--exclude-tools <names>', 'tools that are left out')
    .option('--read-only', 'only tools that change nothing')
    .addOption(setOption());
}

/** The flags as the settings that they stand for. With `--tools` alone these are all the tools. */
export function settingsOf({ toolsets, tools, excludeTools, readOnly, set = [] }: ToolOptions): string[] {
  const sets = toolsets ?? (tools === undefined ? undefined : '');
  return [
    ...(sets === undefined ? [] : [`tools.toolsets=${sets}`]),
    ...(tools === undefined ? [] : [`tools.include=${tools}`]),
    ...(excludeTools === undefined ? [] : [`tools.exclude=${excludeTools}`]),
    ...(readOnly === true ? ['tools.read_only=true'] : []),
    ...set,
  ];
}

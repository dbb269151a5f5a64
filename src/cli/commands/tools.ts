import { Command } from 'commander';
import type { Shell } from '../shell.ts';
import costs from '../tool-costs.json' with { type: 'json' };
import { setCosts, toolLines } from '../tool-lines.ts';

/** `tools`: what can be chosen, and what it costs. */
export const toolsCommand = ({ print, printJson }: Shell) =>
  new Command('tools')
    .summary('list the tools, their sets and what they cost a model in tokens')
    .description('Lists every tool with its sets and its tokens (o200k), then every set.')
    .option('--json', 'print one JSON object')
    .allowExcessArguments(false)
    .action(({ json }: { readonly json?: boolean }) =>
      json === true
        ? printJson({ tools: costs, sets: setCosts(costs) })
        : print(`${toolLines(costs).join('\n')}\n`),
    );

import process from 'node:process';
import { Command } from 'commander';
import { configLines } from '../config-lines.ts';
import { type SetOption, type Shell, setOption } from '../shell.ts';

/** `config`: what counts here, and why. */
export const configCommand = ({ desk, print }: Shell) =>
  new Command('config')
    .summary('print every key of the configuration with its value and where that comes from')
    .description('Prints every key of the configuration with its value and where that comes from.')
    .addOption(setOption())
    .allowExcessArguments(false)
    .action(async ({ set = [] }: SetOption) => {
      const { world, keyVariables } = await desk(set);
      const secrets = keyVariables.filter(({ source }) => (process.env[source]?.trim() ?? '') !== '');
      const lines = [`# data root: ${world.root()}`, ...configLines(await world.explainConfig(), secrets)];
      print(`${lines.join('\n')}\n`);
    });

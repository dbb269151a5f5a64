import process from 'node:process';
import { Command } from 'commander';
import { printBlock } from '../../clients/block.ts';
import { sayBlock, sayRefusal } from '../../clients/wording.ts';
import { type ClientFlags, clientNamed, machine, optionsFor, withClientFlags } from '../client-options.ts';
import { configLines, shown } from '../config-lines.ts';
import { type SetOption, type Shell, setOption } from '../shell.ts';

/** `config`: what counts here, and why; or the entry of a client. */
export const configCommand = (shell: Shell) =>
  withClientFlags(
    new Command('config')
      .summary('print the configuration, or the entry for a client')
      .description(
        'Without a client: every key of the configuration with its value and where that comes from. With a client: the entry to put into its configuration, and where.',
      )
      .argument('[client]', 'such as claude-desktop, claude-code, cursor or vscode'),
  )
    .addOption(setOption())
    .allowExcessArguments(false)
    .action((client: string | undefined, flags: ClientFlags & SetOption) =>
      client === undefined ? printValues(shell, flags) : printEntry(shell, client, flags),
    );

async function printValues(
  { desk, print, printJson }: Shell,
  { set = [], json }: ClientFlags & SetOption,
): Promise<void> {
  const { world, keyVariables } = await desk(set);
  const values = await world.explainConfig();
  const secrets = keyVariables.filter(({ source }) => (process.env[source]?.trim() ?? '') !== '');
  const lines = [`# data root: ${world.root()}`, ...configLines(values, secrets)];
  const all = {
    root: world.root(),
    values: values.map((each) => ({ ...each, value: JSON.parse(shown(each.value)) })),
  };
  if (json === true) printJson(all);
  else print(`${lines.join('\n')}\n`);
}

async function printEntry(shell: Shell, name: string, flags: ClientFlags): Promise<void> {
  const client = clientNamed(name, shell);
  const block = printBlock(client, await optionsFor(flags, shell), machine());
  if (flags.json === true) shell.printJson(block);
  else if (block.kind === 'block') shell.print(`${sayBlock(client, block)}\n\n${block.text}\n`);
  else shell.tell(sayRefusal(client, block));
  if (block.kind !== 'block') process.exitCode = 1;
}

import process from 'node:process';
import { Command } from 'commander';
import type { Client } from '../../clients/client.ts';
import type { Outcome, Refusal } from '../../clients/outcome.ts';
import { remove } from '../../clients/remove.ts';
import { type SetupOptions, setup } from '../../clients/setup.ts';
import { sayRemoval, saySetup } from '../../clients/wording.ts';
import { type ClientFlags, clientNamed, machine, optionsFor, withClientFlags } from '../client-options.ts';
import type { Shell } from '../shell.ts';

type Work = (client: Client, options: SetupOptions, at: ReturnType<typeof machine>) => Outcome | Refusal;

/** `setup`: writes the entry into the client's own file. */
export const setupCommand = (shell: Shell) =>
  withClientFlags(
    new Command('setup')
      .summary("write the server's entry into the configuration of a client")
      .description(
        "Writes the server's entry into the configuration file of a client; what was there is kept, with a backup.",
      )
      .argument('<client>', 'such as claude-desktop, claude-code, cursor or vscode'),
  )
    .option('--dry-run', 'only show what would change')
    .allowExcessArguments(false)
    .action((name: string, flags: ClientFlags) => change(shell, name, flags, { work: setup, say: saySetup }));

/** `remove`: takes the entry out again. */
export const removeCommand = (shell: Shell) =>
  withClientFlags(
    new Command('remove')
      .summary("take the server's entry out of the configuration of a client")
      .description("Takes the server's entry out of the configuration file of a client again.")
      .argument('<client>', 'the client as it was named to setup'),
  )
    .option('--dry-run', 'only show what would change')
    .allowExcessArguments(false)
    .action((name: string, flags: ClientFlags) =>
      change(shell, name, flags, { work: remove, say: sayRemoval }),
    );

/** The kinds of results that did what was asked. */
const DONE: readonly string[] = ['unchanged', 'planned', 'written'];

async function change(
  shell: Shell,
  name: string,
  flags: ClientFlags,
  { work, say }: { readonly work: Work; readonly say: typeof saySetup },
): Promise<void> {
  const client = clientNamed(name, shell);
  const result = work(client, await optionsFor(flags, shell), machine());
  const isDone = DONE.includes(result.kind);
  if (flags.json === true) shell.printJson(result);
  else if (isDone) shell.print(`${say(client, result)}\n`);
  else shell.tell(say(client, result));
  if (!isDone) process.exitCode = 1;
}

import { Command, CommanderError } from 'commander';
import { nearest } from '../core/nearest.ts';
import { configCommand } from './commands/config.ts';
import { importCommand } from './commands/import.ts';
import { mcpCommand } from './commands/mcp.ts';
import { runCommand } from './commands/run.ts';
import { searchCommand } from './commands/search.ts';
import { removeCommand, setupCommand } from './commands/setup.ts';
import { showCommand } from './commands/show.ts';
import { toolsCommand } from './commands/tools.ts';
import { environmentHelp, keyHelp } from './help.ts';
import { createShell, type Program, type Shell } from './shell.ts';

/** Every command; the order is that of the help. */
const COMMANDS = [
  mcpCommand,
  configCommand,
  setupCommand,
  removeCommand,
  runCommand,
  showCommand,
  searchCommand,
  importCommand,
  toolsCommand,
];

/** The whole command line: what the help, the completion and the documents are made of. */
export function commandTable(shell: Shell): Command {
  const table = new Command('deep-think-mcp')
    .description('A reasoning server for MCP clients. Without a command it serves one client over stdio.')
    .version(shell.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showSuggestionAfterError()
    .configureOutput({
      outputError: (text) => shell.tell(text.trim().replace(/^error: /, 'deep-think-mcp: ')),
    })
    .exitOverride()
    .addHelpText('after', `\n${environmentHelp}`);
  for (const make of COMMANDS) {
    const command = make(shell).copyInheritedSettings(table).helpOption('-h, --help', 'print this help');
    table.addCommand(command, { isDefault: make === mcpCommand });
  }
  return table;
}

/** Carries out the words of the command line. Exit code 2: a mistake in them; 1: the work failed. */
export async function carryOut(words: readonly string[], program: Program): Promise<void> {
  const shell = createShell(program);
  const table = commandTable(shell);
  const [word] = words;
  const names = table.commands.map((command) => command.name());
  if (word !== undefined && !word.startsWith('-') && !names.includes(word)) {
    const near = nearest(names, word);
    shell.refuse(`unknown command "${word}"${near === undefined ? '' : `; did you mean "${near}"`}`);
  }
  if (words.some((each) => each === '--help' || each === '-h') && !names.includes(word ?? ''))
    table.addHelpText('after', `\n${keyHelp((await shell.desk([])).keys)}`);
  try {
    await table.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

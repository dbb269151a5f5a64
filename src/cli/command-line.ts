import { Command, CommanderError } from 'commander';
import { nearest } from '../core/nearest.ts';
import { completeCommand, completeWordsCommand } from './commands/complete.ts';
import { configCommand } from './commands/config.ts';
import { doctorCommand } from './commands/doctor.ts';
import { importCommand } from './commands/import.ts';
import { mcpCommand } from './commands/mcp.ts';
import { runCommand } from './commands/run.ts';
import { searchCommand } from './commands/search.ts';
import { serveCommand } from './commands/serve.ts';
import { sessionsCommand } from './commands/sessions.ts';
import { removeCommand, setupCommand } from './commands/setup.ts';
import { showCommand } from './commands/show.ts';
import { toolsCommand } from './commands/tools.ts';
import { environmentHelp, keyHelp } from './help.ts';
import { createShell, type Program, type Shell } from './shell.ts';

/** Every command; the order is that of the help. */
const COMMANDS = [
  mcpCommand,
  serveCommand,
  configCommand,
  setupCommand,
  removeCommand,
  doctorCommand,
  runCommand,
  showCommand,
  searchCommand,
  sessionsCommand,
  importCommand,
  toolsCommand,
  completeCommand,
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
    table.addCommand(settled(make(shell), table), { isDefault: make === mcpCommand });
  }
  table.addCommand(settled(completeWordsCommand(shell), table), { hidden: true });
  return table;
}

/** The command and those below it with the ways of the whole table. */
function settled(command: Command, above: Command): Command {
  command.copyInheritedSettings(above).helpOption('-h, --help', 'print this help').helpCommand(false);
  for (const each of command.commands) settled(each, command);
  return command;
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

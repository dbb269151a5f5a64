import type { Argument, Command, Option } from 'commander';
import { commandTable } from '../../src/cli/command-line.ts';
import { SCRIPTS, SHELLS } from '../../src/cli/completion/scripts.ts';
import { environmentHelp } from '../../src/cli/help.ts';

/** The command table as it is built for the program, with nothing behind it. */
export function bareTable(): Command {
  const nothing = async (): Promise<never> => {
    throw new Error('nothing runs here');
  };
  return commandTable({
    version: '0.0.0',
    serve: nothing,
    serveHttp: nothing,
    desk: nothing,
    print: () => undefined,
    printPainted: () => undefined,
    printJson: () => undefined,
    tell: () => undefined,
    refuse: () => {
      throw new Error('refused');
    },
  });
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function choicesOf({ argChoices, defaultValue }: Pick<Argument | Option, 'argChoices' | 'defaultValue'>) {
  const choices = argChoices === undefined ? '' : `: ${argChoices.join(', ')}`;
  return defaultValue === undefined ? choices : `${choices} (default: ${String(defaultValue)})`;
}

function rowsOf(command: Command): string[] {
  const placed = command.registeredArguments.map(
    (argument) => `| \`${argument.name()}\` | ${cell(argument.description + choicesOf(argument))} |`,
  );
  const flags = command.options.map(
    (option) => `| \`${cell(option.flags)}\` | ${cell(option.description + choicesOf(option))} |`,
  );
  return [...placed, ...flags];
}

function section(command: Command, path: string): string[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const rows = rowsOf(command);
  const usage = below.length > 0 ? [] : ['```text', `${path} ${command.usage()}`.trim(), '```', ''];
  return [
    `## ${path.replace(/^deep-think-mcp /, '')}`,
    '',
    command.description(),
    '',
    ...usage,
    ...(rows.length === 0 ? [] : ['| | |', '|---|---|', ...rows, '']),
    ...below.flatMap((each) => section(each, `${path} ${each.name()}`)),
  ];
}

/** The page about the command line, from the table that the program itself reads. */
export function cliPage(): string {
  const table = bareTable();
  const commands = table.createHelp().visibleCommands(table);
  const places = SHELLS.map((shell) => {
    const [, line, file] = /^# [^:]*: (.*) in (.*)$/mu.exec(SCRIPTS[shell]) ?? [];
    return `- ${shell}: \`${line}\` in ${file}`;
  });
  return [
    '# The command line',
    '',
    '`npx vitest run test/cli -u` writes this page. In a checkout the program is `node dist/main.cjs`; once the package is published it is',
    '`npx -y deep-think-mcp`. Every command takes `--help`. Exit codes: 0 done, 1 the work failed or a problem was found, 2 a mistake in the',
    'command line, 130 stopped with Ctrl-C. Results go to stdout, everything else to stderr. On a terminal listings have columns and',
    'colours (`NO_COLOR` switches these off); elsewhere they have tabs.',
    '',
    ...commands.flatMap((each) => section(each, `deep-think-mcp ${each.name()}`)),
    '## Completion',
    '',
    '`deep-think-mcp complete SHELL` prints the script of a shell. It works for a program that is called by the name `deep-think-mcp`.',
    '',
    ...places,
    '',
    '## Environment',
    '',
    '```text',
    environmentHelp,
    '```',
    '',
  ].join('\n');
}

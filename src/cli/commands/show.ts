import process from 'node:process';
import { Command } from 'commander';
import { type SetOption, type Shell, setOption } from '../shell.ts';
import { formatNamed, sayNoFormat, showSession } from '../show-session.ts';

interface ShowOptions extends SetOption {
  readonly format: string;
  readonly out: string;
}

/** `show`: the record of one session. */
export const showCommand = ({ desk, print, tell, refuse }: Shell) =>
  new Command('show')
    .summary('write the record of a session, as Markdown or in another format')
    .description('Writes the record of a session to stdout or into a file.')
    .argument('<id>', 'the id of the session')
    .option('--format <format>', 'md, json, mermaid, dot or html', 'md')
    .option('--out <file>', 'the file; - is stdout', '-')
    .addOption(setOption())
    .allowExcessArguments(false)
    .action(async (id: string, { format: word, out, set = [] }: ShowOptions) => {
      if (out.trim() === '') refuse('--out wants a file, or - for stdout');
      const format = formatNamed(word) ?? refuse(sayNoFormat(word));
      const { world, written, writeOut } = await desk(set);
      const problem = await showSession(
        { id, format, out },
        { store: world.store, written, writeOut, print },
      );
      if (problem === null) return;
      tell(`deep-think-mcp: ${problem}`);
      process.exitCode = 1;
    });

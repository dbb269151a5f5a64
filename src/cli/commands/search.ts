import process from 'node:process';
import { Command } from 'commander';
import { MOST_FOUND } from '../../session-tools/search.ts';
import { forPerson } from '../person-words.ts';
import { searchLines } from '../search.ts';
import { limitOption, type SetOption, type Shell, setOption } from '../shell.ts';

interface SearchOptions extends SetOption {
  readonly limit?: number;
  readonly json?: boolean;
}

/** `search`: sessions by their words. */
export const searchCommand = (shell: Shell) =>
  new Command('search')
    .summary('find sessions by the words of their questions, thoughts and findings')
    .description('Finds sessions by the words of their questions, thoughts and findings, best first.')
    .argument('<words...>', 'the words, in any order')
    .addOption(limitOption('how many sessions at most', MOST_FOUND))
    .option('--json', 'print the reply as JSON')
    .addOption(setOption())
    .action((words: readonly string[], options: SearchOptions) => search(shell, words.join(' '), options));

async function search(shell: Shell, query: string, { limit, json, set = [] }: SearchOptions) {
  const { desk, print, printJson, tell, refuse } = shell;
  if (query.trim() === '') refuse('search wants words');
  const { dispatcher } = await desk(set);
  const { reply } = await dispatcher().call('search_sessions', { query, limit });
  if (json === true) printJson(reply);
  else if (reply.error === undefined) print(`${searchLines(reply).join('\n')}\n`);
  else tell(`deep-think-mcp: ${forPerson(reply.message)}`);
  if (reply.error !== undefined) process.exitCode = 1;
}

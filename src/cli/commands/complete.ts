import { Argument, Command } from 'commander';
import { flat } from '../../core/text.ts';
import { type Candidate, type Candidates, candidatesFor } from '../completion/candidates.ts';
import { ASKED, SCRIPTS, SHELLS } from '../completion/scripts.ts';
import type { Shell } from '../shell.ts';
import { cut } from '../terminal.ts';

/** The newest sessions that are shown with their questions. */
const MOST_SESSIONS = 50;

/** `complete`: the script that makes a shell complete our words. */
export const completeCommand = ({ print }: Shell) =>
  new Command('complete')
    .summary('print the completion script of a shell')
    .description('Prints the script that makes a shell complete commands, flags, clients and session ids.')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .allowExcessArguments(false)
    .action((shell: (typeof SHELLS)[number]) => print(SCRIPTS[shell]));

/** What the scripts ask: one candidate a line, a tab before what is said about it. */
export const completeWordsCommand = (shell: Shell) =>
  new Command(ASKED)
    .description('Prints what may come instead of the last word.')
    .argument('[words...]', 'the words of the line so far')
    .action(async (words: readonly string[], _: unknown, command: Command) => {
      const found = candidatesFor(command.parent ?? command, words);
      shell.print(written(found === 'sessions' ? await sessions(shell, words.at(-1) ?? '') : found));
    });

async function sessions({ desk }: Shell, current: string): Promise<readonly Candidate[]> {
  try {
    const { store } = (await desk([])).world;
    const all = { cursor: null, status: null, protocol: null, project: null };
    const page = await store.list({ ...all, limit: MOST_SESSIONS });
    const about = new Map(page.sessions.map(({ id, question }) => [id, question]));
    const ids = (await store.ids()).filter((id) => id.startsWith(current));
    return ids.map((id) => ({ name: id, about: about.get(id) ?? '' }));
  } catch (error) {
    // Nobody reads a fault in the middle of a line.
    if (!(error instanceof Error && 'code' in error)) throw error;
    return [];
  }
}

function written(candidates: Exclude<Candidates, 'sessions'>): string {
  return candidates.map(({ name, about }) => `${name}\t${cut(flat(about))}\n`).join('');
}

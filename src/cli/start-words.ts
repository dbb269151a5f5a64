import { CommanderError } from 'commander';
import type { Desk } from '../app.ts';
import { mcpCommand } from './commands/mcp.ts';

/** Carries a mistake out of the command that would end the process with it. */
class Refused extends Error {}

/** What keeps the server from starting with these words of a command line; null when nothing does. */
export async function wordsMistake(words: readonly string[], desk: Desk): Promise<string | null> {
  let settings: readonly string[] = [];
  const note = async (given: readonly string[]) => {
    settings = given;
  };
  const refuse = (mistake: string): never => {
    throw new Refused(mistake);
  };
  const command = mcpCommand({ serve: note, serveHttp: note, refuse })
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} });
  try {
    await command.parseAsync(words[0] === 'mcp' ? words.slice(1) : words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError || error instanceof Refused)) throw error;
    return error.message.replace(/^error: /, '');
  }
  return desk.startMistake(settings);
}

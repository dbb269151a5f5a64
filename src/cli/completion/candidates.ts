import type { Argument, Command, Option } from 'commander';
import { CLIENTS } from '../../clients/clients.ts';
import { SHOWN_FORMATS } from '../show-session.ts';

/** What may stand at the end of a line, with a word about it. */
export interface Candidate {
  readonly name: string;
  readonly about: string;
}

/** The candidates; `sessions` stands for the ids of the stored sessions. */
export type Candidates = readonly Candidate[] | 'sessions';

const plain = (names: readonly string[]): Candidate[] => names.map((name) => ({ name, about: '' }));

/** What may stand for an argument or a value of that name; of any other nothing is known. */
const SOURCES: ReadonlyMap<string, () => Candidates> = new Map<string, () => Candidates>([
  ['client', () => CLIENTS.map(({ id, title }) => ({ name: id, about: title }))],
  ['id', () => 'sessions'],
  ['ids', () => 'sessions'],
  ['session', () => 'sessions'],
  ['format', () => plain(SHOWN_FORMATS)],
]);

function valuesOf(name: string, { argChoices }: Pick<Argument | Option, 'argChoices'>): Candidates {
  return argChoices === undefined ? (SOURCES.get(name)?.() ?? []) : plain(argChoices);
}

/** Where a line has come to: its command, the arguments so far, and the flag that waits for a value. */
interface Place {
  readonly command: Command;
  readonly given: number;
  readonly waiting: Option | null;
}

/** The flags of a command; without one of its own a line takes those of the server. */
function optionsOf(command: Command): readonly Option[] {
  const own = command.createHelp().visibleOptions(command);
  const server = command.parent === null ? command.commands.find((each) => each.name() === 'mcp') : undefined;
  return server === undefined ? own : [...own, ...server.options];
}

function stepped({ command, given, waiting }: Place, word: string): Place {
  if (waiting !== null) return { command, given, waiting: null };
  if (word.startsWith('-')) {
    const option = optionsOf(command).find((each) => each.long === word || each.short === word);
    return { command, given, waiting: option?.required === true ? option : null };
  }
  const below = command.commands.find((each) => each.name() === word);
  return below === undefined
    ? { command, given: given + 1, waiting: null }
    : { command: below, given: 0, waiting: null };
}

/** What may come instead of the last word. */
function allAt({ command, given, waiting }: Place, current: string): Candidates {
  if (waiting !== null) return valuesOf(waiting.attributeName(), waiting);
  if (current.startsWith('-'))
    return optionsOf(command).map(({ long, description }) => ({ name: long ?? '', about: description }));
  if (command.commands.length > 0) {
    const below = command.createHelp().visibleCommands(command);
    return below.map((each) => ({ name: each.name(), about: each.summary() || each.description() }));
  }
  const { registeredArguments: known } = command;
  const last = known.at(-1);
  const argument = known[given] ?? (last?.variadic === true ? last : undefined);
  return argument === undefined ? [] : valuesOf(argument.name(), argument);
}

/** What may come instead of the last of these words. */
export function candidatesFor(table: Command, words: readonly string[]): Candidates {
  const start: Place = { command: table, given: 0, waiting: null };
  const current = words.at(-1) ?? '';
  const found = allAt(words.slice(0, -1).reduce(stepped, start), current);
  return found === 'sessions' ? found : found.filter(({ name }) => name.startsWith(current));
}

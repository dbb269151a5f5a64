import process from 'node:process';
import { InvalidArgumentError, Option } from 'commander';
import type { Desk } from '../app.ts';
import { readCount } from '../core/lenient/count.ts';
import { jsonText, shownText } from '../core/text.ts';
import type { DaemonOptions } from '../http/options.ts';

/** What the program itself gives to its commands. */
export interface Program {
  /** Runs the stdio server with these settings. */
  readonly serve: (settings: readonly string[]) => Promise<void>;
  /** Runs the server for several clients. */
  readonly serveHttp: (settings: readonly string[], options: DaemonOptions) => Promise<void>;
  readonly version: string;
}

/** What every command works with. */
export interface Shell extends Program {
  /** The data root and the configuration, with the settings of `--set`; a wrong one ends the process. */
  readonly desk: (settings: readonly string[]) => Promise<Desk>;
  /** Puts a text on stdout; nothing in it steers the terminal. */
  readonly print: (text: string) => void;
  /** Puts a text with colours on stdout; what it shows must be flat. */
  readonly printPainted: (text: string) => void;
  /** Puts a value on stdout as JSON that holds all of it. */
  readonly printJson: (value: unknown) => void;
  /** Puts a line on stderr; nothing in it steers the terminal. */
  readonly tell: (line: string) => void;
  /** Ends the process because of a mistake in the command line. */
  readonly refuse: (mistake: string) => never;
}

/** The exit code after a mistake in the command line. */
const USAGE = 2;

/** The shell of this process. */
export function createShell(program: Program): Shell {
  // A reader that has seen enough may close the pipe.
  process.stdout.on('error', () => process.exit(0));
  // Where the terminal has gone, nobody can be told of it.
  process.stderr.on('error', () => {});
  const write = (text: string) => void process.stdout.write(text);
  const tell = (line: string) => void process.stderr.write(`${shownText(line)}\n`);
  const refuse = (mistake: string): never => {
    tell(`deep-think-mcp: ${mistake}. Call deep-think-mcp --help.`);
    process.exit(USAGE);
  };
  return {
    ...program,
    tell,
    refuse,
    print: (text) => write(shownText(text)),
    printPainted: write,
    printJson: (value) => write(jsonText(value)),
    desk: async (settings) => {
      const { openDesk } = await import('../app.ts');
      const desk = openDesk(settings);
      return 'mistake' in desk ? refuse(desk.mistake) : desk;
    },
  };
}

/** What every command with a configuration takes. */
export interface SetOption {
  readonly set?: readonly string[];
}

/** `--set table.key=value`, as often as wanted. */
export const setOption = () =>
  new Option('--set <table.key=value>', 'a key of the configuration; may be repeated').argParser(
    (value: string, before: readonly string[] = []) => [...before, value],
  );

/** `--limit`: a whole number from 1 to `most`. */
export const limitOption = (about: string, most: number) =>
  new Option('--limit <count>', about).argParser((text: string) => {
    const read = readCount(text);
    if (read.ok && read.value >= 1 && read.value <= most) return read.value;
    throw new InvalidArgumentError(`Wanted: a whole number from 1 to ${most}.`);
  });

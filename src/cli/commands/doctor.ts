import process from 'node:process';
import { Command } from 'commander';
import { counted, flat } from '../../core/text.ts';
import { machine, packageRoot } from '../client-options.ts';
import { examine, type Told } from '../doctor/examination.ts';
import { type SetOption, type Shell, setOption } from '../shell.ts';
import { painted, terminal } from '../terminal.ts';

interface DoctorFlags extends SetOption {
  readonly json?: boolean;
  readonly fix?: boolean;
}

/** `doctor`: whether everything works that a client needs. */
export const doctorCommand = (shell: Shell) =>
  new Command('doctor')
    .summary('check the server, the data folder, the configuration and the clients')
    .description(
      'Starts the server once, checks the data folder, the configuration, model servers and the entries in clients, and says what to do. Exit code 1: there is a problem.',
    )
    .option('--fix', 'put right what loses nothing: index, leftovers of dead processes, entries in clients')
    .option('--json', 'print one JSON object')
    .addOption(setOption())
    .allowExcessArguments(false)
    .action((flags: DoctorFlags) => doctor(shell, flags));

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const;

async function doctor(
  { desk, print, printPainted, printJson, version }: Shell,
  { json = false, fix = false, set = [] }: DoctorFlags,
): Promise<void> {
  const patient = { desk: await desk(set), machine: machine(), packageRoot, version, settings: set };
  const at = terminal();
  const line = ({ level, check, what, todo, fixed }: Told) => {
    const word = painted((fixed ? 'fixed' : level).padEnd(7), COLOURS[level], at);
    return `${word}  ${check}: ${flat(what)}\n${todo === null ? '' : `         ${flat(todo)}\n`}`;
  };
  const findings = await examine(patient, fix, (told) => {
    if (!json) printPainted(line(told));
  });
  const count = (wanted: Told['level']) => findings.filter(({ level }) => level === wanted).length;
  const isWell = count('problem') === 0;
  if (json) printJson({ ok: isWell, findings });
  else print(`${counted(count('problem'), 'problem')}, ${counted(count('warning'), 'warning')}.\n`);
  if (!isWell) process.exitCode = 1;
}

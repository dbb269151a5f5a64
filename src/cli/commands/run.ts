import process from 'node:process';
import { Command, Option } from 'commander';
import type { Desk } from '../../app.ts';
import { StageNames } from '../../core/config.ts';
import { readList } from '../../core/lenient/list.ts';
import type { JobProgress } from '../../kit/job.ts';
import { RUN_MODES, runQuestion, sayGoOn } from '../run-question.ts';
import { type SetOption, type Shell, setOption } from '../shell.ts';
import { sayUnknown } from '../show-session.ts';

interface RunOptions extends SetOption {
  readonly session?: string;
  readonly endpoint?: string;
  readonly model?: string;
  readonly mode?: string;
  readonly stages?: string;
}

/** The exit codes after the signals that end a run: 128 and the number of the signal. */
const ENDINGS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const NEVER = new AbortController().signal;

/** `run`: a whole question with a model behind an endpoint. */
export const runCommand = (shell: Shell) =>
  new Command('run')
    .summary('work a whole question with a model behind an endpoint')
    .description(
      'Works a whole question with a model behind an endpoint, or goes on with a session that is open. The record goes to stdout, progress to stderr. Ctrl-C keeps everything.',
    )
    .argument('[question]', 'the question; not needed with --session')
    .option('--session <id>', 'go on with this session')
    .option('--endpoint <url>', 'base URL of an OpenAI-compatible server')
    .option('--model <name>', 'the model that it is asked for')
    .addOption(new Option('--mode <mode>', 'the way of working (default: serial)').choices(RUN_MODES))
    .option('--stages <names>', 'stages, separated by commas')
    .addOption(setOption())
    .allowExcessArguments(false)
    .action((question: string | undefined, options: RunOptions) => run(shell, question ?? '', options));

/** The endpoint and the model serve both modes. */
function settingsOf({ endpoint, model, set = [] }: RunOptions): string[] {
  const both = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`subagent.${name}=${value}`, `autopilot.${name}=${value}`];
  return [...both('endpoint', endpoint), ...both('model', model), ...set];
}

/** Ends the process where the words of the command line ask for nothing that can be run. */
function vetWords({ refuse }: Shell, question: string, { session, stages, model }: RunOptions): void {
  if (session === undefined && question.trim() === '')
    refuse('run wants a question, or --session with the id of one that is open');
  if (session !== undefined && stages !== undefined) refuse('--stages is for a new session');
  const names = stages === undefined ? null : readList(stages);
  if (names !== null && !(names.ok && StageNames.safeParse(names.value).success))
    refuse(`--stages wants names that differ, separated by commas, not "${stages}"`);
  if (model?.trim() === '') refuse('--model wants the name of a model, not ""');
}

/** The desk of a run; a wrong address ends the process before anything is stored. */
async function deskFor(shell: Shell, options: RunOptions): Promise<Desk> {
  const desk = await shell.desk(settingsOf(options));
  const { session, endpoint, mode } = options;
  const table = mode === 'subagent' ? 'subagent' : 'autopilot';
  const mistake = session === undefined || endpoint !== undefined ? await desk.wrongAddress(table) : null;
  const isBlank = endpoint?.trim() === '';
  if (mistake !== null || isBlank)
    shell.refuse(
      `${endpoint === undefined ? `${table}.endpoint` : '--endpoint'}: ${mistake ?? 'wanted an address'}`,
    );
  return desk;
}

async function run(shell: Shell, question: string, options: RunOptions): Promise<void> {
  const { tell } = shell;
  const { session, mode, stages } = options;
  vetWords(shell, question, options);
  const desk = await deskFor(shell, options);
  const { store } = desk.world;
  if (session !== undefined && (await store.read(session)) === null) {
    tell(`deep-think-mcp: ${sayUnknown(session, await store.ids())}`);
    process.exitCode = 1;
    return;
  }
  const dispatcher = desk.dispatcher();
  const onProgress = ({ done, total, say }: JobProgress) => tell(`  ${done} of about ${total}: ${say}`);
  let open: string | null = null;
  const leave = (code: number) => {
    if (open !== null) tell(sayGoOn(open));
    process.exit(code);
  };
  const stop = new AbortController();
  for (const [signal, code] of Object.entries(ENDINGS)) process.on(signal, () => stop.abort(code));
  stop.signal.addEventListener('abort', () => {
    dispatcher.close().finally(() => leave(Number(stop.signal.reason)));
  });
  const outcome = await runQuestion(
    { question, session, mode, stages },
    {
      tell,
      call: async (tool, input) => (await dispatcher.call(tool, input, { signal: NEVER, onProgress })).reply,
      onOpen: (id) => {
        open = id;
      },
    },
  );
  // What Ctrl-C has stopped ends with its own exit code.
  if ('stopped' in outcome && stop.signal.aborted) return;
  if ('stopped' in outcome) return leave(1);
  const stored = await store.read(outcome.finished);
  if (stored !== null) shell.print(await desk.written(stored.session, 'markdown'));
}

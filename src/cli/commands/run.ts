import process from 'node:process';
import { Command } from 'commander';
import type { JobProgress } from '../../kit/job.ts';
import { runQuestion, sayGoOn } from '../run-question.ts';
import { type SetOption, type Shell, setOption } from '../shell.ts';

interface RunOptions extends SetOption {
  readonly session?: string;
  readonly endpoint?: string;
  readonly model?: string;
  readonly mode?: string;
  readonly stages?: string;
}

/** The exit code after Ctrl-C. */
const INTERRUPTED = 130;
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
    .option('--mode <mode>', 'serial or subagent (default: serial)')
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

async function run(shell: Shell, question: string, options: RunOptions): Promise<void> {
  const { tell, refuse } = shell;
  const { session, mode, stages } = options;
  if (session === undefined && question.trim() === '')
    refuse('run wants a question, or --session with the id of one that is open');
  if (session !== undefined && stages !== undefined) refuse('--stages is for a new session');
  const desk = await shell.desk(settingsOf(options));
  const dispatcher = desk.dispatcher();
  const onProgress = ({ done, total, say }: JobProgress) => tell(`  ${done} of about ${total}: ${say}`);
  let open: string | null = null;
  const leave = (code: number) => {
    if (open !== null) tell(sayGoOn(open));
    process.exit(code);
  };
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  stop.signal.addEventListener('abort', () => {
    dispatcher.close().finally(() => leave(INTERRUPTED));
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
  const stored = await desk.world.store.read(outcome.finished);
  if (stored !== null) shell.print(await desk.written(stored.session, 'markdown'));
}

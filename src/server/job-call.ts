import { readArguments } from '../kit/arguments.ts';
import type { Field } from '../kit/field.ts';
import { WAIT_SECONDS } from '../kit/job-fields.ts';
import { busyStep } from '../kit/next.ts';
import { type Reply, refusalReply, successReply } from '../kit/reply.ts';
import { jobSentences, refuseBusy } from '../kit/wording.ts';
import { type RawArguments, sentId } from './call.ts';
import type { Job, JobBoard } from './jobs.ts';
import type { Line, Result } from './result.ts';

const MS = 1000;

/** One call that waits for a job. */
export interface JobCall {
  readonly id: string;
  readonly job: Job;
  readonly raw: RawArguments;
  /** The parameters of its tool. */
  readonly fields: Readonly<Record<string, Field<unknown>>>;
}

/**
 * Waits for a job as long as the call allows: its result, which is handed out once, or how far it is. A call that
 * is taken back stops the job, and so does `cancel: true`.
 */
export async function awaitJob(board: JobBoard, call: JobCall, line: Line): Promise<Result> {
  const { id, job, raw } = call;
  const { wait_seconds, cancel } = jobArguments(call);
  if (cancel) job.stop();
  const waited = await firstOf(job, cancel ? null : wait_seconds, line);
  if (waited !== 'taken back' && waited !== 'waited') {
    board.forget(id, job);
    return waited;
  }
  if (waited === 'taken back') job.abandon();
  return { reply: runningReply(job, raw), isError: false };
}

/** A wait that cannot be read counts as the usual one: while the job runs, no argument can be wrong. */
function jobArguments({ fields, raw }: JobCall): { wait_seconds: number; cancel: boolean } {
  const read = (name: string): unknown => {
    const field = fields[name];
    const reading = field && readArguments({ [name]: field }, raw, { textBytes: Number.POSITIVE_INFINITY });
    return reading?.ok ? reading.input[name] : undefined;
  };
  const wait = read('wait_seconds');
  return { wait_seconds: typeof wait === 'number' ? wait : WAIT_SECONDS, cancel: read('cancel') === true };
}

function firstOf(job: Job, seconds: number | null, line: Line): Promise<Result | 'waited' | 'taken back'> {
  const { signal, onProgress } = line;
  return new Promise((resolve) => {
    const leave = onProgress === undefined ? () => undefined : job.watch(onProgress);
    const timer = seconds === null ? undefined : setTimeout(() => end('waited'), seconds * MS);
    const takenBack = () => end('taken back');
    const end = (outcome: Result | 'waited' | 'taken back') => {
      clearTimeout(timer);
      leave();
      signal.removeEventListener('abort', takenBack);
      resolve(outcome);
    };
    void job.result.then(end);
    if (signal.aborted) takenBack();
    else signal.addEventListener('abort', takenBack, { once: true });
  });
}

function runningReply(job: Job, raw: RawArguments): Reply {
  const { done, total, say } = job.progress();
  const elapsed_seconds = job.elapsedSeconds();
  const output = { running: true, done, total, elapsed_seconds };
  const message = jobSentences.running({ ...output, tool: job.tool, last: say });
  const envelope = { sessionId: sentId(raw), step: busyStep(job), ignored: [] };
  return successReply(output, message, envelope);
}

/** The refusal of another call that would change the session in the middle of a job. */
export function busyReply(tool: string | null, holder: string, raw: RawArguments): Reply {
  return refusalReply(refuseBusy(holder), { sessionId: sentId(raw), step: busyStep({ tool }), ignored: [] });
}

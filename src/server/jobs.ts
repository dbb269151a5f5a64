import type { JobProgress } from '../kit/job.ts';
import type { Result } from './result.ts';

/** Work that outlasts a call: one for each session in this process. */
export interface Job {
  readonly tool: string;
  readonly progress: () => JobProgress;
  readonly elapsedSeconds: () => number;
  /** Whether the work has ended and its result waits to be fetched. */
  readonly ended: () => boolean;
  /** Resolves with the reply that ends the work; never rejects. */
  readonly result: Promise<Result>;
  /** Tells the listener of each further step; returns how to leave. */
  readonly watch: (listener: (progress: JobProgress) => void) => () => void;
  /** Stops the work at once; what it has finished stays. */
  readonly stop: () => void;
  /** Stops it when nobody is left to hear how it ends. */
  readonly abandon: () => void;
  readonly abandoned: () => boolean;
}

/** What a job does. */
export interface Work {
  readonly tool: string;
  /** Steps that are planned. */
  readonly steps: number;
  /** Never throws. */
  readonly run: (signal: AbortSignal, onStep: (say: string) => void) => Promise<Result>;
}

/** The jobs of this process, by the id of their session. */
export interface JobBoard {
  /** The job on a session, or null; one that was abandoned ends first, since no call is to meet it. */
  of(id: string): Promise<Job | null>;
  start(id: string, work: Work): Job;
  /** Takes a job that has ended off the board, so that its result is handed out once. */
  forget(id: string, job: Job): void;
  /** Stops every job; resolves when all have ended. */
  stopAll(): Promise<void>;
}

/** An empty board. */
export function createJobBoard(): JobBoard {
  const jobs = new Map<string, Job>();
  return {
    of: async (id) => {
      const job = jobs.get(id) ?? null;
      if (!job?.abandoned()) return job;
      await job.result;
      jobs.delete(id);
      return null;
    },
    start: (id, work) => {
      const job = startJob(work);
      jobs.set(id, job);
      return job;
    },
    forget: (id, job) => {
      if (jobs.get(id) === job && job.ended()) jobs.delete(id);
    },
    stopAll: async () => {
      for (const job of jobs.values()) job.stop();
      await Promise.all([...jobs.values()].map(({ result }) => result));
    },
  };
}

function startJob({ tool, steps, run }: Work): Job {
  const stop = new AbortController();
  const listeners = new Set<(progress: JobProgress) => void>();
  const begun = performance.now();
  let progress: JobProgress = { done: 0, total: steps, say: '' };
  let [ended, abandoned] = [false, false];
  const result = run(stop.signal, (say) => {
    const done = progress.done + 1;
    progress = { done, total: Math.max(progress.total, done), say };
    for (const listener of listeners) listener(progress);
  }).finally(() => {
    ended = true;
  });
  return {
    tool,
    progress: () => progress,
    elapsedSeconds: () => Math.round((performance.now() - begun) / 100) / 10,
    ended: () => ended,
    result,
    watch: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => stop.abort(),
    abandon: () => {
      abandoned = true;
      stop.abort();
    },
    abandoned: () => abandoned,
  };
}

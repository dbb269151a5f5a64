import type { JobProgress } from '../kit/job.ts';
import type { Reply } from '../kit/reply.ts';
import type { Connection } from '../kit/tool.ts';

/** What a call brought: the reply, and whether the server itself failed. */
export interface Result {
  readonly reply: Reply;
  readonly isError: boolean;
  /** The text of an error that has no fields. */
  readonly errorText?: string;
  /** What belongs beside the reply, under names of its own. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The line to the client of one call. */
export interface Line {
  /** Aborted when the client takes the call back. */
  readonly signal: AbortSignal;
  /** Told of each step of the work that the call waits for; absent when the client did not ask for it. */
  readonly onProgress?: (progress: JobProgress) => void;
  /** What this client's connection remembers; that of the dispatcher when absent. */
  readonly connection?: Connection;
}

import type { Reply } from '../kit/reply.ts';
import type { Connection, Waiting } from '../kit/tool.ts';

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
export interface Line extends Waiting {
  /** What this client's connection remembers; that of the dispatcher when absent. */
  readonly connection?: Connection;
}

import type { SpecialistRound } from '../core/staged.ts';

/** How models are asked, and how patiently. Holds no key: whoever runs an order knows which endpoints it may go to. */
interface ModelPlace {
  readonly model: string;
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number;
  /** Failed requests that may be repeated in the whole job. */
  readonly retries: number;
  /** Model calls that the job takes when nothing ends it early. */
  readonly steps: number;
}

/** A contest of specialists, played at each endpoint; the best outcome is kept. */
export interface NegotiationOrder extends ModelPlace {
  readonly kind: 'negotiation';
  readonly prompt: string;
  readonly specialists: readonly { readonly name: string; readonly framing: string }[];
  /** The `round_index` of the first answers. */
  readonly firstIndex: number;
  /** Base URLs, at least one. */
  readonly endpoints: readonly string[];
}

/** A stage that the server works through by itself, driving the tools of the session's mode step by step. */
export interface AutopilotOrder extends ModelPlace {
  readonly kind: 'autopilot';
  readonly sessionId: string;
  /** The tool that begins a thought, and the draft to begin it with, if any. */
  readonly begin: string;
  readonly initialContent: string | null;
  readonly endpoint: string;
  readonly temperature: number;
}

/** Work that needs a model behind an endpoint, as a plain value. */
export type JobOrder = NegotiationOrder | AutopilotOrder;

/** What went wrong with an endpoint or a step: a wire code, and a sentence that says what to check. */
export interface WorkFailure {
  readonly code: string;
  readonly retryable: boolean;
  readonly detail: string;
}

/** A failure with the endpoint that it happened at, shown without secrets. */
export interface EndpointReport extends WorkFailure {
  readonly endpoint: string;
}

/** What the specialists' ratings of the last candidates came to. */
export interface RatingCount {
  /** How many were asked for; none where a specialist is alone. */
  readonly wanted: number;
  /** How many of them could be read. */
  readonly read: number;
  /** How many of the winner could be read; without any its rating stands at one half. */
  readonly ofWinner: number;
}

/** What a contest brought; `rounds` is empty when every endpoint failed. */
export interface NegotiationResult {
  readonly kind: 'negotiation';
  /** All candidates in order, exactly one of them selected; or none. */
  readonly rounds: readonly SpecialistRound[];
  /** Null when every endpoint failed. */
  readonly ratings: RatingCount | null;
  /** How many endpoints answered. */
  readonly answered: number;
  readonly failures: readonly EndpointReport[];
}

/** How far the server came by itself. */
export interface AutopilotResult {
  readonly kind: 'autopilot';
  /** The thought that was worked on, null when none was begun. */
  readonly thoughtId: string | null;
  readonly committed: boolean;
  /** Why the thought was finished, where its mode says so. */
  readonly reason: string | null;
  readonly steps: readonly string[];
  /** What ended the run before the commit: in which phase, and as which error of the reply. */
  readonly stopped: (WorkFailure & { readonly phase: string; readonly error: string }) | null;
}

/** The order and the result of each kind of work. */
export interface Jobs {
  readonly negotiation: { readonly order: NegotiationOrder; readonly result: NegotiationResult };
  readonly autopilot: { readonly order: AutopilotOrder; readonly result: AutopilotResult };
}
export type JobKind = keyof Jobs;
export type JobResult = Jobs[JobKind]['result'];

/** Finished and planned steps, and what the last one was. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
  readonly say: string;
}

/** What a worker needs of the server that runs it. */
export interface JobSupport {
  /** Aborted when the work is to stop at once. */
  readonly signal: AbortSignal;
  /** To be called after each model call, with a word for what it was. */
  readonly onStep: (say: string) => void;
  /** Calls a tool as a client would; never throws. */
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<StepAnswer>;
}

/** What a call within a job brought. */
export interface StepAnswer {
  readonly reply: Readonly<Record<string, unknown>>;
  /** What `next_action` would hand out in full after the call, null where it has to be asked. */
  readonly wanted: Readonly<Record<string, unknown>> | null;
}

/** Runs orders; failures of endpoints and an abort come back inside the result. */
export interface Workshop {
  run(order: JobOrder, support: JobSupport): Promise<JobResult>;
}

/** A job as the rest of the server sees it: the tool that polls it, or null when another process runs it. */
export interface Busy {
  readonly tool: string | null;
}

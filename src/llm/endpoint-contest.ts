import type { Chat } from './endpoint.ts';
import type { EndpointFailure } from './failure.ts';
import {
  type Negotiated,
  type NegotiationJob,
  type NegotiationProgress,
  runNegotiation,
  type UnusableNegotiation,
} from './necort-adapter.ts';

/** One endpoint that takes part: how it is named in reports, and its client. */
export interface Contestant {
  readonly endpoint: string;
  readonly chat: Chat;
}

export interface FailedEndpoint {
  readonly endpoint: string;
  readonly failure: EndpointFailure | UnusableNegotiation;
}

/** The best negotiation, whole, with the endpoints that failed beside it. */
export interface ContestWon {
  readonly ok: true;
  readonly endpoint: string;
  readonly negotiated: Negotiated;
  readonly failures: readonly FailedEndpoint[];
}

export interface ContestLost {
  readonly ok: false;
  readonly failures: readonly FailedEndpoint[];
}

/**
 * The same negotiation at several endpoints at once. The one whose winner has the highest `correctness` is kept, the
 * first of equals; a failing endpoint is reported and matters only when all fail. Progress is that of all together.
 */
export async function contest(
  contestants: readonly Contestant[],
  job: Omit<NegotiationJob, 'chat'>,
): Promise<ContestWon | ContestLost> {
  const report = together(contestants.length, job.onStep);
  const outcomes = await Promise.all(
    contestants.map(async ({ endpoint, chat }, index) => ({
      endpoint,
      outcome: await runNegotiation({ ...job, chat, onStep: (step) => report(index, step) }),
    })),
  );
  const failures: FailedEndpoint[] = [];
  let best: { endpoint: string; negotiated: Negotiated } | null = null;
  for (const { endpoint, outcome } of outcomes) {
    if (!outcome.ok) failures.push({ endpoint, failure: outcome });
    else if (best === null || strength(outcome) > strength(best.negotiated))
      best = { endpoint, negotiated: outcome };
  }
  return best === null ? { ok: false, failures } : { ok: true, ...best, failures };
}

const strength = ({ winner }: Negotiated) => winner.utility_vector.correctness;

/** Adds up the steps of all endpoints; one that has not begun counts as planned like the one that reports. */
function together(count: number, onStep: NegotiationJob['onStep']) {
  const latest: (NegotiationProgress | undefined)[] = Array.from({ length: count });
  return (index: number, step: NegotiationProgress): void => {
    latest[index] = step;
    const done = latest.reduce((sum, each) => sum + (each?.done ?? 0), 0);
    const total = latest.reduce((sum, each) => sum + (each?.total ?? step.total), 0);
    onStep?.({ kind: step.kind, done, total });
  };
}

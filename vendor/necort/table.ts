import { inLanes, type Work } from './lanes.ts';
import type { NegotiationRequest, StepKind } from './negotiation.ts';
import type { Speaker } from './prompts.ts';

/** The agents of one negotiation, and the one way in which their steps are run and counted. */
export interface Table {
  readonly speakers: readonly Speaker[];
  /** Runs the steps of one kind, as many at once as the request allows, and reports each finished one. */
  readonly run: <T>(kind: StepKind, works: readonly Work<T>[]) => Promise<T[]>;
  /** Sets the number of rounds that the reported total counts on. */
  readonly expectRounds: (rounds: number) => void;
}

/** Steps of a negotiation that does not converge: n answers and n(n-1) ratings, then as many again each round. */
export function plannedSteps(agents: number, rounds: number, asksForRounds: boolean): number {
  return agents * agents * (rounds + 1) + (asksForRounds ? 1 : 0);
}

/** The number as a whole one of at least 1. */
export function atLeastOne(value: number): number {
  return Math.max(1, Math.trunc(value) || 1);
}

export function openTable(request: NegotiationRequest): Table {
  const { signal, voices, onStep } = request;
  const count = atLeastOne(request.agents);
  const width = atLeastOne(request.concurrency ?? 1);
  let rounds = atLeastOne(request.maxRounds ?? 1);
  let done = 0;
  const counted =
    <T>(kind: StepKind, work: Work<T>): Work<T> =>
    async (stop) => {
      const outcome = await work(stop);
      done += 1;
      if (!stop.aborted)
        onStep?.({ kind, done, total: plannedSteps(count, rounds, request.maxRounds === null) });
      return outcome;
    };
  return {
    speakers: Array.from({ length: count }, (_, index) => ({ index, count, voice: voices?.[index] })),
    run: (kind, works) =>
      inLanes(
        works.map((work) => counted(kind, work)),
        width,
        signal,
      ),
    expectRounds: (expected) => {
      rounds = expected;
    },
  };
}

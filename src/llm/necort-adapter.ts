import { columnMean } from '../../vendor/necort/matrix.ts';
import { negotiate } from '../../vendor/necort/negotiate.ts';
import type { HistoryEntry, Matrix, NegotiationResult, Step } from '../../vendor/necort/negotiation.ts';
import type { Thought } from '../core/staged.ts';
import { completeVector, type UtilityVector } from '../core/utility.ts';
import type { RatingCount } from '../kit/job.ts';
import type { Chat } from './endpoint.ts';
import { type EndpointFailure, failed } from './failure.ts';
import { sayNegotiation } from './wording.ts';

/** One specialist's candidate as a thought keeps it. */
export type SpecialistRound = Thought['specialist_rounds'][number];

/** One voice of the negotiation; without a framing it speaks as one agent of several. */
export interface Specialist {
  readonly name: string;
  readonly framing?: string;
}

/** One negotiation at one endpoint. */
export interface NegotiationJob {
  readonly chat: Chat;
  readonly prompt: string;
  readonly roster: readonly Specialist[];
  /** The `round_index` of the first answers; the rated ones count on from there. */
  readonly firstIndex: number;
  /** Rounds of rewriting, at least 1. */
  readonly rounds: number;
  readonly concurrency?: number;
  readonly signal: AbortSignal;
  readonly onStep?: (progress: NegotiationProgress) => void;
}

/** Finished and planned model calls, and what the last one was. */
export type NegotiationProgress = Step;

export interface Negotiated {
  readonly ok: true;
  /** All specialists of all rounds in order; exactly one of them is selected. */
  readonly rounds: readonly SpecialistRound[];
  readonly winner: SpecialistRound;
  readonly ratings: RatingCount;
}

/** A negotiation that cannot be used although every model call succeeded; the same call fails again. */
export interface UnusableNegotiation {
  readonly ok: false;
  readonly code: 'empty_roster' | 'no_single_winner';
  readonly retryable: false;
  readonly detail: string;
}

/** Carries a failed call through the engine, which throws on whatever `generate` throws. */
class FailedCall extends Error {
  readonly failure: EndpointFailure;
  constructor(failure: EndpointFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Runs one negotiation and translates it. Failures of the endpoint come back as they are; nothing else is thrown. */
export async function runNegotiation(
  job: NegotiationJob,
): Promise<Negotiated | UnusableNegotiation | EndpointFailure> {
  const { chat, prompt, roster, signal, rounds, concurrency, onStep } = job;
  if (roster.length === 0) return unusable('empty_roster', sayNegotiation.empty_roster());
  try {
    const result = await negotiate({
      prompt,
      agents: roster.length,
      voices: roster.map(({ name, framing }) => voice(name, framing)),
      maxRounds: rounds,
      signal,
      generate: async (messages, stop) => {
        const reply = await chat.complete(messages, { signal: stop });
        if (!reply.ok) throw new FailedCall(reply);
        return reply.text;
      },
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(onStep === undefined ? {} : { onStep }),
    });
    return specialistRounds(result, roster, job.firstIndex);
  } catch (error) {
    if (error instanceof FailedCall) return error.failure;
    if (signal.aborted) return failed('cancelled', sayNegotiation.cancelled()).failure;
    throw error;
  }
}

function voice(name: string, framing: string | undefined): string {
  return framing === undefined ? `You are ${name}.` : `You are ${name}. ${framing}`;
}

function unusable(code: UnusableNegotiation['code'], detail: string): UnusableNegotiation {
  return { ok: false, code, retryable: false, detail };
}

/** The rounds of a negotiation as a session keeps them, or `no_single_winner`. */
export function specialistRounds(
  result: NegotiationResult,
  roster: readonly Pick<Specialist, 'name'>[],
  firstIndex: number,
): Negotiated | UnusableNegotiation {
  const last = result.thinking_history.length - 1;
  const rounds = result.thinking_history.flatMap((entry, at) =>
    entry.agent_responses.map(
      (text, agent): SpecialistRound => ({
        round_index: firstIndex + at,
        agent_role: roster[agent]?.name ?? `agent_${agent + 1}`,
        candidate_content: text,
        utility_vector: vectorOf(entry, agent),
        equilibrium_state: stateOf(entry, agent),
        was_selected: at === last && agent === result.final_response_agent,
      }),
    ),
  );
  const winners = rounds.filter((round) => round.was_selected);
  const [winner] = winners;
  if (winner === undefined || winners.length > 1)
    return unusable('no_single_winner', sayNegotiation.no_single_winner(winners.length));
  const ratings = ratingsOf(
    result.thinking_history.at(-1)?.utility_matrix ?? [],
    result.final_response_agent,
  );
  return { ok: true, rounds, winner, ratings };
}

/** Counts the ratings that specialists gave one another. */
function ratingsOf(matrix: Matrix, winner: number): RatingCount {
  const read = matrix.flatMap((row, rater) =>
    row.flatMap((rating, candidate) => (rater === candidate || rating === null ? [] : [candidate])),
  );
  const wanted = matrix.length * (matrix.length - 1);
  return { wanted, read: read.length, ofWinner: read.filter((each) => each === winner).length };
}

/**
 * One rating can honestly inform how correct, clear and complete a text is held to be; the other four dimensions stay
 * at 0.5, and so do all seven when nobody rated the text.
 */
function vectorOf({ utility_matrix }: HistoryEntry, agent: number): UtilityVector {
  const mean = utility_matrix === null ? null : columnMean(utility_matrix, agent);
  if (mean === null) return completeVector({}, null).vector;
  const share = Math.min(1, Math.max(0, mean / 10));
  return completeVector({ correctness: share, clarity: share, coverage: share }, null).vector;
}

function stateOf(entry: HistoryEntry, agent: number): SpecialistRound['equilibrium_state'] {
  if (entry.utility_matrix === null) return 'initial';
  return entry.equilibrium_indices.includes(agent) ? 'in_equilibrium' : 'off_equilibrium';
}

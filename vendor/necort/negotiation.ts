/** One message of a chat, in the form that chat models share. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One model call. Whatever it throws ends the negotiation with that very error. */
export type Generate = (messages: readonly Message[], signal: AbortSignal) => Promise<string>;

/** What a step was: asking for the round count, first answers, ratings, rewrites, ratings of the rewrites. */
export type StepKind = 'count' | 'generate' | 'rate' | 'improve' | 'rate_again';

/** Progress: `done` of `total` steps are through; convergence may end a negotiation before `total`. */
export interface Step {
  readonly kind: StepKind;
  readonly done: number;
  readonly total: number;
}

/** What a negotiation starts from. */
export interface NegotiationRequest {
  readonly prompt: string;
  /** How many agents speak; below 1 counts as 1, a fraction is cut off. */
  readonly agents: number;
  /** A system text for each agent by position; an agent without one speaks in its own number. */
  readonly voices?: readonly string[];
  /** Rounds after the first answers, at least 1; null asks the model for 1 to 5. */
  readonly maxRounds: number | null;
  /** Converged when two matrices in a row differ by less than this on average, in points of 0 to 10. */
  readonly convergenceThreshold?: number;
  /** Model calls under way at once, at least 1. */
  readonly concurrency?: number;
  readonly generate: Generate;
  readonly signal: AbortSignal;
  readonly onStep?: (step: Step) => void;
}

/** Row = rater, column = candidate, 0 to 10. The diagonal is 0 and says nothing; null is a rating nobody could read. */
export type Matrix = readonly (readonly (number | null)[])[];

/** One round as it is kept: the texts after it and the ratings of these very texts. */
export interface HistoryEntry {
  readonly round: number;
  readonly agent_responses: readonly string[];
  readonly utility_matrix: Matrix | null;
  readonly equilibrium_indices: readonly number[];
}

/** The outcome; `thinking_rounds` is the number of rounds after the first answers that were run. */
export interface NegotiationResult {
  readonly response: string;
  readonly thinking_rounds: number;
  readonly converged: boolean;
  readonly convergence_round: number | null;
  readonly final_response_agent: number;
  readonly thinking_history: readonly HistoryEntry[];
}

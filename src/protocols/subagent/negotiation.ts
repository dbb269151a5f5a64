import type { Config } from '../../core/config.ts';
import { subagentEndpoints } from '../../core/endpoints.ts';
import {
  discardOpenThought,
  openThought,
  type StagedSession,
  withNewThought,
  withThought,
} from '../../core/staged.ts';
import type { NegotiationOrder, NegotiationResult } from '../../kit/job.ts';
import { again, done, type Outcome, type Refusal } from '../../kit/outcome.ts';
import type { CallContext } from '../../kit/tool.ts';
import { engineObstacle } from './engine.ts';
import { negotiationPrompt, specialists } from './roster.ts';
import { planOf, seedText, standing, winners } from './state.ts';
import { handedIn, type Submission } from './submission.ts';
import { type BeginInput, draftOf, newPlan, type Verdict, verdict, withEngine } from './transitions.ts';
import { refuse, refuseEngine, refuseNegotiation, sayPrompt } from './wording.ts';

const MS = 1000;

/** What a negotiated round brought: the verdict, and the endpoints that failed where others answered. */
export interface Negotiated extends Verdict {
  readonly endpoint_failures?: readonly object[];
  /** How many ratings could not be read, where some could not. */
  readonly unread_ratings?: number;
  /** The winner's rating stands at one half because nobody gave it one that could be read. */
  readonly unrated?: true;
  /** What the client handed in although the models write and rate the candidates. */
  readonly unused_arguments?: readonly string[];
}

/** What the models are to negotiate for a new thought; null when the client itself writes the candidates. */
export function orderBegin(
  session: StagedSession,
  input: BeginInput,
  { config, source }: CallContext,
): NegotiationOrder | Refusal | null {
  const engine = input.engine ?? config.subagent.engine;
  if (engine === 'manual') return null;
  const obstacle = engineObstacle(engine, config);
  if (obstacle !== null) return again(refuseEngine(obstacle), { engine: 'manual' });
  const seed = draftOf(input, source).content;
  const part = { agents: config.subagent.agents, seed, focus: input.prompt_focus ?? null, drafted: true };
  return orderOf(session, config, part, 0);
}

/** Opens the thought with its first negotiated round; a failed negotiation changes nothing. */
export function finishBegin(
  session: StagedSession,
  input: BeginInput,
  { now, config, source }: CallContext,
  result: NegotiationResult,
): Outcome<StagedSession, Negotiated> {
  if (result.rounds.length === 0) {
    const refusal = refuseNegotiation(result);
    return refusal.facts.retryable === true ? refusal : again(refusal, { engine: 'manual' });
  }
  const plan = { ...newPlan('necort', input, config), prompted_round: null };
  const cleared = withEngine(discardOpenThought(session), input.engine);
  const begun = withNewThought(cleared, { ...draftOf(input, source), specialist_plan: plan }, now);
  return withRounds(begun.session, config, result);
}

/** What the models are to negotiate for one more round; null when the client itself writes the candidates. */
export function orderAdvance(
  session: StagedSession,
  _input: Submission,
  { config }: CallContext,
): NegotiationOrder | Refusal | null {
  const thought = openThought(session);
  if (thought === null) return refuse('begin_first');
  const plan = planOf(thought, config);
  if (plan.engine === 'manual') return null;
  const { rounds_run, max_rounds, budget_exhausted } = standing(thought, plan);
  if (budget_exhausted) return refuse('round_budget_exhausted', { rounds_run, max_rounds });
  const obstacle = engineObstacle(plan.engine, config);
  if (obstacle !== null) return refuseEngine(obstacle);
  const drafted = winners(thought).length === 0;
  const part = { agents: plan.agents, seed: seedText(thought), focus: sayPrompt.build(), drafted };
  const newest = Math.max(-1, ...thought.specialist_rounds.map((each) => each.round_index));
  return orderOf(session, config, part, newest + 1);
}

/** Adds a negotiated round to the open thought; a failed negotiation keeps the earlier ones. */
export function finishAdvance(
  session: StagedSession,
  input: Submission,
  { config }: CallContext,
  result: NegotiationResult,
): Outcome<StagedSession, Negotiated> {
  if (result.rounds.length === 0) return refuseNegotiation(result);
  const outcome = withRounds(session, config, result);
  const unused_arguments = handedIn(input);
  if (outcome.kind === 'refused' || unused_arguments.length === 0) return outcome;
  return done(outcome.session, { ...outcome.output, unused_arguments });
}

/** Model calls of one negotiation: each agent answers and rates the others, rewrites and rates them again. */
export function callsOf(agents: number): number {
  return 2 * agents * agents;
}

interface Part {
  readonly agents: readonly string[];
  readonly seed: string;
  readonly focus: string | null;
  readonly drafted: boolean;
}

function orderOf(session: StagedSession, config: Config, part: Part, firstIndex: number): NegotiationOrder {
  const { model, timeout, retries } = config.subagent;
  const endpoints = subagentEndpoints(config);
  return {
    kind: 'negotiation',
    prompt: negotiationPrompt(session, part),
    specialists: specialists(part.agents),
    firstIndex,
    endpoints,
    model,
    timeoutMs: timeout * MS,
    retries,
    steps: endpoints.length * callsOf(part.agents.length),
  };
}

/** The open thought with the rounds appended; the winner of this call counts, even below an earlier one. */
function withRounds(
  session: StagedSession,
  config: Config,
  { rounds, ratings, answered, failures }: NegotiationResult,
): Outcome<StagedSession, Negotiated> {
  const thought = openThought(session);
  const winner = rounds.find((each) => each.was_selected);
  if (thought === null || winner === undefined) return refuse('begin_first');
  const next = {
    ...thought,
    specialist_rounds: [...thought.specialist_rounds, ...rounds],
    final_utility_scores: winner.utility_vector,
  };
  return done(withThought(session, next), {
    ...verdict(next, planOf(next, config), winner),
    endpoints_used: answered,
    ...(ratings === null || ratings.read === ratings.wanted
      ? {}
      : { unread_ratings: ratings.wanted - ratings.read }),
    ...(ratings?.ofWinner === 0 ? { unrated: true as const } : {}),
    ...(failures.length === 0 ? {} : { endpoint_failures: failures }),
  });
}

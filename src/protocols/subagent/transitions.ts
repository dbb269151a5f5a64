import { mergeLayers } from '../../core/config.ts';
import type { ScoresRead } from '../../core/lenient/scores.ts';
import {
  discardOpenThought,
  type EngineName,
  openThought,
  type SpecialistPlan,
  type SpecialistRound,
  type StagedSession,
  type Thought,
  withCommitted,
  withNewThought,
  withThought,
} from '../../core/staged.ts';
import { completeVector, type UtilityVector } from '../../core/utility.ts';
import { again, done, type Outcome } from '../../kit/outcome.ts';
import { type ScoreNotes, scoreNotes } from '../../kit/score-notes.ts';
import type { Source } from '../../kit/source.ts';
import type { CallContext } from '../../kit/tool.ts';
import { refuseNoScores } from '../../kit/wording.ts';
import { specialistTask } from './roster.ts';
import {
  closedRound,
  pendingCandidates,
  planOf,
  type SpecialistTask,
  shownStrength,
  standing,
  winners,
  winnerToCommit,
} from './state.ts';
import { type Submission, submitted } from './submission.ts';
import { GATE_METRICS, refuse } from './wording.ts';

export interface BeginInput {
  readonly content: string | undefined;
  readonly from: string | undefined;
  readonly prompt_focus: string | undefined;
  readonly engine: EngineName | undefined;
  readonly discard: boolean | undefined;
}

/** The rules of a thought that begins now. */
export function newPlan(
  engine: EngineName,
  input: Pick<BeginInput, 'prompt_focus'>,
  { subagent }: CallContext['config'],
): SpecialistPlan {
  const { agents, max_rounds, equilibrium_threshold } = subagent;
  const prompt_focus = input.prompt_focus ?? null;
  return { engine, agents, max_rounds, equilibrium_threshold, prompt_focus, prompted_round: 0 };
}

/** Opens a thought under the rules of this moment and hands out the first specialist's prompt. */
export function beginThought(
  session: StagedSession,
  input: BeginInput,
  { now, config, source }: CallContext,
): Outcome<StagedSession, SpecialistTask> {
  const plan = newPlan('manual', input, config);
  const cleared = withEngine(discardOpenThought(session), input.engine);
  const beginning = { ...draftOf(input, source), specialist_plan: plan };
  const begun = withNewThought(cleared, beginning, now);
  return done(begun.session, specialistTask(begun.session, begun.thought, plan));
}

/** The draft that a thought begins with, and the record that it comes from. */
export function draftOf({ content, from }: BeginInput, source: Source | null) {
  return { content: content ?? source?.result ?? '', ...(from === undefined ? {} : { from }) };
}

/** The session with an engine that was asked for as its own setting. */
export function withEngine(session: StagedSession, engine: EngineName | undefined): StagedSession {
  if (engine === undefined) return session;
  return { ...session, overrides: mergeLayers(session.overrides, { subagent: { engine } }) };
}

/** A further prompt, or the verdict on the round that the candidate closed. */
export type Advanced = (SpecialistTask & ScoreNotes) | (Verdict & ScoreNotes);

/** Takes the waiting specialist's candidate, or hands its prompt out when none is sent. */
export function advanceRound(
  session: StagedSession,
  input: Submission,
  { config }: CallContext,
): Outcome<StagedSession, Advanced> {
  const thought = openThought(session);
  if (thought === null) return refuse('begin_first');
  const plan = planOf(thought, config);
  const { rounds_run, max_rounds, budget_exhausted } = standing(thought, plan);
  const answered = pendingCandidates(thought).length;
  if (answered === 0 && budget_exhausted) return refuse('round_budget_exhausted', { rounds_run, max_rounds });
  const prompted = { ...thought, specialist_plan: { ...plan, prompted_round: rounds_run } };
  const { candidate, scores } = submitted(input);
  if (candidate !== undefined) return takeCandidate(session, prompted, candidate, scores);
  const task = specialistTask(session, prompted, plan);
  if (answered > 0) return again(refuse('need_candidate', task));
  const known = thought.specialist_plan?.prompted_round === rounds_run;
  return done(known ? session : withThought(session, prompted), task);
}

/** A thought whose rules are fixed. */
type PlannedThought = Thought & { readonly specialist_plan: SpecialistPlan };

/** Records a candidate; the last one of its round closes the round. */
function takeCandidate(
  session: StagedSession,
  thought: PlannedThought,
  candidate: string,
  read: ScoresRead,
): Outcome<StagedSession, Advanced> {
  if (Object.keys(read.given).length === 0) return refuseNoScores();
  const { vector, defaulted } = completeVector(read.given, null);
  const plan = thought.specialist_plan;
  const pending = pendingCandidates(thought);
  const entry: SpecialistRound = {
    round_index: winners(thought).length,
    agent_role: specialistTask(session, thought, plan).specialist,
    candidate_content: candidate,
    utility_vector: vector,
    equilibrium_state: 'pending',
    was_selected: false,
  };
  const notes = scoreNotes(read, defaulted);
  const earlier = thought.specialist_rounds.filter((each) => !pending.includes(each));
  const round = [...pending, entry];
  if (round.length < plan.agents.length) {
    const waiting = { ...thought, specialist_rounds: [...earlier, ...round] };
    return done(withThought(session, waiting), { ...specialistTask(session, waiting, plan), ...notes });
  }
  const closed = closedRound(round);
  const winner = closed.find((each) => each.was_selected) ?? entry;
  const next = {
    ...thought,
    specialist_rounds: [...earlier, ...closed],
    final_utility_scores: winner.utility_vector,
  };
  return done(withThought(session, next), { ...verdict(next, plan, winner), ...notes });
}

/** What a closed round brought, on the wire. */
export interface Verdict {
  readonly stage: string;
  readonly thought_id: string;
  readonly us_round: number;
  readonly rounds_run: number;
  readonly max_rounds: number;
  readonly equilibrium_strength: number;
  readonly gate_metric: string;
  readonly commit_threshold: number;
  readonly converged: boolean;
  readonly budget_exhausted: boolean;
  readonly endpoints_used: number;
  readonly selected_content: string;
  readonly final_utility_scores: UtilityVector;
}

/** The verdict on the newest round, whose winner is given. */
export function verdict(thought: Thought, plan: SpecialistPlan, winner: SpecialistRound): Verdict {
  const now = standing(thought, plan);
  return {
    stage: thought.stage,
    thought_id: thought.id,
    us_round: now.rounds_run,
    rounds_run: now.rounds_run,
    max_rounds: now.max_rounds,
    equilibrium_strength: shownStrength(now),
    gate_metric: GATE_METRICS[plan.engine],
    commit_threshold: now.threshold,
    converged: now.converged,
    budget_exhausted: now.budget_exhausted,
    endpoints_used: 0,
    selected_content: winner.candidate_content,
    final_utility_scores: winner.utility_vector,
  };
}

/** Shows the candidates of the newest round beside the verdict so far; changes nothing. */
export function inspectMatrix(session: StagedSession, _input: object, { config }: CallContext) {
  const thought = openThought(session);
  if (thought === null) return refuse('begin_first');
  const newest = Math.max(-1, ...thought.specialist_rounds.map((each) => each.round_index));
  if (newest < 0) return refuse('no_rounds');
  const plan = planOf(thought, config);
  const now = standing(thought, plan);
  const open = pendingCandidates(thought).length > 0;
  const candidates = thought.specialist_rounds.filter((each) => each.round_index === newest);
  return done(session, {
    thought_id: thought.id,
    us_round: now.rounds_run,
    candidates_round: open ? now.rounds_run + 1 : now.rounds_run,
    rounds_run: now.rounds_run,
    max_rounds: now.max_rounds,
    equilibrium_strength: shownStrength(now),
    gate_metric: GATE_METRICS[plan.engine],
    commit_threshold: now.threshold,
    converged: now.converged,
    selected_content: winners(thought).at(-1)?.candidate_content ?? '',
    candidates: candidates.map((each) => ({
      agent_role: each.agent_role,
      equilibrium_state: each.equilibrium_state,
      was_selected: each.was_selected,
      utility: each.utility_vector,
      content: each.candidate_content,
    })),
  });
}

/** Commits the strongest winner of all rounds; candidates of a round that never closed stay as they are. */
export function commitThought(session: StagedSession, _input: object, { config }: CallContext) {
  const thought = openThought(session);
  if (thought === null) return refuse('begin_first');
  const winner = winnerToCommit(thought, planOf(thought, config).engine);
  if (winner === null) return refuse('no_rounds');
  const committed = withCommitted(session, thought, {
    content: winner.candidate_content,
    final_utility_scores: winner.utility_vector,
    committed_round: winner.round_index,
  });
  return done(committed.session, { ...committed.place, specialist: winner.agent_role });
}

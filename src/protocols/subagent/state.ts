import type { Config } from '../../core/config.ts';
import type { EngineName, SpecialistPlan, SpecialistRound, Thought } from '../../core/staged.ts';
import { roundHalfEven } from '../../core/text.ts';
import { overall, type UtilityVector } from '../../core/utility.ts';

/** The rules of a thought: its own, or for files of the original those of the configuration. */
export function planOf(thought: Thought, { subagent }: Config): SpecialistPlan {
  if (thought.specialist_plan !== null) return thought.specialist_plan;
  const negotiated = thought.specialist_rounds.some((round) => round.equilibrium_state === 'initial');
  return {
    engine: negotiated ? 'necort' : 'manual',
    agents: subagent.agents,
    max_rounds: subagent.max_rounds,
    equilibrium_threshold: subagent.equilibrium_threshold,
    prompt_focus: null,
    prompted_round: null,
  };
}

/** The candidates of the round that is not closed yet, in the order of the specialists. */
export function pendingCandidates(thought: Thought): SpecialistRound[] {
  return thought.specialist_rounds.filter((round) => round.equilibrium_state === 'pending');
}

/** The winner of each closed round, oldest first. */
export function winners(thought: Thought): SpecialistRound[] {
  return thought.specialist_rounds.filter((round) => round.was_selected);
}

/** The text that every specialist of the next round develops: the newest winner's, else the draft. */
export function seedText(thought: Thought): string {
  return winners(thought).at(-1)?.candidate_content ?? thought.content;
}

/** The specialist whose candidate is wanted, with its prompt: the reply of a hand-out and the material of a wait. */
export interface SpecialistTask {
  readonly thought_id: string;
  readonly stage: string;
  readonly engine: EngineName;
  /** The number of the round that is being answered, from 1. */
  readonly us_round: number;
  readonly rounds_run: number;
  readonly max_rounds: number;
  readonly specialist: string;
  readonly specialist_index: number;
  readonly specialist_total: number;
  readonly stage_weight: number;
  readonly utility_dimensions: readonly string[];
  readonly specialist_prompt: string;
}

/** The number by which an engine gates: its one honest rating, or the mean of the client's seven scores. */
export function gateValue(vector: UtilityVector, engine: EngineName): number {
  return engine === 'manual' ? overall(vector) : vector.correctness;
}

/** Where a thought stands against its rules. */
export interface Standing {
  readonly rounds_run: number;
  readonly max_rounds: number;
  /** Unrounded, 0 while nothing is selected. */
  readonly strength: number;
  readonly threshold: number;
  readonly converged: boolean;
  readonly budget_exhausted: boolean;
}

/** The newest winner against the threshold, and the rounds against their cap. */
export function standing(thought: Thought, plan: SpecialistPlan): Standing {
  const all = winners(thought);
  const vector = thought.final_utility_scores ?? all.at(-1)?.utility_vector;
  const strength = vector === undefined ? 0 : gateValue(vector, plan.engine);
  return {
    rounds_run: all.length,
    max_rounds: plan.max_rounds,
    strength,
    threshold: plan.equilibrium_threshold,
    converged: all.length > 0 && strength >= plan.equilibrium_threshold,
    budget_exhausted: all.length >= plan.max_rounds,
  };
}

/** The strength with three decimals; one below the threshold never shows as the threshold or more. */
export function shownStrength({ strength, threshold }: Standing): number {
  const rounded = roundHalfEven(strength, 3);
  if (strength >= threshold || rounded < threshold) return rounded;
  return (Math.round(rounded * 1000) - 1) / 1000;
}

/** A round that is closed: the best mean wins, of equals the earliest specialist. */
export function closedRound(candidates: readonly SpecialistRound[]): SpecialistRound[] {
  const best = candidates.reduce<SpecialistRound | null>(
    (leader, each) =>
      leader === null || overall(each.utility_vector) > overall(leader.utility_vector) ? each : leader,
    null,
  );
  return candidates.map((each) => ({
    ...each,
    equilibrium_state: each === best ? 'in_equilibrium' : 'off_equilibrium',
    was_selected: each === best,
  }));
}

/** The winner that a commit stores: the strongest of all rounds, of equals the later one. */
export function winnerToCommit(thought: Thought, engine: EngineName): SpecialistRound | null {
  return winners(thought).reduce<SpecialistRound | null>(
    (best, each) =>
      best === null || gateValue(each.utility_vector, engine) >= gateValue(best.utility_vector, engine)
        ? each
        : best,
    null,
  );
}

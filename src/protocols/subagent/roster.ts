import { compress } from '../../core/digest.ts';
import { stageLenses } from '../../core/lens.ts';
import type { SpecialistPlan, StagedSession, Thought } from '../../core/staged.ts';
import { isBlank } from '../../core/text.ts';
import { DIMENSIONS } from '../../core/utility.ts';
import { pendingCandidates, type SpecialistTask, seedText, winners } from './state.ts';
import { framings, sayPrompt } from './wording.ts';

/** How much of the earlier stages stands in a prompt, in tokens. */
const HISTORY_TOKENS = 300;

/** The stages in which one specialist's view is the emphasised one. */
const EMPHASIS: Readonly<Record<string, string>> = { Analysis: 'Analysis', Synthesis: 'Creativity' };
const EMPHASISED = 1.5;

/** How much a specialist's view counts in a stage; it shapes the prompt only, no score. */
function stageWeight(specialist: string, stage: string): number {
  return Object.hasOwn(EMPHASIS, stage) && EMPHASIS[stage] === specialist ? EMPHASISED : 1;
}

/** What a specialist is told about its own view. */
function framing(specialist: string): string {
  const own = Object.hasOwn(framings, specialist) ? framings[specialist] : undefined;
  return own ?? sayPrompt.genericFraming(specialist);
}

/** The task of the specialist who is to answer next. */
export function specialistTask(
  session: StagedSession,
  thought: Thought,
  plan: SpecialistPlan,
): SpecialistTask {
  const index = Math.min(pendingCandidates(thought).length, plan.agents.length - 1);
  const specialist = plan.agents[index] ?? '';
  const rounds = winners(thought).length;
  const place = {
    thought_id: thought.id,
    stage: thought.stage,
    engine: plan.engine,
    us_round: rounds + 1,
    rounds_run: rounds,
    max_rounds: plan.max_rounds,
    specialist,
    specialist_index: index,
    specialist_total: plan.agents.length,
    stage_weight: stageWeight(specialist, thought.stage),
    utility_dimensions: DIMENSIONS,
  };
  return { ...place, specialist_prompt: specialistPrompt(session, thought, plan, place) };
}

/** The specialists as voices of a negotiation. */
export function specialists(agents: readonly string[]): { name: string; framing: string }[] {
  return agents.map((name) => ({ name, framing: framing(name) }));
}

/** What a negotiation is about: what it starts from, and whose views count. */
interface NegotiationPart {
  readonly agents: readonly string[];
  readonly seed: string;
  /** Whether the seed is the client's draft rather than the winner of a round. */
  readonly drafted: boolean;
  readonly focus: string | null;
}

/** The prompt that all voices of a negotiation share. */
export function negotiationPrompt(session: StagedSession, part: NegotiationPart): string {
  const stage = session.current_stage;
  const history = compress(session, HISTORY_TOKENS).digest;
  const views = part.agents
    .map((name) => ({ name, weight: stageWeight(name, stage), framing: framing(name) }))
    .sort((a, b) => b.weight - a.weight);
  return [
    sayPrompt.question(session.question),
    sayPrompt.stage(stage),
    ...(history === '' ? [] : [sayPrompt.history(history)]),
    ...(isBlank(part.seed) ? [] : [sayPrompt.seed({ text: part.seed, drafted: part.drafted })]),
    ...(part.focus === null ? [] : [sayPrompt.focus(part.focus)]),
    sayPrompt.negotiate(),
    views.map(sayPrompt.view).join('\n'),
    ...stageLenses(stage).map((lens) => sayPrompt.guard(lens.replaceAll('_', ' '))),
    sayPrompt.language(),
  ].join('\n\n');
}

type Place = Omit<SpecialistTask, 'specialist_prompt'>;

/** The whole prompt; it stands alone, so that a client that has lost its chat can answer it. */
function specialistPrompt(
  session: StagedSession,
  thought: Thought,
  plan: SpecialistPlan,
  place: Place,
): string {
  const history = compress(session, HISTORY_TOKENS).digest;
  const seed = seedText(thought);
  const { stage_weight, stage, specialist } = place;
  return [
    sayPrompt.question(session.question),
    sayPrompt.stage(stage),
    sayPrompt.specialist(place),
    framing(specialist),
    ...(stage_weight === 1 ? [] : [sayPrompt.emphasis({ stage, stage_weight })]),
    ...(history === '' ? [] : [sayPrompt.history(history)]),
    ...(isBlank(seed) ? [] : [sayPrompt.seed({ text: seed, drafted: place.rounds_run === 0 })]),
    ...(plan.prompt_focus === null ? [] : [sayPrompt.focus(plan.prompt_focus)]),
    ...stageLenses(stage).map((lens) => sayPrompt.guard(lens.replaceAll('_', ' '))),
    sayPrompt.produce(),
  ].join('\n\n');
}

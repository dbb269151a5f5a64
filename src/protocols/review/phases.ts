import { cutText } from '../../core/text.ts';
import type { Step } from '../../kit/step.ts';
import { phaseWords } from './instruction-wording.ts';
import { instructionsFor } from './instructions.ts';
import { type Thresholds, thinTexts } from './likeness.ts';
import type { Phase } from './mode.ts';
import { lacksOf, standingOf, targetsOf } from './standing.ts';
import { PHASE_NAMES, type ReviewSession } from './state.ts';
import { reasonOf, verdictOf } from './verdict.ts';
import { sayLacks, sayStep } from './wording.ts';

/** Every phase of every mode, and the end. */
export const REVIEW_PHASES: readonly string[] = [...PHASE_NAMES, 'complete'];

/** The phase of a review; `complete` when every phase is closed. */
export function reviewPhase({ mode, phases }: ReviewSession): string {
  return standingOf(mode, phases).phase?.name ?? 'complete';
}

/** What a review wants next: items of its phase, or that its verdict is read. */
export function reviewStep(session: ReviewSession): Step {
  const { id, mode, phases } = session;
  const { phase } = standingOf(mode, phases);
  const verdict = verdictOf(session);
  if (phase === null || verdict !== null) {
    const facts = { assessment: verdict?.assessment ?? null };
    const say = sayStep.complete();
    return { code: 'review_complete', tool: 'get_verdict', arguments: { review_id: id }, facts, say };
  }
  const have = phases[phase.name]?.length ?? 0;
  const missing = sayLacks(phase.name, lacksOf(phase, phases));
  const facts = { review_mode: mode, phase: phase.name, items_in_phase: have, missing };
  const say = sayPhase(session, phase, have);
  return { code: `review_${phase.name}`, tool: 'submit', arguments: { review_id: id }, facts, say };
}

/** The end of the way: the verdict has been read, which no state of the review can show. It may lead to a parent. */
export function readStep(assessment: string, parent: string | null): Step {
  const code = 'review_read';
  if (parent === null) return { code, tool: null, say: sayStep.read({ assessment }) };
  const say = sayStep.readForParent({ assessment, parent });
  return { code, tool: 'next_action', arguments: { session_id: parent }, say };
}

function sayPhase({ phases }: ReviewSession, phase: Phase, have: number): string {
  const { name, need } = phase;
  const { noun } = phaseWords[name];
  if (need.kind === 'one') return sayStep.one();
  if (need.kind === 'several') return sayStep.several({ phase: name, noun, least: need.least, have });
  return sayStep.each({ noun, pending: targetsOf(phase, phases).pending.length });
}

/** Code points of a claim or an accepted text that the material repeats, and how many of the newest texts. */
const CLAIM = 1000;
const ACCEPTED = 200;
const NEWEST = 20;

/** What is needed to take the step without memory of the chat. */
export function reviewMaterial(
  session: ReviewSession,
  thresholds: Thresholds,
): Readonly<Record<string, unknown>> {
  const { mode, phases, context } = session;
  const claim = {
    claim: cutText(session.question, CLAIM),
    review_mode: mode,
    ...(context === '' ? {} : { context: cutText(context, CLAIM) }),
  };
  const { phase } = standingOf(mode, phases);
  const verdict = verdictOf(session);
  if (phase === null || verdict !== null) {
    if (verdict === null) return claim;
    const reason = reasonOf(verdict, thinTexts(mode, phases, thresholds));
    return { ...claim, assessment: verdict.assessment, assessment_reason: reason };
  }
  const accepted = (phases[phase.name] ?? []).slice(-NEWEST).map((item) => {
    const cut = Object.entries(item).map(([key, value]) => [
      key,
      typeof value === 'string' ? cutText(value, ACCEPTED) : value,
    ]);
    return Object.fromEntries(cut);
  });
  return { ...claim, accepted_items: accepted, instructions: instructionsFor(session, phase) };
}

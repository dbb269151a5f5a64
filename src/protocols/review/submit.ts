import { findJson } from '../../core/lenient/json.ts';
import { isTable, showExactly } from '../../core/lenient/reading.ts';
import { readBatch } from './batch.ts';
import { phaseWords } from './instruction-wording.ts';
import { instructionsFor } from './instructions.ts';
import { type Thresholds, thinIn } from './likeness.ts';
import { lacksOf, standingOf } from './standing.ts';
import type { Items, ReviewSession } from './state.ts';
import { badArgument, refuse, sayLacks, sayStep, sayWarnings } from './wording.ts';

/** The most items of one phase. */
const MOST_ITEMS = 500;

/** What a verb answers: the fields of the result, and the changed review; or the text of a refusal. */
export type Called =
  | { readonly result: Readonly<Record<string, unknown>>; readonly session: ReviewSession }
  | { readonly errorText: string };

/** What `submit` depends on besides the review and the items. */
export interface SubmitRules {
  readonly now: string;
  readonly textBytes: number;
  readonly thresholds: Thresholds;
}

/** The items of a call: a list, a single object, or either as JSON text; null when it is none of these. */
function listOf(sent: unknown): readonly unknown[] | null {
  const found = typeof sent === 'string' ? findJson(sent) : null;
  const value = found?.ok === true ? found.value : sent;
  if (isTable(value)) return [value];
  return Array.isArray(value) && value.length > 0 ? value : null;
}

/** Why a review takes no items, or null. */
export function closedTo({ id, status, mode, phases, abandon_reason }: ReviewSession): string | null {
  if (status === 'abandoned') return refuse.abandoned(id, abandon_reason ?? '');
  if (standingOf(mode, phases).phase === null) return refuse.complete(id);
  return status === 'active' ? null : refuse.closed(id, status);
}

/** Takes the items of the current phase, all or none. */
export function submit(session: ReviewSession, sent: unknown, rules: SubmitRules): Called {
  const closed = closedTo(session);
  const { phase } = standingOf(session.mode, session.phases);
  if (closed !== null || phase === null) return { errorText: closed ?? refuse.complete(session.id) };
  const list = listOf(sent);
  if (list === null) {
    const got = sent === undefined ? badArgument.missing() : badArgument.is(showExactly(sent));
    return { errorText: refuse.items(got) };
  }
  const before: Items = session.phases;
  const have = before[phase.name] ?? [];
  const count = have.length + list.length;
  if (count > MOST_ITEMS) return { errorText: refuse.too_many(MOST_ITEMS, count) };
  const read = readBatch(phase, before, list, rules.textBytes);
  if (!read.ok) {
    const index = phase.need.kind === 'each' ? { index: 0 } : {};
    const example = JSON.stringify({ ...index, ...phaseWords[phase.name].example });
    return { errorText: refuse.invalid(read.problems, example) };
  }
  const phases = { ...session.phases, [phase.name]: [...have, ...read.items] };
  return taken({ ...session, phases }, { name: phase.name, accepted: list.length, from: have.length }, rules);
}

interface Taken {
  readonly name: keyof Items;
  readonly accepted: number;
  /** How many items the phase had before. */
  readonly from: number;
}

function taken(session: ReviewSession, { name, accepted, from }: Taken, rules: SubmitRules): Called {
  const { id, mode, phases } = session;
  const { phase, skipped } = standingOf(mode, phases);
  const thin = sayWarnings(thinIn(mode, name, phases, rules.thresholds, from), rules.thresholds);
  const warnings = thin.length === 0 ? {} : { warnings: thin };
  if (phase === null) {
    const skips = skipped.map(sayStep.skipped);
    const message = [...skips, sayStep.complete()].join(' ');
    const closing = { status: 'complete', completed_phase: name, accepted, skipped_phases: skipped, message };
    return {
      result: { review_id: id, ...closing, ...warnings },
      session: { ...session, completed_at: rules.now },
    };
  }
  if (phase.name !== name) {
    const next_phase = instructionsFor(session, phase);
    const result = { review_id: id, status: 'phase_complete', completed_phase: name, accepted, next_phase };
    return { result: { ...result, ...warnings }, session };
  }
  const missing = sayLacks(name, lacksOf(phase, phases));
  const counts = { accepted, items_in_phase: from + accepted, missing };
  return { result: { review_id: id, status: 'in_progress', phase: name, ...counts, ...warnings }, session };
}

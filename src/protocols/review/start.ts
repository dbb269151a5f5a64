import { UNNAMED } from '../../core/portable-record.ts';
import { SCHEMA_VERSION } from '../../core/session.ts';
import type { StartInput } from './input.ts';
import { instructionsFor } from './instructions.ts';
import { standingOf } from './standing.ts';
import { REVIEW_PROTOCOL, type ReviewSession } from './state.ts';

/** What a new review is made of besides its input. */
export interface StartFacts {
  readonly created_at: string;
  readonly project: string | null;
}

/** A review without items; the store gives it its id. */
export function newReview(input: StartInput, facts: StartFacts): ReviewSession {
  const { parent_session_id, parent_thought_id } = input;
  const { created_at } = facts;
  return {
    schema_version: SCHEMA_VERSION,
    id: UNNAMED,
    protocol: REVIEW_PROTOCOL,
    status: 'active',
    revision: 1,
    created_at,
    updated_at: created_at,
    finalized_at: null,
    project: facts.project,
    question: input.claim,
    overrides: {},
    move_history: [],
    decisions: [],
    mode: input.mode,
    context: input.context,
    phases: {},
    completed_at: null,
    abandon_reason: null,
    ...(parent_session_id === undefined ? {} : { parent_session_id }),
    ...(parent_thought_id === undefined ? {} : { parent_thought_id }),
  };
}

/** The answer of start_review. */
export function startResult(session: ReviewSession): Readonly<Record<string, unknown>> {
  const { id, question, mode, phases } = session;
  const { phase } = standingOf(mode, phases);
  return {
    review_id: id,
    claim: question,
    mode,
    status: 'active',
    instructions: phase === null ? {} : instructionsFor(session, phase),
  };
}

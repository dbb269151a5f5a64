import type { Reading } from '../../core/lenient/reading.ts';
import { NO_SCORES, type ScoresRead } from '../../core/lenient/scores.ts';
import { openThought, type StagedSession } from '../../core/staged.ts';
import { type Field, scores, text } from '../../kit/field.ts';
import type { Refusal } from '../../kit/outcome.ts';
import type { CallContext } from '../../kit/tool.ts';
import { refuseArgument } from '../../kit/wording.ts';
import { planOf } from './state.ts';

/** What a client hands in for a specialist, readable or not. */
export interface Submission {
  readonly candidate: Reading<string> | undefined;
  readonly scores: Reading<ScoresRead> | undefined;
}

/** Refuses what cannot be read where the client writes the candidates; models at endpoints need none of it. */
export function vetSubmission(
  session: StagedSession,
  { candidate, scores: scored }: Submission,
  { config }: CallContext,
): Refusal | null {
  const thought = openThought(session);
  const engine = thought === null ? config.subagent.engine : planOf(thought, config).engine;
  if (engine !== 'manual') return null;
  return unreadable('candidate', candidate, text()) ?? unreadable('scores', scored, scores());
}

function unreadable(
  parameter: string,
  reading: Reading<unknown> | undefined,
  field: Field<unknown>,
): Refusal | null {
  if (reading === undefined || reading.ok) return null;
  return refuseArgument({ ...reading, code: 'bad_argument', parameter, field });
}

/** The candidate and its scores, once nothing objects to them. */
export function submitted({ candidate, scores: scored }: Submission): {
  readonly candidate: string | undefined;
  readonly scores: ScoresRead;
} {
  return {
    candidate: candidate?.ok ? candidate.value : undefined,
    scores: scored?.ok ? scored.value : NO_SCORES,
  };
}

/** The names of what was handed in, for a reply that has no use for it. */
export function handedIn({ candidate, scores: scored }: Submission): readonly string[] {
  return [...(candidate === undefined ? [] : ['candidate']), ...(scored === undefined ? [] : ['scores'])];
}

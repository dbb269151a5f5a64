import { newReview } from '../../src/protocols/review/start.ts';
import type { ModeName, ReviewSession } from '../../src/protocols/review/state.ts';
import { type Called, submit } from '../../src/protocols/review/submit.ts';

export const THRESHOLDS = { near_equal: 0.8, padded: 0.5 };
const RULES = { now: '2026-01-01T00:00:09.000Z', textBytes: 4000, thresholds: THRESHOLDS };

/** A review without items. */
export function reviewOf(mode: ModeName, claim = 'We should move to the new queue.'): ReviewSession {
  const input = { claim, mode, context: '', parent_session_id: undefined, parent_thought_id: undefined };
  const facts = { created_at: '2026-01-01T00:00:00.000Z', project: null };
  return { ...newReview(input, facts), id: 'rev-k7m2' };
}

/** What a submission comes to. */
export function submitted(session: ReviewSession, items: unknown): Called {
  return submit(session, items, RULES);
}

/** The text of a submission that has to be refused. */
export function refusalOf(session: ReviewSession, items: unknown): string {
  const called = submitted(session, items);
  if (!('errorText' in called)) throw new Error(JSON.stringify(called.result));
  return called.errorText;
}

/** The review after submissions that have to be taken, one after the other. */
export function played(session: ReviewSession, ...batches: readonly unknown[]): ReviewSession {
  return batches.reduce<ReviewSession>((current, items) => {
    const called = submitted(current, items);
    if ('errorText' in called) throw new Error(called.errorText);
    return called.session;
  }, session);
}

const CATEGORIES = ['evidence', 'scope', 'incentives', 'base_rates', 'alternatives', 'second_order'];
const TOPICS = [
  'The load test ran on an empty database and tells nothing about peak hours.',
  'Nobody on the night shift has ever operated the new broker.',
  'The vendor doubled its prices twice within eighteen months.',
  'Retries without a limit can bury the billing service.',
  'Half of our customers pin an old client that speaks no TLS 1.3.',
  'A cron job and a table would do for the volume we have.',
];

/** A text unlike those at other places, long enough for every phase. */
export const textAt = (at: number) => `${TOPICS[at % TOPICS.length]} (${at})`;

/** Counterarguments of these severities, no two neighbours of one category. */
export const attacks = (...severities: readonly number[]) =>
  severities.map((severity, at) => ({
    text: textAt(at),
    category: CATEGORIES[at % CATEGORIES.length],
    severity,
  }));

/** Causes of these likelihoods and impacts. */
export const causes = (...grades: readonly (readonly [number, number])[]) =>
  grades.map(([likelihood, impact], at) => ({ text: textAt(at), likelihood, impact }));

/** Assumptions, load-bearing or not, with their evidence. */
export const assumed = (...given: readonly (readonly [boolean, string])[]) =>
  given.map(([load_bearing, evidence], at) => ({ text: textAt(at), load_bearing, evidence }));

/** Points of the other side. */
export const points = (count: number) => Array.from({ length: count }, (_, at) => ({ text: textAt(at) }));

import { cutText } from '../../core/text.ts';
import { type Thin, type Thresholds, thinTexts } from './likeness.ts';
import type { Verdict } from './mode.ts';
import { horizonOf } from './modes/premortem.ts';
import { modes } from './modes.ts';
import { fitted, type Size } from './reply-size.ts';
import { standingOf } from './standing.ts';
import type { ReviewSession } from './state.ts';
import { sayThin, skipWords } from './verdict-wording.ts';
import { sayLeftOut, sayWarnings } from './wording.ts';

/** The verdict of a complete review, read off its items alone; null while it is not complete. */
export function verdictOf({ mode, phases }: Pick<ReviewSession, 'mode' | 'phases'>): Verdict | null {
  const { phase, skipped } = standingOf(mode, phases);
  if (phase !== null) return null;
  const verdict = modes[mode].judge(phases);
  const reason = [verdict.reason, ...skipped.map((name) => skipWords[name] ?? '')].join(' ');
  return { ...verdict, reason };
}

/** The reason of a verdict with what is to be said about thin texts. */
export function reasonOf({ reason }: Verdict, thin: readonly Thin[]): string {
  if (thin.length === 0) return reason;
  const padded = thin.filter(({ code }) => code === 'padded').length;
  return `${reason} ${sayThin({ repeated: thin.length - padded, padded })}`;
}

/** A stored time as this family writes it: to the second, with the offset of UTC. */
export function wireTime(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1+00:00');
}

/** The report of a complete review; null while it is not complete. */
export function reportOf(session: ReviewSession, thresholds: Thresholds): object | null {
  const { mode, phases } = session;
  const verdict = verdictOf(session);
  if (verdict === null) return null;
  const thin = thinTexts(mode, phases, thresholds);
  const horizon = horizonOf(phases);
  const abandoned = session.status === 'abandoned' ? { abandoned: session.abandon_reason ?? '' } : {};
  const written = (size: Size) => ({
    review_id: session.id,
    claim: cutText(session.question, size.length),
    mode,
    context: cutText(session.context, size.length),
    created_at: wireTime(session.created_at),
    completed_at: wireTime(session.completed_at ?? session.updated_at),
    skipped_phases: standingOf(mode, phases).skipped,
    phases: cutEntries(modes[mode].entries(phases), size),
    risk_score: verdict.risk_score,
    assessment: verdict.assessment,
    assessment_reason: reasonOf(verdict, thin),
    ...(horizon === '' ? {} : { horizon }),
    rule: verdict.rule,
    counts: verdict.counts,
    warnings: sayWarnings(thin, thresholds),
    ...abandoned,
    ...(size.length === Number.POSITIVE_INFINITY ? {} : { left_out: sayLeftOut() }),
  });
  return fitted(written);
}

/** The entries of a report with fewer members of lists and shorter texts. */
function cutEntries(value: unknown, size: Size): unknown {
  if (typeof value === 'string') return cutText(value, size.length);
  if (Array.isArray(value)) return value.slice(0, size.entries).map((each) => cutEntries(each, size));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cutEntries(each, size)]));
}

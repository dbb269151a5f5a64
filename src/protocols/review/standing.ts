import type { Phase, Target } from './mode.ts';
import { modes } from './modes.ts';
import type { Items, ModeName, PhaseName } from './state.ts';

/** Where a review stands. */
export interface Standing {
  /** The phase that takes items; null when the review is complete. */
  readonly phase: Phase | null;
  readonly skipped: readonly PhaseName[];
}

/** What the current phase still lacks. */
export type Lack =
  | { readonly kind: 'items'; readonly least: number; readonly have: number }
  | {
      readonly kind: 'spread';
      readonly field: string;
      readonly least: number;
      readonly have: readonly string[];
    }
  | { readonly kind: 'answer'; readonly target: Target }
  | { readonly kind: 'one' };

/** Reads the standing off the items: a phase is closed as soon as it lacks nothing. */
export function standingOf(mode: ModeName, items: Items): Standing {
  const skipped: PhaseName[] = [];
  for (const phase of modes[mode].phases) {
    if (isSkipped(phase, items)) skipped.push(phase.name);
    else if (lacksOf(phase, items).length > 0) return { phase, skipped };
  }
  return { phase: null, skipped };
}

function isSkipped({ need }: Phase, items: Items): boolean {
  return need.kind === 'each' && need.targets(items).length === 0;
}

/** The targets of a phase, answered or not, and which of them still wait. */
export function targetsOf({ name, need }: Phase, items: Items) {
  const all = need.kind === 'each' ? need.targets(items) : [];
  const answered = new Set((items[name] ?? []).map(({ index }) => index));
  return { all, pending: all.filter(({ index }) => !answered.has(index)) };
}

/** What the phase still lacks; nothing when it is complete. */
export function lacksOf(phase: Phase, items: Items): readonly Lack[] {
  const { need, name } = phase;
  const have = items[name] ?? [];
  if (need.kind === 'one') return have.length === 0 ? [{ kind: 'one' }] : [];
  if (need.kind === 'each')
    return targetsOf(phase, items).pending.map((target) => ({ kind: 'answer', target }));
  const { least, spread } = need;
  const lacks: Lack[] = have.length < least ? [{ kind: 'items', least, have: have.length }] : [];
  if (spread === undefined) return lacks;
  const words = [...new Set(have.map((item) => String(item[spread.field])))].sort();
  if (words.length < spread.least) lacks.push({ kind: 'spread', ...spread, have: words });
  return lacks;
}

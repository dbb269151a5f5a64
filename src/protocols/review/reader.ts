import { documentReader } from '../../core/document.ts';
import { lateSchema } from '../../core/late-schema.ts';
import { readBatch } from './batch.ts';
import { modes } from './modes.ts';
import { standingOf } from './standing.ts';
import { type Items, type PhaseName, ReviewSession } from './state.ts';

/** The first phase whose items a review could not have taken, by playing them again; null when all fit. */
export function brokenPhase({ mode, phases }: Pick<ReviewSession, 'mode' | 'phases'>): PhaseName | null {
  const names = modes[mode].phases.map(({ name }) => name);
  const stored: Items = phases;
  const given = Object.entries(phases).filter(([, items]) => items.length > 0);
  const foreign = given.find(([name]) => !names.some((each) => each === name));
  // The keys of the record are phase names by its schema.
  if (foreign !== undefined) return foreign[0] as PhaseName;
  let played: Items = {};
  for (const name of names) {
    const items = stored[name] ?? [];
    if (items.length === 0) continue;
    const { phase } = standingOf(mode, played);
    if (phase?.name !== name) return name;
    if (!readBatch(phase, played, items, Number.POSITIVE_INFINITY).ok) return name;
    played = { ...played, [name]: items };
  }
  return null;
}

/** Reads a review; items that break the rules of their phase make it a damaged one. */
export const reviewReader = documentReader<ReviewSession>(
  lateSchema(() =>
    ReviewSession.made().refine((session) => brokenPhase(session) === null, 'items that fit their phase'),
  ),
);

import type { Passage } from '../../core/search/passage.ts';
import { PHASE_NAMES, type ReviewSession } from './state.ts';

/** What can be found of a review: its context, and each item of each phase; a rebuttal stands with its verdict. */
export function reviewPassages({ context, phases, abandon_reason: reason }: ReviewSession): Passage[] {
  const items = PHASE_NAMES.flatMap((phase) =>
    (phases[phase] ?? []).map((item, index) => ({
      place: { phase, index },
      text: Object.values(item)
        .filter((value) => typeof value === 'string')
        .join('\n'),
    })),
  );
  const around = [context, reason ?? ''].filter((text) => text.trim() !== '');
  return [...around.map((text) => ({ place: {}, text })), ...items];
}

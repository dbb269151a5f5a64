import type { Passage } from '../../core/search/passage.ts';
import { modes } from './modes.ts';
import type { Items, ReviewSession } from './state.ts';

/** What can be found of a review: its context, then each item by its phase and place there. */
export function reviewPassages({ mode, context, phases }: ReviewSession): Passage[] {
  const items: Items = phases;
  const about = context === '' ? [] : [{ place: { part: 'context' }, text: context }];
  const said = modes[mode].phases.flatMap(({ name }) =>
    (items[name] ?? []).map((item, item_index) => ({
      place: { phase: name, item_index },
      text: Object.values(item)
        .filter((value) => typeof value === 'string')
        .join('\n'),
    })),
  );
  return [...about, ...said];
}

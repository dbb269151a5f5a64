import { reviewPassages } from './passages.ts';
import type { ReviewSession } from './state.ts';
import { verdictOf } from './verdict.ts';
import { sayResult } from './wording.ts';

/** The verdict with every item behind it; null while the review is not complete. */
export function resultText(session: ReviewSession): string | null {
  const verdict = verdictOf(session);
  if (verdict === null) return null;
  const items = reviewPassages(session).map(({ place, text }) =>
    sayResult.item({ place: Object.values(place).join(' '), text: text.replaceAll('\n', ' ') }),
  );
  return [sayResult.verdict({ claim: session.question, ...verdict }), ...items].join('\n');
}

import { cutText, foldWhitespace, graphemeStart } from '../text.ts';
import { type Match, matchesIn } from './matches.ts';
import type { Passage } from './passage.ts';
import type { Sought } from './ranking.ts';

/** The longest snippet, in code points, its ellipses included. */
const SNIPPET = 160;
const ELLIPSIS = '...';
/** How much of a text stands before the first word that was found, in UTF-16 units. */
const LEAD = 40;
/** Words that are found together within so many UTF-16 units show in one snippet. */
const WINDOW = 110;

/** The place in a session that answers a query best. */
export interface Finding {
  readonly place: Passage['place'];
  readonly snippet: string;
  /** How many other places hold one of the words. */
  readonly others: number;
}

function worthOf(matches: readonly Match[], sought: readonly Sought[]): number {
  let worth = 0;
  for (const word of new Set(matches.map((each) => each.word))) worth += sought[word]?.worth ?? 0;
  return worth;
}

/** Where the stretch of a text begins that shows the most. */
function densest(matches: readonly Match[], sought: readonly Sought[]): number {
  let best = 0;
  let most = -1;
  let last = 0;
  for (const [at, { start }] of matches.entries()) {
    while ((matches[last]?.end ?? Number.POSITIVE_INFINITY) - start <= WINDOW) last += 1;
    const worth = worthOf(matches.slice(at, Math.max(last, at + 1)), sought);
    if (worth > most) [best, most] = [start, worth];
  }
  return best;
}

/** The stretch of a text around a place, at most `SNIPPET` long; it begins with a word where one is near. */
function cutAround(text: string, place: number): string {
  const early = graphemeStart(text, place - LEAD);
  const blank = early === 0 ? -1 : text.slice(early, place).search(/\s/u);
  const from = early + blank + 1;
  const lead = early === 0 ? '' : ELLIPSIS;
  return lead + cutText(foldWhitespace(text.slice(from)), SNIPPET - lead.length - ELLIPSIS.length);
}

/** Where in the passages the words of a query stand best, the earlier place of equals; null when nowhere. */
export function bestFinding(passages: readonly Passage[], sought: readonly Sought[]): Finding | null {
  let best: { readonly passage: Passage; readonly matches: readonly Match[] } | null = null;
  let most = -1;
  let places = 0;
  for (const passage of passages) {
    const matches = matchesIn(passage.text, sought);
    if (matches.length === 0) continue;
    places += 1;
    const worth = worthOf(matches, sought);
    if (worth > most) [best, most] = [{ passage, matches }, worth];
  }
  if (best === null) return null;
  const { place, text } = best.passage;
  return { place, snippet: cutAround(text, densest(best.matches, sought)), others: places - 1 };
}

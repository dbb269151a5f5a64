import { foldWhitespace, roundHalfEven } from '../../core/text.ts';
import { modes } from './modes.ts';
import type { Items, ModeName, PhaseName } from './state.ts';

/** From these on a text is reported; both range from 0 to 1. */
export interface Thresholds {
  /** The least similarity to an earlier text of the same phase. */
  readonly near_equal: number;
  /** The variety below which a text counts as padded. */
  readonly padded: number;
}

/** A text that says little beside others or in itself. */
export type Thin = { readonly phase: PhaseName; readonly index: number; readonly value: number } & (
  | { readonly code: 'near_equal'; readonly like: number }
  | { readonly code: 'padded' }
);

/** A piece is so many characters long: it works for scripts without spaces too. */
const PIECE = 3;
/** Code points of a text that are looked at, and pieces that are enough to call it varied. */
const LOOKED_AT = 1000;
const ENOUGH = 100;

interface Pieces {
  readonly distinct: ReadonlySet<string>;
  readonly total: number;
}

/** The runs of three characters of a text, in lower case, white space folded. */
function piecesOf(text: string): Pieces {
  const points = Array.from(foldWhitespace(text.slice(0, 2 * LOOKED_AT).toLowerCase())).slice(0, LOOKED_AT);
  const total = Math.max(1, points.length - PIECE + 1);
  const pieces = Array.from({ length: total }, (_, at) => points.slice(at, at + PIECE).join(''));
  return { distinct: new Set(pieces), total };
}

/** The share of common pieces among all different pieces of two texts (the Jaccard index). */
function similarityOf(one: Pieces, other: Pieces): number {
  let common = 0;
  for (const piece of one.distinct) if (other.distinct.has(piece)) common += 1;
  return common / (one.distinct.size + other.distinct.size - common);
}

/** The share of different pieces; a hundred of them make any text varied. */
function varietyOf({ distinct, total }: Pieces): number {
  return Math.min(1, distinct.size / Math.min(total, ENOUGH));
}

/** The texts of a phase that are padded or near-equal to an earlier one, from the item at `from` on. */
export function thinIn(
  mode: ModeName,
  phase: PhaseName,
  items: Items,
  thresholds: Thresholds,
  from = 0,
): readonly Thin[] {
  const field = fieldOf(mode, phase);
  if (field === null) return [];
  const all = (items[phase] ?? []).map((item) => piecesOf(String(item[field])));
  return all.flatMap((pieces, index) => {
    if (index < from) return [];
    const found: Thin[] = [];
    const own = varietyOf(pieces);
    if (own < thresholds.padded) found.push({ code: 'padded', phase, index, value: roundHalfEven(own, 2) });
    const twin = nearest(pieces, all.slice(0, index), thresholds.near_equal);
    if (twin !== null) found.push({ code: 'near_equal', phase, index, ...twin });
    return found;
  });
}

/** All such texts of a review. */
export function thinTexts(mode: ModeName, items: Items, thresholds: Thresholds): readonly Thin[] {
  return modes[mode].phases.flatMap(({ name }) => thinIn(mode, name, items, thresholds));
}

/** The field that holds the argument; none where a phase has a single item. */
function fieldOf(mode: ModeName, name: PhaseName): string | null {
  const phase = modes[mode].phases.find((each) => each.name === name);
  if (phase === undefined || phase.need.kind === 'one') return null;
  const texts = Object.entries(phase.rules).filter(([, rule]) => rule.kind === 'text');
  return texts[0]?.[0] ?? null;
}

function nearest(pieces: Pieces, earlier: readonly Pieces[], least: number) {
  let best: { like: number; value: number } | null = null;
  for (const [like, other] of earlier.entries()) {
    const [small, large] = [pieces.distinct.size, other.distinct.size].sort((one, two) => one - two);
    // Texts of so different size cannot reach the threshold.
    if ((small ?? 0) < least * (large ?? 0)) continue;
    const value = similarityOf(pieces, other);
    if (value >= least && value > (best?.value ?? -1)) best = { like, value };
  }
  return best === null ? null : { like: best.like, value: roundHalfEven(best.value, 2) };
}

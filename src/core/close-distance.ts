/** After so many edits from each end it is told whether the texts are worth going on with. */
const TRIAL = 32;
/** A diagonal of the table that no edit has led to. */
const UNREACHED = -2;

/** How far every diagonal of the table of two texts is reached from their beginning, for a growing number of edits. */
interface Front {
  readonly a: Uint16Array;
  readonly b: Uint16Array;
  /** Where diagonal 0 stands in `reached`; diagonal k is the place in `b` less that in `a`. */
  readonly middle: number;
  edits: number;
  /** The furthest place in `a` by diagonal. */
  reached: Int32Array;
  spare: Int32Array;
}

/**
 * The Levenshtein distance of two strings, in UTF-16 units, when it is at most `most`; null when it is larger or
 * seems to become so. It looks from both ends, edit by edit, until the two fronts meet on a diagonal, so the time
 * grows with the square of the distance and not with that of the lengths (Ukkonen, Information and Control 64, 1985).
 */
export function closeDistance(a: string, b: string, most: number): number | null {
  const goal = b.length - a.length;
  if (Math.abs(goal) > most) return null;
  const [left, right] = [unitsOf(a), unitsOf(b)];
  const fore = frontOf(left, right, most);
  const back = frontOf(left.toReversed(), right.toReversed(), most);
  while (!meet(fore, back, goal)) {
    if (fore.edits + back.edits >= most || isHopeless(fore, back, most)) return null;
    widen(fore.edits > back.edits ? back : fore);
  }
  return fore.edits + back.edits;
}

function frontOf(a: Uint16Array, b: Uint16Array, most: number): Front {
  const middle = Math.ceil(most / 2) + 1;
  const reached = new Int32Array(2 * middle + 1).fill(UNREACHED);
  const spare = reached.slice();
  reached[middle] = slide(a, b, 0, 0);
  return { a, b, middle, edits: 0, reached, spare };
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
  return units;
}

/** One edit more on every diagonal: a replacement, an insertion or a deletion. */
function widen(front: Front): void {
  const { a, b, middle, reached, spare } = front;
  const edits = front.edits + 1;
  let inserted = UNREACHED;
  let kept = UNREACHED;
  for (let k = -edits; k <= edits; k += 1) {
    const deleted = reached[middle + k + 1] ?? UNREACHED;
    const start = Math.min(Math.max(kept + 1, inserted, deleted + 1), a.length, b.length - k);
    spare[middle + k] = start < 0 || start + k < 0 ? UNREACHED : slide(a, b, start, k);
    inserted = kept;
    kept = deleted;
  }
  front.reached = spare;
  front.spare = reached;
  front.edits = edits;
}

/** The end of the run of equal units from a place on a diagonal. */
function slide(a: Uint16Array, b: Uint16Array, start: number, k: number): number {
  let at = start;
  while (at < a.length && a[at] === b[at + k]) at += 1;
  return at;
}

/** Whether the two fronts cover one diagonal together; places on a diagonal never grow nearer. */
function meet(fore: Front, back: Front, goal: number): boolean {
  for (let k = -fore.edits; k <= fore.edits; k += 1) {
    const before = fore.reached[fore.middle + k] ?? UNREACHED;
    const after = back.reached[back.middle + goal - k] ?? UNREACHED;
    if (before >= 0 && after >= 0 && before + after >= fore.a.length) return true;
  }
  return false;
}

/** Whether twice the edits that are allowed would not do at the pace so far. */
function isHopeless(fore: Front, back: Front, most: number): boolean {
  if (back.edits === 0 || back.edits % TRIAL !== 0) return false;
  const pace = (longestOf(fore) + longestOf(back)) / (fore.edits + back.edits);
  return pace * 2 * most < fore.a.length;
}

function longestOf({ reached }: Front): number {
  return reached.reduce((longest, each) => Math.max(longest, each), 0);
}

/** The only node without a parent. */
export const ROOT_ID = 'R1.A';

/** The shape of a node id: `R`, digits, a point, ASCII letters or digits. */
export const NODE_ID = /^R(\d+)\.([A-Za-z0-9]+)$/u;

/** How many signs an id may add to its parent's suffix; bounded, because replies repeat ids. */
export const MOST_ADDED = 60;

interface IdParts {
  readonly round: number;
  readonly suffix: string;
}

function parts(id: string): IdParts | null {
  const match = NODE_ID.exec(id);
  return match === null ? null : { round: Number(match[1]), suffix: match[2] ?? '' };
}

/** Whether the text has the shape of a node id. */
export function isNodeId(id: string): boolean {
  return NODE_ID.test(id);
}

/** The number after `R`; 1 when the text is no node id. */
export function roundOf(id: string): number {
  return parts(id)?.round ?? 1;
}

/** The part that every child of this node begins with: `R2.A1` gives `R3.A1`. */
export function childPrefix(parent: string): string {
  const { round, suffix } = parts(parent) ?? { round: 0, suffix: '' };
  return `R${round + 1}.${suffix}`;
}

/** Whether the id is one round below the parent and extends its suffix, as the id table demands. */
export function fitsUnder(id: string, parent: string): boolean {
  const prefix = childPrefix(parent);
  const added = id.length - prefix.length;
  return id.startsWith(prefix) && added > 0 && added <= MOST_ADDED;
}

/**
 * The parent that an id implies: of the nodes one round above it the one with the longest suffix that it extends;
 * null for the root, for text that is no id, and when there is no such node.
 */
export function inferParent(id: string, exists: (id: string) => boolean): string | null {
  const own = parts(id);
  if (own === null || id === ROOT_ID) return null;
  const shortest = Math.max(1, own.suffix.length - MOST_ADDED);
  for (let length = own.suffix.length - 1; length >= shortest; length -= 1) {
    const parent = `R${own.round - 1}.${own.suffix.slice(0, length)}`;
    if (exists(parent)) return parent;
  }
  return null;
}

const LETTERS = 26;

/** Names of children in their order: a to z, then AA, AB, … ZZ, then AAA. */
function childName(index: number): string {
  if (index < LETTERS) return String.fromCharCode(97 + index);
  let rest = index - LETTERS;
  let width = 2;
  for (let size = LETTERS ** 2; rest >= size; size *= LETTERS) {
    rest -= size;
    width += 1;
  }
  let name = '';
  for (let place = 0; place < width; place += 1) {
    name = String.fromCharCode(65 + (rest % LETTERS)) + name;
    rest = Math.floor(rest / LETTERS);
  }
  return name;
}

/**
 * A free id for another child, starting at the name that belongs to `index`. Ids from which `inferParent` would
 * find another node are passed over.
 */
export function freeChildId(
  parent: string,
  index: number,
  isTaken: (id: string) => boolean,
  exists: (id: string) => boolean,
): string {
  const prefix = childPrefix(parent);
  for (let at = index; ; at += 1) {
    const id = prefix + childName(at);
    if (!isTaken(id) && inferParent(id, exists) === parent) return id;
  }
}

/** The lenses that a stage of the standard list asks for first; other stages have none. */
const STAGE_LENSES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Problem Definition', ['unstated_assumption', 'scope_creep']],
  ['Research', ['weak_evidence', 'missing_perspective']],
  ['Analysis', ['weak_evidence', 'overconfidence']],
  ['Synthesis', ['missing_perspective', 'unstated_assumption']],
  ['Conclusion', ['steel_man', 'overconfidence']],
]);

/** The names of the lenses that a stage asks for first; none for a stage outside the standard list. */
export function stageLenses(stage: string): readonly string[] {
  return STAGE_LENSES.get(stage) ?? [];
}

/** A lens as the rotation sees it; `own` marks one from the user's folder. */
interface NamedLens {
  readonly name: string;
  readonly own: boolean;
}

/**
 * The order in which lenses are proposed: those of the stage, those of the configuration, then the user's
 * own by name; without repeats and only existing ones. All existing ones by name when nothing else is left.
 */
export function rotation(
  stage: string,
  configured: readonly string[],
  library: readonly NamedLens[],
): string[] {
  const known = new Set(library.map((lens) => lens.name));
  const own = library.filter((lens) => lens.own).map((lens) => lens.name);
  const wanted = [...stageLenses(stage), ...configured, ...own.sort()];
  const order = [...new Set(wanted)].filter((name) => known.has(name));
  return order.length > 0 ? order : [...known].sort();
}

/**
 * The lens for the next round: the least used one of the rotation, the earlier of equals. `used` lists the
 * lens of every round so far, chosen ones too. Undefined only for an empty rotation.
 */
export function nextLens(order: readonly string[], used: readonly string[]): string | undefined {
  const uses = (name: string) => used.filter((each) => each === name).length;
  return order.reduce<string | undefined>(
    (best, name) => (best === undefined || uses(name) < uses(best) ? name : best),
    undefined,
  );
}

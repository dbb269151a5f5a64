import { nearest } from './nearest.ts';

/** Which tools the operator wants; `read_only` beats all, `exclude` beats `include` and the sets. */
export interface ToolChoice {
  readonly toolsets: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly read_only: boolean;
}

/** A tool as far as choosing goes. */
export interface Choosable {
  readonly name: string;
  /** The sets that it belongs to. */
  readonly sets: readonly string[];
  readonly reads: boolean;
}

/** A name that no set or tool has, and the nearest that one has. */
export interface WrongName {
  readonly key: 'toolsets' | 'include' | 'exclude';
  readonly name: string;
  readonly near: string | undefined;
}

/** The set that holds every tool. */
export const ALL = 'all';

/** The set of three tools that stand for all others; it goes with nothing else. */
export const SLIM = 'slim';

/** Every tool. */
export const WHOLE: ToolChoice = { toolsets: [ALL], include: [], exclude: [], read_only: false };

/**
 * The names of the chosen tools, or the first wrong name; a blank name where nothing is left. Without sets the
 * named tools alone are chosen.
 */
export function chooseTools(
  tools: readonly Choosable[],
  sets: readonly string[],
  choice: ToolChoice,
): ReadonlySet<string> | WrongName {
  const names = tools.map(({ name }) => name);
  const wrong =
    wrongName('toolsets', choice.toolsets, [...sets, ALL]) ??
    wrongName('include', choice.include, names) ??
    wrongName('exclude', choice.exclude, names);
  if (wrong !== null) return wrong;
  const { toolsets, include, exclude, read_only } = choice;
  const inSets = (tool: Choosable) =>
    toolsets.includes(ALL) || tool.sets.some((set) => toolsets.includes(set));
  const chosen = tools.filter(
    (tool) =>
      (inSets(tool) || include.includes(tool.name)) &&
      !exclude.includes(tool.name) &&
      (tool.reads || !read_only),
  );
  if (chosen.length === 0) return { key: 'toolsets', name: '', near: undefined };
  return new Set(chosen.map(({ name }) => name));
}

function wrongName(
  key: WrongName['key'],
  given: readonly string[],
  known: readonly string[],
): WrongName | null {
  const name = given.find((each) => !known.includes(each));
  return name === undefined ? null : { key, name, near: nearest(known, name) };
}

/** Whether a choice leaves every tool in. */
export function isWhole({ toolsets, exclude, read_only }: ToolChoice): boolean {
  return toolsets.includes(ALL) && exclude.length === 0 && !read_only;
}

/** Whether a choice is slim: `mixed` where it asks for something beside it. */
export function slimness({ toolsets, include, exclude }: ToolChoice): 'none' | 'alone' | 'mixed' {
  if (!toolsets.includes(SLIM)) return 'none';
  return [...toolsets, ...include, ...exclude].every((name) => name === SLIM) ? 'alone' : 'mixed';
}

import type { Chain, ChainThought } from './state.ts';

/** Which thoughts of a chain are wanted; a range is of thought numbers, both ends included. */
export type Selection =
  | { readonly kind: 'all' }
  | { readonly kind: 'last'; readonly count: number }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'branch'; readonly id: string };

/** A thought with its place in the chain, counted from 1. */
export interface Placed {
  readonly place: number;
  readonly thought: ChainThought;
}

/** The wanted thoughts, whole and in the order of their arrival; a number that stands twice is there twice. */
export function select(chain: Chain, selection: Selection): readonly Placed[] {
  const placed = chain.thoughts.map((thought, index) => ({ place: index + 1, thought }));
  if (selection.kind === 'last') return selection.count < 1 ? [] : placed.slice(-Math.floor(selection.count));
  if (selection.kind === 'range') {
    const { from, to } = selection;
    return placed.filter(({ thought }) => thought.thoughtNumber >= from && thought.thoughtNumber <= to);
  }
  if (selection.kind === 'branch') return placed.filter(({ thought }) => thought.branchId === selection.id);
  return placed;
}

/** A stretch of the chain: the main line (`branch` null) or one branch, with where it first forked off. */
export interface Route {
  readonly branch: string | null;
  readonly from: number | null;
  readonly thoughts: readonly Placed[];
}

/**
 * The thoughts sorted by route: the main line, then the branches in creation order. A thought that names a branch
 * which was never opened stays on the main line.
 */
export function routesOf(chain: Chain, thoughts: readonly Placed[]): readonly Route[] {
  const routes = new Map<string | null, Placed[]>([[null, []]]);
  for (const id of chain.branches) routes.set(id, []);
  for (const each of thoughts) {
    const route = routes.get(each.thought.branchId ?? null) ?? routes.get(null);
    route?.push(each);
  }
  return [...routes]
    .filter(([, members]) => members.length > 0)
    .map(([branch, members]) => ({
      branch,
      from: branch === null ? null : forkOf(members),
      thoughts: members,
    }));
}

function forkOf(members: readonly Placed[]): number | null {
  return (
    members.find(({ thought }) => thought.branchFromThought !== undefined)?.thought.branchFromThought ?? null
  );
}

import { roundOf } from './node-id.ts';
import { allowedUnder, isTerminal, mayStand } from './rules.ts';
import type { NodeState, TreeNode, TreeSession } from './state.ts';

/** How tot_next chooses its tasks. */
export const STRATEGIES = ['balanced', 'exhaustive', 'verify', 'deepen'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** What a hint depends on besides the parent. */
export interface HintContext {
  readonly session: Pick<TreeSession, 'allowEarlyTerminal'>;
  readonly strategy: Strategy;
  readonly minRounds: number;
  /** Whether the task exists only because rounds are missing. */
  readonly forDepth: boolean;
}

/** The state that suits a child of this parent; a commit would neither refuse nor convert it. */
export function hintUnder(parent: TreeNode | null, context: HintContext): NodeState {
  if (parent === null) return 'EXPLORE';
  const round = roundOf(parent.id) + 1;
  const wish = wishUnder(parent.state, round, context);
  const fits = allowedUnder(parent.state).includes(wish);
  return fits && mayStand(wish, round, context.session.allowEarlyTerminal) ? wish : 'EXPLORE';
}

function wishUnder(parent: NodeState, round: number, context: HintContext): NodeState {
  const { strategy, minRounds, forDepth } = context;
  if (forDepth && round < minRounds) return 'EXPLORE';
  if (parent === 'FOUND') return 'VERIFY';
  if (parent === 'EXHAUST') return 'DEAD';
  // A FOUND needs one more round for its confirmation, so it closes a path only just before the last round.
  if (round < minRounds - 1) return 'EXPLORE';
  return strategy === 'balanced' || round > minRounds ? 'FOUND' : 'EXPLORE';
}

/** The states that a child of this parent may have in its round. */
export function statesFor(
  parent: TreeNode | null,
  session: Pick<TreeSession, 'allowEarlyTerminal'>,
): readonly NodeState[] {
  const round = parent === null ? 1 : roundOf(parent.id) + 1;
  const states = allowedUnder(parent?.state ?? 'EXPLORE');
  return states.filter((state) => mayStand(state, round, session.allowEarlyTerminal));
}

/** Whether children may still be put under the node. */
export function isOpen(node: TreeNode): boolean {
  return !isTerminal(node.state);
}

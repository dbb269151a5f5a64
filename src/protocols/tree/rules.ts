import { roundOf } from './node-id.ts';
import { type NodeState, STATES, type TreeMode, type TreeNode, type TreeSession } from './state.ts';

/** The round from which every state but EXPLORE may stand. */
export const EARLIEST_CONCLUSION = 4;

/** In this round nothing but EXPLORE may stand. */
const EXPLORE_ONLY_ROUND = 3;

/** A commit younger than this is suspicious; in ms. */
export const HASTE_MS = 10_000;

/** How many nodes round 2 should have; advice only. */
export const BREADTH = 5;

/** Below this minimum of rounds an EXPLORE node needs one child only. */
const RELAXED_BELOW = 4;

const ALLOWED: Readonly<Record<NodeState, readonly NodeState[]>> = {
  EXPLORE: STATES,
  FOUND: ['EXPLORE', 'FOUND', 'VERIFY'],
  VERIFY: [],
  EXHAUST: ['EXPLORE', 'EXHAUST', 'DEAD'],
  DEAD: [],
};

/** The states that a child may have under a parent of this state. */
export function allowedUnder(parent: NodeState): readonly NodeState[] {
  return ALLOWED[parent];
}

/** Whether a node of this state ends its path: it takes no children. */
export function isTerminal(state: NodeState): boolean {
  return ALLOWED[state].length === 0;
}

/** How many children a node needs before the investigation can end. */
export function requiredChildren(node: Pick<TreeNode, 'id' | 'state'>, minRounds: number): number {
  if (isTerminal(node.state)) return 0;
  if (node.state !== 'EXPLORE' || minRounds < RELAXED_BELOW) return 1;
  return roundOf(node.id) <= 2 ? 2 : 1;
}

/** How many children a node needs at most, whatever number of rounds is asked for. */
export function mostRequiredChildren(node: Pick<TreeNode, 'id' | 'state'>): number {
  return requiredChildren(node, RELAXED_BELOW);
}

/** The tags of a state that a commit turns into EXPLORE. */
export type ConversionTag =
  | 'R3_EXPLORE_ONLY'
  | 'DEPTH_ENFORCED'
  | 'EXHAUST_ENFORCED'
  | 'DEAD_ENFORCED'
  | 'VERIFY_ENFORCED';

const ENFORCED: Readonly<Record<Exclude<NodeState, 'EXPLORE'>, ConversionTag>> = {
  FOUND: 'DEPTH_ENFORCED',
  EXHAUST: 'EXHAUST_ENFORCED',
  DEAD: 'DEAD_ENFORCED',
  VERIFY: 'VERIFY_ENFORCED',
};

/**
 * Why this state cannot stand in this round, none when it can. In round 3 the rule of that round speaks, and for
 * FOUND the rule of depth as well.
 */
export function conversionTags(state: NodeState, round: number): readonly ConversionTag[] {
  if (state === 'EXPLORE' || round >= EARLIEST_CONCLUSION) return [];
  if (round !== EXPLORE_ONLY_ROUND) return [ENFORCED[state]];
  return state === 'FOUND' ? ['R3_EXPLORE_ONLY', 'DEPTH_ENFORCED'] : ['R3_EXPLORE_ONLY'];
}

/** Whether this state may stand in this round of a session. */
export function mayStand(state: NodeState, round: number, allowEarlyTerminal: boolean): boolean {
  return allowEarlyTerminal || conversionTags(state, round).length === 0;
}

/** The rounds that a session of this mode asks for when it names none. */
export function defaultRounds(mode: TreeMode): number {
  return mode === 'smoke' ? 2 : 5;
}

/** Whether terminal states are let in early when the start says nothing about it. */
export function defaultEarlyTerminal(minRounds: number): boolean {
  return minRounds < RELAXED_BELOW;
}

/** The number of rounds asked for: a later call may raise what the start has set, not lower it. */
export function raisedRounds(session: Pick<TreeSession, 'minRounds'>, asked: number | undefined): number {
  return Math.max(session.minRounds, asked ?? 0);
}

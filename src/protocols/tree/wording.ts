import { counted, cutText, excerpt } from '../../core/text.ts';
import { refusals } from '../../kit/outcome.ts';
import { sayRestore } from '../../kit/wording.ts';
import type { Blocker, Unfinished } from './end.ts';
import { MOST_ADDED, ROOT_ID } from './node-id.ts';
import { BREADTH, type ConversionTag, EARLIEST_CONCLUSION, HASTE_MS } from './rules.ts';
import { type NodeState, STATES } from './state.ts';

/** How much of a name that a caller sent is repeated, in code points, and how many names a sentence lists. */
const ECHOED = 80;
const MOST_NAMES = 12;

const short = (text: string) => excerpt(text, ECHOED);

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(short).join(', ');
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
}

/** What the legend of a drawing says about each state. */
export const legend: Readonly<Record<NodeState, string>> = {
  EXPLORE: 'EXPLORE: 2+ children in R1-R2, then 1+',
  FOUND: 'FOUND: 1+ child, best a VERIFY',
  VERIFY: 'VERIFY: ends the path',
  EXHAUST: 'EXHAUST: 1+ child, best a DEAD',
  DEAD: 'DEAD: ends the path',
};

function missing({ nodeId, state, has, needs, childLabel }: Unfinished): string {
  const usual = childLabel === 'children' ? '' : `, best a ${childLabel}`;
  return `${nodeId} (${state}) has ${has} of ${needs}${usual}`;
}

function missingChildren(unfinished: readonly Unfinished[]): string {
  const counts = new Map<NodeState, number>(STATES.map((state) => [state, 0]));
  for (const { state } of unfinished) counts.set(state, (counts.get(state) ?? 0) + 1);
  const totals = [...counts].filter(([, count]) => count > 0).map(([state, count]) => `${count} ${state}`);
  const shown = unfinished.slice(0, MOST_NAMES).map(missing).join('; ');
  const more = unfinished.length > MOST_NAMES ? `; and ${unfinished.length - MOST_NAMES} more` : '';
  return `Children are missing under ${totals.join(', ')}: ${shown}${more}.`;
}

/** Why an investigation cannot end. */
export function sayBlocker(blocker: Blocker): string {
  switch (blocker.code) {
    case 'ROUNDS':
      return `Round ${blocker.round} of at least ${blocker.minRounds} is reached: go deeper.`;
    case 'RECOVERY_REQUIRED':
      return `RECOVERY_REQUIRED: every node is terminal in round ${blocker.round} of at least ${blocker.minRounds}. Reopen ${listed(blocker.ids)} with tot_reclassify to EXPLORE.`;
    case 'BLOCKED':
      return `BLOCKED: ${missingChildren(blocker.unfinished)}`;
    case 'PENDING':
      return `${counted(blocker.ids.length, 'proposal')} without a result: ${listed(blocker.ids)}. Commit, or withdraw with tot_propose.`;
  }
}

/** The warnings of the wire; each begins with its level and tag. */
export const warn = {
  suspicious: (id: string, ageMs: number) =>
    `[WARNING:SUSPICIOUS] ${id} has a result ${Math.round(Math.max(0, ageMs) / 1000)} s after it was proposed; under ${HASTE_MS / 1000} s no research is likely.`,
  missingAgent: (id: string) => `[WARNING:MISSING_AGENT] ${id} has no agentId: say who did the research.`,
  converted: (tag: ConversionTag, id: string, state: NodeState, round: number) =>
    tag === 'R3_EXPLORE_ONLY'
      ? `[WARNING:${tag}] ${id}: ${state} became EXPLORE, the only state of round ${round}.`
      : `[WARNING:${tag}] ${id}: ${state} became EXPLORE in round ${round}; it may stand from round ${EARLIEST_CONCLUSION}.`,
  breadth: (count: number) =>
    `[WARNING:R2_BREADTH] Round 2 has ${counted(count, 'node')}; ${BREADTH} or more are advised.`,
  incomplete: (unfinished: Unfinished) => `[CRITICAL:INCOMPLETE_${unfinished.state}] ${missing(unfinished)}.`,
};

/** Observations beside the warnings. */
export const note = {
  emptyFindings: (ids: readonly string[]) => `No findings were given for ${listed(ids)}.`,
  sameFindings: (ids: readonly string[]) => `The findings are identical: ${listed(ids)}.`,
  sameAgent: (agentId: string, ids: readonly string[]) =>
    `agentId "${short(agentId)}" stands for several nodes: ${listed(ids)}.`,
  generated: (ids: readonly string[]) => `The server made up titles for ${listed(ids)}.`,
  reproposed: (ids: readonly string[]) =>
    `Already proposed: ${listed(ids)}. The new text counts, the clock runs on.`,
  reclassified: (ids: readonly string[]) => `Reclassified after the commit: ${listed(ids)}.`,
  unverified: (ids: readonly string[]) => `No VERIFY child confirms ${listed(ids)}.`,
  leftOut: (what: string) => `Left out to keep the reply short: ${what}. export_session gives everything.`,
};

/** One problem of a refused call. */
export interface TreeError {
  readonly nodeId: string;
  readonly error: string;
  readonly message: string;
  readonly suggestion?: string;
}

function problem(error: string, nodeId: string, message: string, suggestion?: string): TreeError {
  return {
    nodeId: cutText(nodeId, ECHOED),
    error,
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** Why a session takes no change. */
export type ClosedCode =
  | 'SESSION_NOT_FOUND'
  | 'SESSION_CORRUPT'
  | 'SESSION_ENDED'
  | 'SESSION_CLOSED'
  | 'SESSION_ARCHIVED';

/** The sentence of a session that takes no change. */
export const closed: Readonly<
  Record<ClosedCode, { readonly message: string; readonly suggestion: (id: string) => string }>
> = {
  SESSION_NOT_FOUND: {
    message: 'There is no investigation with this sessionId.',
    suggestion: () => 'Start one with tot_start and use the sessionId it returns.',
  },
  SESSION_CORRUPT: {
    message: 'The file of this investigation is damaged.',
    suggestion: () => 'Start a new one with tot_start.',
  },
  SESSION_ENDED: {
    message: 'This investigation has ended and takes no changes.',
    suggestion: () => 'Read it with tot_end, or start a new one with tot_start.',
  },
  SESSION_CLOSED: {
    message: 'This session is closed and takes no changes.',
    suggestion: () => 'Reopen it with finalize_session (reopen: true).',
  },
  SESSION_ARCHIVED: {
    message: 'This session is archived and takes no changes.',
    suggestion: sayRestore,
  },
};

/** The problems of a call, by code. */
export const refuse = {
  session: (code: ClosedCode, id: string) =>
    problem(code, 'SESSION', closed[code].message, closed[code].suggestion(id)),
  duplicateInBatch: (id: string) =>
    problem(
      'DUPLICATE_IN_BATCH',
      id,
      `${short(id)} occurs more than once in this call.`,
      'Send each id once.',
    ),
  duplicateId: (id: string) =>
    problem('DUPLICATE_ID', id, `${short(id)} is already committed.`, 'Choose an id that is free.'),
  missingTitle: (id: string) => problem('MISSING_TITLE', id, `${short(id)} has no title.`),
  parentNotFound: (id: string, parent: string) =>
    problem(
      'PARENT_NOT_FOUND',
      id,
      `${short(id)}: its parent ${short(parent)} is not committed.`,
      'Commit the parent first.',
    ),
  terminalParent: (id: string, parent: string, state: NodeState) =>
    problem(
      'TERMINAL_PARENT',
      id,
      `${short(id)}: its parent ${parent} is ${state} and takes no children.`,
      `Choose another parent, or reopen ${parent} with tot_reclassify to EXPLORE.`,
    ),
  notSingleRoot: (id: string) =>
    problem(
      'NOT_SINGLE_ROOT',
      id,
      `${short(id)} has no parent; the only root is ${ROOT_ID}.`,
      `Give it a committed parent one round above, and an id that extends the parent's.`,
    ),
  idParentMismatch: (id: string, parent: string, prefix: string | null) =>
    problem(
      'ID_PARENT_MISMATCH',
      id,
      `${short(id)} does not fit under ${short(parent)}.`,
      prefix === null
        ? `${ROOT_ID} has no parent.`
        : `Ids under ${short(parent)} are ${short(prefix)} and 1 to ${MOST_ADDED} signs.`,
    ),
  invalidIdFormat: (id: string) =>
    problem(
      'INVALID_ID_FORMAT',
      id,
      `"${short(id)}" is no node id.`,
      `Write R, the round, a point, then letters or digits: ${ROOT_ID}, R2.A1, R3.A1a.`,
    ),
  notProposed: (id: string) =>
    problem(
      'NOT_PROPOSED',
      id,
      `${short(id)} has no pending proposal.`,
      'Propose it first with tot_propose.',
    ),
  invalidChildState: (
    id: string,
    state: NodeState,
    parent: string,
    above: NodeState,
    allowed: readonly NodeState[],
  ) =>
    problem(
      'INVALID_CHILD_STATE',
      id,
      `${id} cannot be ${state} under ${parent}, which is ${above}.`,
      `Allowed there: ${allowed.join(', ') || 'nothing'}.`,
    ),
  nodeNotFound: (id: string) =>
    problem('NODE_NOT_FOUND', id, `No committed node has the id ${short(id)}.`, 'tot_next shows the tree.'),
  hasChildren: (id: string, state: NodeState, children: readonly string[]) =>
    problem(
      'HAS_CHILDREN',
      id,
      `${id} cannot become ${state}: below it stand ${listed(children)}.`,
      'Pick a state that takes children, or withdraw what is only proposed.',
    ),
  stateTooEarly: (id: string, state: NodeState, round: number) =>
    problem(
      'STATE_TOO_EARLY',
      id,
      `${id} cannot be ${state} in round ${round}; it may stand from round ${EARLIEST_CONCLUSION}.`,
      'Keep EXPLORE and go deeper.',
    ),
  invalidChildren: (id: string, state: NodeState, children: readonly string[]) =>
    problem(
      'INVALID_CHILDREN',
      id,
      `${id} cannot be ${state} above ${listed(children)}.`,
      `Pick a state that allows these children.`,
    ),
};

/** What a call has done, in one sentence or two. */
export const say = {
  refused: (count: number) => `Refused with ${counted(count, 'problem')}; nothing was stored.`,
  proposed: (ids: readonly string[]) =>
    ids.length === 0
      ? 'Nothing was proposed.'
      : `Research ${listed(ids)}, then report the results with tot_commit.`,
  withdrawn: (ids: readonly string[]) => `Withdrawn: ${listed(ids)}.`,
  ready: () => 'Everything is complete: call tot_end.',
  goOn: (why: string) => `Go on, and present no results yet. ${why}`,
  ended: (solutions: number, unverified: number, deadEnds: number) =>
    `The investigation ends with ${counted(solutions, 'solution')} (${unverified} unverified) and ${counted(deadEnds, 'dead end')}. finalDot and mermaid draw it.`,
  reclassified: (id: string, from: NodeState, to: NodeState) => `${id} was ${from} and is ${to} now.`,
  unchanged: (id: string, state: NodeState) => `${id} is ${state} already.`,
  root: () => 'Propose the root, research it, commit it.',
  pending: (count: number) => `${counted(count, 'proposal')} still without a result: research and commit.`,
  work: (count: number) => `${counted(count, 'task')} to do next.`,
  reopen: () => 'Every node is terminal: reopen one with tot_reclassify.',
  closed: (code: ClosedCode, id: string) => `${closed[code].message} ${closed[code].suggestion(id)}`,
  finished: () => 'The investigation has ended; tot_end gives the result again.',
};

/** The investigation among the ways of reasoning; tot_start begins one, so no mode leads to it. */
export const summary = {
  description:
    'Tree: an investigation in rounds of proposed and committed nodes, with enforced depth and verification.',
  recommended_for: 'Questions with many possible causes or routes that have to be explored and ruled out.',
};

const refuseTreeTool = refusals('wrong_protocol', {
  wrong_protocol: (f: { blocked_tool: string }) => `${f.blocked_tool} does not apply to an investigation.`,
});

/** What a tool of another protocol meets. */
export const owedByTree = (tool: string) => refuseTreeTool('wrong_protocol', { blocked_tool: tool });

/** The words of the readable record. */
export const pageWords = {
  solutions: 'Solutions',
  solution: (f: { id: string; title: string; verified: boolean }) =>
    `${f.id} ${f.title} (${f.verified ? 'verified' : 'not verified'})`,
  nodes: 'Nodes',
  waiting: 'Proposed, without a result',
  node: (f: { id: string; title: string }) => `${f.id}: ${f.title}`,
  origin: (f: { parent: string | null; agent: string | null; claimed: NodeState | null }) =>
    [
      f.parent === null ? 'root' : `under ${f.parent}`,
      ...(f.agent === null ? [] : [`by ${f.agent}`]),
      ...(f.claimed === null ? [] : [`claimed as ${f.claimed}`]),
    ].join(' · '),
  planned: 'Planned:',
  standing: (f: { rounds: number; nodes: number; ended: boolean }) =>
    `${counted(f.nodes, 'node')} in ${counted(f.rounds, 'round')}, ${f.ended ? 'ended' : 'still open'}`,
  batch: (ids: readonly string[]) => `committed ${listed(ids)}`,
  ended: 'investigation ended',
};

/** What an investigation cannot be told when the disk fails. */
export const sayFailure = (message: string) => `The call was not carried out. ${message}`;

import { type Called, closedBy } from './called.ts';
import { dotOf } from './dot.ts';
import { judge } from './end.ts';
import { graphOf } from './graph.ts';
import { mermaidOf } from './mermaid.ts';
import { roundOf } from './node-id.ts';
import { earnedWarnings, notesOn } from './observations.ts';
import { type Reference, referencesOf } from './references.ts';
import { isEnded, type TreeNode, type TreeSession } from './state.ts';
import { type Tree, treeOf } from './tree-index.ts';
import { note, say, sayBlocker } from './wording.ts';

export interface EndInput {
  readonly minRounds: number | undefined;
}

/** A FOUND node; `verified` when a VERIFY child confirms it. */
export interface Solution {
  readonly nodeId: string;
  readonly title: string;
  readonly findings: string;
  readonly round: number;
  readonly verified: boolean;
}

/** Ends the investigation when nothing is missing. An ended one answers again and stays as it is. */
export function finish(session: TreeSession, input: EndInput, now: number): Called<object> {
  const tree = treeOf(session);
  if (isEnded(session)) return { result: accepted(session, tree, judge(session).minRounds) };
  const code = closedBy(session);
  const verdict = judge(session, input.minRounds, tree);
  const [reason] = verdict.blockers;
  if (code !== null)
    return { result: rejected(session, tree, verdict.minRounds, say.closed(code, session.id)) };
  if (reason !== undefined) return { result: rejected(session, tree, verdict.minRounds, sayBlocker(reason)) };
  const ended: TreeSession = { ...session, offeredTasks: [], endedAt: now };
  return { result: accepted(ended, tree, verdict.minRounds), session: ended };
}

function common(session: TreeSession, minRounds: number) {
  return {
    sessionId: session.id,
    query: session.question,
    totalRounds: session.currentRound,
    totalNodes: session.nodes.length,
    minRounds,
  };
}

function drawings(session: TreeSession, tree: Tree) {
  return {
    finalDot: dotOf(session),
    mermaid: mermaidOf(session),
    graph: graphOf(session, tree),
    // The session's own file holds the graph; no other file is written.
    graphPath: '',
    dotPath: '',
  };
}

function rejected(session: TreeSession, tree: Tree, minRounds: number, reason: string) {
  return {
    message: reason,
    status: 'REJECTED' as const,
    reason,
    ...common(session, minRounds),
    solutions: [],
    deadEnds: 0,
    references: [],
    ...drawings(session, tree),
  };
}

function accepted(session: TreeSession, tree: Tree, minRounds: number) {
  const solutions = solutionsOf(session, tree);
  const unverified = solutions.filter((each) => !each.verified).map((each) => each.nodeId);
  const dead = session.nodes.filter((node) => node.state === 'DEAD');
  const sources = referencesOf(session.nodes);
  return {
    message: say.ended(solutions.length, unverified.length, dead.length),
    status: 'OK' as const,
    ...common(session, minRounds),
    solutions,
    deadEnds: dead.length,
    deadEndNodes: dead.map(({ id, title, findings }) => ({ nodeId: id, title, findings })),
    references: sources.map(({ reference }: Reference) => reference),
    referenceSources: sources,
    warnings: earnedWarnings(session),
    notes: closingNotes(session, tree, unverified),
    ...drawings(session, tree),
  };
}

/** The verified ones first, each part in the order of the nodes. */
export function solutionsOf(session: TreeSession, tree: Tree): readonly Solution[] {
  const found = session.nodes.filter((node) => node.state === 'FOUND').map((node) => solution(node, tree));
  return [...found.filter((each) => each.verified), ...found.filter((each) => !each.verified)];
}

function solution({ id, title, findings }: TreeNode, tree: Tree): Solution {
  const verified = tree.childrenOf(id).some((child) => child.state === 'VERIFY');
  return { nodeId: id, title, findings, round: roundOf(id), verified };
}

function closingNotes(session: TreeSession, tree: Tree, unverified: readonly string[]): string[] {
  const changed = session.nodes.filter((node) => node.reclassified).map((node) => node.id);
  return [
    ...(unverified.length === 0 ? [] : [note.unverified(unverified)]),
    ...(changed.length === 0 ? [] : [note.reclassified(changed)]),
    ...notesOn(tree, session.nodes),
  ];
}

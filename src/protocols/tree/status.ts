import type { Called } from './called.ts';
import { dotOf } from './dot.ts';
import { judge } from './end.ts';
import { isTerminal } from './rules.ts';
import { isEnded, type TreeSession } from './state.ts';
import { say, sayBlocker } from './wording.ts';

/** Where an investigation stands. */
export function status(session: TreeSession): Called<ReturnType<typeof statusResult>> {
  return { result: statusResult(session) };
}

function statusResult(session: TreeSession) {
  const verdict = judge(session);
  const [reason] = verdict.blockers;
  const why =
    reason === undefined ? {} : { endBlocker: sayBlocker(reason), canEndReason: sayBlocker(reason) };
  const lacking = verdict.blockers.find((each) => each.code === 'BLOCKED') ?? reason;
  return {
    status: 'OK' as const,
    sessionId: session.id,
    query: session.question,
    currentRound: session.currentRound,
    totalNodes: session.nodes.length,
    activeExplore: session.nodes.filter((node) => node.state === 'EXPLORE').length,
    terminalNodes: session.nodes.filter((node) => isTerminal(node.state)).length,
    pendingChildren: verdict.pendingChildren,
    pendingNonTerminal: verdict.pendingNonTerminal,
    pendingProposals: session.pendingProposals.map((each) => each.id),
    canEnd: verdict.canEnd,
    ended: isEnded(session),
    minRounds: verdict.minRounds,
    ...why,
    dot: dotOf(session),
    nextAction: nextAction(session, lacking === undefined ? null : sayBlocker(lacking)),
  };
}

function nextAction(session: TreeSession, missing: string | null): string {
  if (isEnded(session)) return say.finished();
  return missing ?? say.ready();
}

import { excerpt } from '../../core/text.ts';
import { commitRefused } from './commit.ts';
import type { TreeCall } from './input.ts';
import { proposeRefused } from './propose.ts';
import { defaultRounds } from './rules.ts';
import { unknownInstructions } from './task-wording.ts';
import { closed, refuse, say } from './wording.ts';

/** Why there is no session to work on. */
export type AbsentCode = 'SESSION_NOT_FOUND' | 'SESSION_CORRUPT';

/** How much of an id that leads nowhere is repeated, in code points. */
const ECHOED = 80;

/** The rounds that a result shows when no session tells. */
const ROUNDS = defaultRounds('deep');

/** The answer of each tool when its session cannot be read. */
export function answerAbsent(call: TreeCall, code: AbsentCode): object {
  const sessionId = excerpt(call.input.sessionId, ECHOED);
  const errors = [refuse.session(code, sessionId)];
  const reason = closed[code].message;
  switch (call.tool) {
    case 'tot_propose':
      return proposeRefused(errors);
    case 'tot_commit':
      return commitRefused({ currentRound: 0, minRounds: call.input.minRounds ?? ROUNDS }, errors, []);
    case 'tot_reclassify': {
      const { nodeId, newState } = call.input;
      const facts = { nodeId, previousState: null, newState, dot: '' };
      return { status: 'REJECTED', errors, ...facts, message: say.refused(errors.length) };
    }
    case 'tot_status':
      return absentStatus(sessionId, reason);
    case 'tot_next':
      return absentNext(call.input, sessionId, code);
    case 'tot_step':
      return {
        status: 'REJECTED',
        nextCall: 'work',
        tasks: [],
        canEnd: false,
        pending: [],
        errors,
        message: reason,
      };
    case 'tot_end':
      return absentEnd(call.input.minRounds, sessionId, reason);
  }
}

function absentStatus(sessionId: string, reason: string) {
  return {
    status: 'REJECTED',
    sessionId,
    query: '',
    currentRound: 0,
    totalNodes: 0,
    activeExplore: 0,
    terminalNodes: 0,
    pendingChildren: 0,
    pendingNonTerminal: [],
    canEnd: false,
    endBlocker: reason,
    canEndReason: reason,
    dot: '',
    nextAction: unknownInstructions[0],
  };
}

type NextCall = Extract<TreeCall, { tool: 'tot_next' }>['input'];

function absentNext({ minRounds, mode }: NextCall, sessionId: string, code: AbsentCode) {
  return {
    status: 'REJECTED',
    sessionId,
    message: closed[code].message,
    nextCall: 'tot_start',
    tasks: [],
    instructions: unknownInstructions,
    blockers: [code],
    graph: null,
    canEnd: false,
    canEndReason: closed[code].message,
    minRounds: minRounds ?? defaultRounds(mode ?? 'deep'),
  };
}

function absentEnd(minRounds: number | undefined, sessionId: string, reason: string) {
  return {
    status: 'REJECTED',
    reason,
    sessionId,
    query: '',
    totalRounds: 0,
    totalNodes: 0,
    minRounds: minRounds ?? ROUNDS,
    solutions: [],
    deadEnds: 0,
    references: [],
    finalDot: '',
    graph: { sessionId, query: '', currentRound: 0, totalNodes: 0, nodes: [], edges: [], dot: '' },
    graphPath: '',
    dotPath: '',
  };
}

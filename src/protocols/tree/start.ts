import type { SessionDocument } from '../../core/session.ts';
import { defaultEarlyTerminal, defaultRounds } from './rules.ts';
import type { TreeMode, TreeSession } from './state.ts';
import { startInstructions } from './task-wording.ts';

export interface StartInput {
  readonly query: string;
  readonly projectDir: string | undefined;
  readonly mode: TreeMode | undefined;
  readonly minRounds: number | undefined;
  readonly allowEarlyTerminal: boolean | undefined;
  readonly parentSessionId?: string | undefined;
  readonly parentThoughtId?: string | undefined;
}

/** A new investigation on a fresh header, whose `id` is a UUID; the query becomes the question. */
export function startTree(header: SessionDocument, input: StartInput) {
  const mode = input.mode ?? 'deep';
  const minRounds = input.minRounds ?? defaultRounds(mode);
  const allowEarlyTerminal = input.allowEarlyTerminal ?? defaultEarlyTerminal(minRounds);
  const session: TreeSession = {
    ...header,
    protocol: 'tree',
    question: input.query,
    projectDir: input.projectDir ?? '',
    mode,
    minRounds,
    allowEarlyTerminal,
    currentRound: 1,
    currentBatch: 0,
    nodes: [],
    pendingProposals: [],
    offeredTasks: [],
    usedAgentIds: [],
    breadthAdvice: [],
    endedAt: null,
    ...(input.parentSessionId === undefined ? {} : { parentSessionId: input.parentSessionId }),
    ...(input.parentThoughtId === undefined ? {} : { parentThoughtId: input.parentThoughtId }),
  };
  const result = {
    instructions: startInstructions({ minRounds, allowEarlyTerminal }),
    sessionId: session.id,
    query: input.query,
    currentRound: 1,
    mode,
    minRounds,
    allowEarlyTerminal,
  };
  return { session, result };
}

import type { Reply } from './client.ts';
import { SUBAGENT_START, SUBAGENT_STEPS } from './subagent-phases.ts';

/** Anything that runs a tool: a client over stdio, or a dispatcher in the process. */
export interface Caller {
  call(tool: string, args?: object): Promise<Reply>;
}

export const SCORES = {
  correctness: 0.5,
  evidence: 0.5,
  novelty: 0.5,
  clarity: 0.5,
  bias_resistance: 0.5,
  actionability: 0.5,
  coverage: 0.5,
};

/** All seven scores with the same value. */
export function scoresOf(value: number): typeof SCORES {
  return {
    correctness: value,
    evidence: value,
    novelty: value,
    clarity: value,
    bias_resistance: value,
    actionability: value,
    coverage: value,
  };
}

/** One whole round of critique, rewrite and score; the reply of the score. */
export async function playRound(caller: Caller, id: string, rewrite: string, value: number): Promise<Reply> {
  await caller.call('critique_current_thought', { session_id: id });
  await caller.call('submit_critique', { session_id: id, text: 'No source is named.' });
  await caller.call('refine_current_thought', { session_id: id, new_content: rewrite });
  return caller.call('score_current_thought', { session_id: id, scores: scoresOf(value) });
}

const DRAFT = { content: 'Cache at the edge.' };
const REWRITE = {
  new_content: 'Measure first which reads are public, then cache those at the edge for a day.',
};
const steps: readonly (readonly [string, string, object])[] = [
  ['zero_rounds', 'begin_thought', DRAFT],
  ['await_critique', 'critique_current_thought', {}],
  ['await_refine', 'submit_critique', { text: 'No source is named.' }],
  ['await_score', 'refine_current_thought', REWRITE],
  ['round_complete', 'score_current_thought', { scores: SCORES }],
];

export const PHASES = ['no_thought', ...steps.map(([phase]) => phase)] as const;

/**
 * Starts a session and brings it into a phase of the serial protocol, or of the subagent one (`subagent:begun`);
 * `no_mode` is before its mode is chosen. Its id.
 */
export async function sessionIn(caller: Caller, phase: string, more: object = {}): Promise<string> {
  const isSubagent = phase.startsWith('subagent:');
  const mode = phase === 'no_mode' ? {} : isSubagent ? SUBAGENT_START : { mode: 'serial' };
  const path = isSubagent ? SUBAGENT_STEPS : steps;
  const started = await caller.call('start_session', { question: 'Edge or origin?', ...mode, ...more });
  const id = String(started.session_id);
  const upTo = path.findIndex(([reached]) => reached === phase);
  for (const [, tool, args] of path.slice(0, upTo + 1)) await caller.call(tool, { session_id: id, ...args });
  return id;
}

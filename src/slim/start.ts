import { firstThought } from './sequential.ts';
import type { InnerCall, Table } from './step.ts';

const STAGED = ['serial', 'subagent'] as const;
const REVIEWS = ['devils_advocate', 'premortem', 'assumptions', 'steelman'] as const;

/** Every way of thinking that slim can begin. */
export const MODES = [...STAGED, 'tree', 'sequential', ...REVIEWS] as const;
export type Mode = (typeof MODES)[number];

/** What is to be thought about, and the session that it builds on, if any. */
interface Subject {
  readonly question: string | undefined;
  readonly from: string | undefined;
  /** The id of a notebook that is to begin. */
  readonly id: string;
}

/** The call that begins, and what it calls the question. */
export function startCall(mode: Mode, { question, from, id }: Subject): { call: InnerCall; field: string } {
  if (mode === 'tree') {
    // Two rounds are what a small model can hold.
    const input = { query: question, mode: 'smoke', parentSessionId: from };
    return { call: { tool: 'tot_start', input }, field: 'query' };
  }
  if (mode === 'sequential') return { call: firstThought(question, { id, parent: from }), field: 'thought' };
  if (mode === 'serial' || mode === 'subagent')
    return { call: { tool: 'start_session', input: { question, mode, from } }, field: 'question' };
  return {
    call: { tool: 'start_review', input: { claim: question, mode, parent_session_id: from } },
    field: 'claim',
  };
}

/** The id of what a call began. */
export function startedId({ reply, meta }: { readonly reply: Table; readonly meta?: Table }): string {
  return String(reply.session_id ?? reply.review_id ?? reply.sessionId ?? meta?.['deep-think/session_id']);
}

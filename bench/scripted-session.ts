import { rewritten, sampleText } from './sample-text.ts';
import type { Server, ToolReply } from './server.ts';

/** Draft and rewrite, and critique, in characters: what models write for one step. */
const DRAFT = 1200;
const CRITIQUE = 700;
const SCORES = { correctness: 0.8, evidence: 0.6, novelty: 0.5, clarity: 0.8, bias_resistance: 0.7 };

/** Calls one tool on the session. */
export type Step = (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<ToolReply>;

/** Starts a serial session and returns a way to call tools on it. */
export async function startSession(server: Server, question: string): Promise<Step> {
  const { fields } = await server.call('start_session', { question, mode: 'serial' });
  return (tool, args = {}) => server.call(tool, { session_id: fields.session_id, ...args });
}

/** A thought up to the opened lens of its first round: a critique is what comes next. */
export async function openThought(step: Step, seed: number): Promise<void> {
  await step('begin_thought', { content: sampleText(seed, DRAFT), axioms: ['Most reads are public.'] });
  await step('critique_current_thought');
}

export const critiqueArguments = (seed: number) => ({ text: sampleText(seed + 7, CRITIQUE) });

export const rewriteArguments = (seed: number) => ({
  new_content: rewritten(sampleText(seed, DRAFT), seed),
  challenged_assumptions: ['Purging takes less than a minute.'],
});

/** A whole thought of one round, committed. */
export async function wholeThought(step: Step, seed: number): Promise<void> {
  await openThought(step, seed);
  await step('submit_critique', critiqueArguments(seed));
  await step('refine_current_thought', rewriteArguments(seed));
  await step('score_current_thought', { scores: SCORES });
  await step('commit_thought');
}

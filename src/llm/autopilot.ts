import type { AutopilotOrder, AutopilotResult, JobSupport, StepAnswer, WorkFailure } from '../kit/job.ts';
import { prompts, sayDone, sayStranded, type Topic } from './autopilot-wording.ts';
import type { Chat, ChatMessage } from './endpoint.ts';
import { askScores } from './score-reply.ts';
import { sayFault } from './wording.ts';

type Reply = StepAnswer['reply'];
type Wanted = StepAnswer['wanted'];

/** Ends a run from anywhere inside it. */
class Stopped extends Error {
  readonly why: NonNullable<AutopilotResult['stopped']>;
  constructor(phase: string, failure: WorkFailure, error = 'autopilot_incomplete') {
    super(failure.code);
    const { code, retryable, detail } = failure;
    this.why = { error, phase, code, retryable, detail };
  }
}

/** One run: what it works on, and what it has done so far. */
interface Run {
  readonly order: AutopilotOrder;
  readonly support: JobSupport;
  readonly chat: Chat;
  readonly topic: Topic;
  readonly done: string[];
  thoughtId: string | null;
  reason: string | null;
  committed: boolean;
}

/**
 * Works the open stage until its thought is committed, by nothing but the tools that a client has: each finished
 * step is stored, and a run continues from whatever step the session wants next.
 */
export async function runAutopilot(
  order: AutopilotOrder,
  support: JobSupport,
  chat: Chat,
): Promise<AutopilotResult> {
  const { reply: session } = await support.call('resume_session', { session_id: order.sessionId });
  const topic = {
    question: textOf(session.question),
    stage: textOf(session.current_stage),
    history: textOf(session.history_digest),
  };
  const run: Run = { order, support, chat, topic, done: [], thoughtId: null, reason: null, committed: false };
  const stopped = await drive(run);
  const { thoughtId, committed, reason, done } = run;
  return { kind: 'autopilot', thoughtId, committed, reason, steps: done, stopped };
}

async function drive(run: Run): Promise<AutopilotResult['stopped']> {
  const { order, support } = run;
  try {
    let told: Wanted = null;
    for (let first = true; !run.committed; first = false) {
      const wanted: Reply = told ?? (await take(run, 'next_action', 'next_action', { detail: 'full' })).reply;
      const asked = textOf(wanted.next_tool);
      // Where the stage has a committed thought already, a run that was asked for adds another one.
      const tool = first && STEPS[asked] === undefined ? order.begin : asked;
      const step = STEPS[tool];
      if (step === undefined) throw new Stopped(tool, stranded(tool));
      run.thoughtId = typeof wanted.thought_id === 'string' ? wanted.thought_id : run.thoughtId;
      if (support.signal.aborted) throw new Stopped(PHASES[tool] ?? tool, CANCELLED);
      told = await step(run, wanted);
    }
    return null;
  } catch (error) {
    if (error instanceof Stopped) return error.why;
    throw error;
  }
}

const CANCELLED: WorkFailure = { code: 'cancelled', retryable: true, detail: sayFault.cancelled('', 0) };
const stranded = (tool: string): WorkFailure => ({
  code: 'stranded',
  retryable: false,
  detail: sayStranded(tool),
});

/** The phase in which a run stops before the step of a tool. */
const PHASES: Readonly<Record<string, string>> = {
  begin_thought: 'draft',
  critique_current_thought: 'critique',
  submit_critique: 'critique',
  refine_current_thought: 'refine',
  score_current_thought: 'score',
  begin_subagent_thought: 'specialist',
  advance_subagent_round: 'specialist',
};

/** How each tool that a session may ask for is served; what comes of it is what the session wants next. */
const STEPS: Readonly<Record<string, (run: Run, wanted: Reply) => Promise<Wanted>>> = {
  begin_thought: async (run, { answers }) => {
    const given = run.order.initialContent;
    // An answer to a review begins as what the review says, which the rounds work on.
    const isOwn = given === null && answers === undefined;
    const content = isOwn ? await write(run, 'draft', prompts.draft(run.topic)) : (given ?? undefined);
    const { wanted } = await take(run, 'draft', 'begin_thought', { content, from: answers });
    run.done.push(isOwn ? sayDone.draft() : sayDone.given());
    return wanted;
  },
  critique_current_thought: openLens,
  submit_critique: async (run, asked) => {
    // Opening a lens again puts another one in the place of one that has vanished.
    if (asked.lens_template === undefined) return openLens(run);
    const lens = textOf(asked.lens);
    const material = { draft: textOf(asked.draft_content), lens, lensText: textOf(asked.lens_template) };
    const text = await write(run, 'critique', prompts.critique(run.topic, material));
    const { wanted } = await take(run, 'critique', 'submit_critique', { text });
    run.done.push(sayDone.critique(lens));
    return wanted;
  },
  refine_current_thought: async (run, asked) => {
    const material = { draft: textOf(asked.draft_content), critique: textOf(asked.critique_text) };
    const new_content = await write(run, 'refine', prompts.refine(run.topic, material));
    const { wanted } = await take(run, 'refine', 'refine_current_thought', { new_content });
    run.done.push(sayDone.refine());
    return wanted;
  },
  score_current_thought: async (run, asked) => {
    const scores = await score(run, textOf(asked.refined_content));
    const { wanted } = await take(run, 'score', 'score_current_thought', { scores });
    run.done.push(sayDone.score(Number(asked.round_index) + 1));
    return wanted;
  },
  commit_thought: async (run, asked) => {
    run.reason = textOf(asked.converged_reason) || null;
    return commit(run, 'commit_thought');
  },
  begin_subagent_thought: async (run, { answers }) => {
    const given = { content: run.order.initialContent ?? undefined, from: answers };
    return noteClosed(run, await take(run, 'specialist', 'begin_subagent_thought', given));
  },
  advance_subagent_round: async (run, asked) => {
    const prompt = textOf(asked.specialist_prompt);
    const answered = prompt === '' ? take(run, 'specialist', ADVANCE, {}) : answer(run, asked, prompt);
    return noteClosed(run, await answered);
  },
  commit_subagent_thought: (run) => commit(run, 'commit_subagent_thought'),
};

const ADVANCE = 'advance_subagent_round';

async function openLens(run: Run): Promise<Wanted> {
  return (await take(run, 'critique', 'critique_current_thought', {})).wanted;
}

async function answer(run: Run, asked: Reply, prompt: string): Promise<StepAnswer> {
  const candidate = await write(run, 'specialist', prompts.specialist(prompt));
  const scores = await score(run, candidate);
  const answered = await take(run, 'specialist', ADVANCE, { candidate, scores });
  run.done.push(sayDone.specialist(textOf(asked.specialist)));
  return answered;
}

function noteClosed(run: Run, { reply, wanted }: StepAnswer): Wanted {
  if (typeof reply.selected_content === 'string') run.done.push(sayDone.closed(Number(reply.us_round)));
  return wanted;
}

async function commit(run: Run, tool: string): Promise<Wanted> {
  const { reply, wanted } = await take(run, 'commit', tool, {});
  run.thoughtId = textOf(reply.thought_id);
  run.committed = true;
  return wanted;
}

/** Calls a tool; a refusal ends the run, since the session and the run do not agree any more. */
async function take(run: Run, phase: string, tool: string, input: Reply): Promise<StepAnswer> {
  const answered = await run.support.call(tool, { session_id: run.order.sessionId, ...input });
  const { reply } = answered;
  if (typeof reply.error !== 'string') return answered;
  const failure = {
    code: textOf(reply.code),
    retryable: reply.retryable === true,
    detail: textOf(reply.message),
  };
  throw new Stopped(phase, failure, reply.error === 'adapter_error' ? reply.error : undefined);
}

/** One completion as text. */
async function write(run: Run, phase: string, messages: readonly ChatMessage[]): Promise<string> {
  const { chat, support, order } = run;
  const reply = await chat.complete(messages, { signal: support.signal, temperature: order.temperature });
  if (!reply.ok) throw new Stopped(phase, reply);
  support.onStep(phase);
  return reply.text;
}

/** The seven scores of a text, asked for again with what was wrong while they cannot be read. */
async function score(run: Run, text: string): Promise<Reply> {
  const { chat, support, order, topic } = run;
  const options = { signal: support.signal, temperature: order.temperature };
  const answered = await askScores(chat, prompts.score(topic, text), options);
  if (!answered.ok) throw new Stopped('score', answered);
  support.onStep('score');
  return answered.value.given;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

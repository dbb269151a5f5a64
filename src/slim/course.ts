import type { HomeAnswer } from '../kit/tool.ts';
import { renamed } from './renaming.ts';
import type { Handed, Inner, InnerCall, ModelStep, ServerStep, Table } from './step.ts';
import { picked } from './step.ts';
import { stepOf } from './steps.ts';
import { say } from './wording.ts';

/** The most steps that the server takes between two answers; a stage takes four. */
const MOST_STEPS = 20;

const NO_FIELD = { field: '', as: '' };

type Result = Awaited<ReturnType<Inner['call']>>;

/** Goes on by itself until the model is needed, and shows what its next step works on. */
export async function goOn(id: string, inner: Inner): Promise<HomeAnswer> {
  let kept: Table = {};
  for (let taken = 0; taken < MOST_STEPS; taken += 1) {
    const stood = await inner.call('resume_session', { session_id: id });
    if (problemOf(stood) !== null) return unknown(stood, inner);
    const standing = stood.reply;
    const step = stepOf(standing);
    if (step === null) return ended(standing, kept);
    if (step.by === 'model') return shown(standing, step, { inner, kept });
    const outcome = await served(step, id, inner);
    if ('answer' in outcome) return outcome.answer;
    kept = { ...kept, ...outcome.kept };
  }
  throw new Error(`${id} does not come to a step of the model`);
}

/** Takes what the model handed in for the step that waits, and goes on. */
export async function take(id: string, handed: Handed, inner: Inner): Promise<HomeAnswer> {
  const stood = await inner.call('resume_session', { session_id: id });
  if (problemOf(stood) !== null) return unknown(stood, inner);
  const step = stepOf(stood.reply);
  const isBlank = handed.content.trim() === '';
  if (step?.by !== 'model') {
    const answer = await goOn(id, inner);
    return isBlank ? answer : { ...answer, message: say.unneeded({ rest: answer.message }) };
  }
  if (isBlank && !(step.field === 'scores' && handed.scores !== undefined))
    return refused('blank_content', say.blank(), step);
  for (const { tool, input } of step.calls(handed)) {
    const result = await inner.call(tool, input);
    const problem = problemOf(result);
    if (problem === null) continue;
    const now = await inner.call('resume_session', { session_id: id });
    const pending = stepOf(now.reply);
    const said = renamed(problem, inner, { field: step.field, as: 'content' });
    return refused('not_taken', say.refused({ problem: said }), pending?.by === 'model' ? pending : step);
  }
  return goOn(id, inner);
}

/** The call that begins something, and the first step of it. */
export async function begin(
  { tool, input }: InnerCall,
  field: string,
  { inner, idOf }: { readonly inner: Inner; readonly idOf: (result: Result) => string },
): Promise<HomeAnswer> {
  const result = await inner.call(tool, input);
  const problem = problemOf(result);
  if (problem === null) {
    const first = await goOn(idOf(result), inner);
    const isGone = first.kind === 'refused' && first.code === 'session_not_found';
    return isGone ? refusal('not_kept', say.unkept(), { tool: 'think', say: '' }) : first;
  }
  const message = say.refused({ problem: renamed(problem, inner, { field, as: 'question' }) });
  return refusal('not_taken', message, { tool: 'think', say: '' });
}

/** What went wrong in the words of the full set, or null. */
function problemOf({ reply, isError, errorText }: Result): string | null {
  const { error, status, errors, message } = reply;
  if (errorText !== undefined) return errorText;
  if (status === 'REJECTED') return listed(errors) ?? String(message);
  return isError || error !== undefined ? String(message) : null;
}

function listed(errors: unknown): string | null {
  return Array.isArray(errors) && errors.length > 0 ? errors.map(String).join(' ') : null;
}

type Served = { readonly kept: Table } | { readonly answer: HomeAnswer };

async function served(
  { calls, keeps, pausesAt = 'running' }: ServerStep,
  id: string,
  inner: Inner,
): Promise<Served> {
  let kept: Table = {};
  for (const call of calls) {
    const result = await persistent(call, inner);
    const answer = interruption(id, result, { inner, pausesAt });
    if (answer !== null) return { answer };
    kept = { ...kept, ...picked(result.reply, keeps) };
  }
  return { kept };
}

/** A call that is made once more where its refusal names the arguments that clear it. */
async function persistent({ tool, input }: InnerCall, inner: Inner): Promise<Result> {
  const result = await inner.call(tool, input);
  const { next_tool, next_arguments } = result.reply;
  const isCleared = problemOf(result) !== null && next_tool === tool && next_arguments !== undefined;
  return isCleared ? inner.call(tool, { ...input, ...Object(next_arguments) }) : result;
}

/** What the model is told when the server cannot go on by itself now; null when it can. */
function interruption(
  session_id: string,
  result: Result,
  { inner, pausesAt }: { readonly inner: Inner; readonly pausesAt: string },
): HomeAnswer | null {
  const next = { code: 'next_action', tool: 'next_action', say: '' };
  if (result.reply.running === true)
    return { kind: 'done', output: { session_id, running: true }, message: say.waiting(), next };
  const problem = problemOf(result);
  if (problem === null && Object.hasOwn(result.reply, pausesAt))
    return { kind: 'done', output: { session_id }, message: say.paused(), next };
  if (problem === null) return null;
  const message = say.stuck({ problem: renamed(problem, inner, NO_FIELD) });
  return refusal(codeOf(result), message, { tool: 'next_action', say: say.look() });
}

/** The material of a step, and what the content must be. */
async function shown(
  { session_id }: Table,
  { before, material, want }: ModelStep,
  { inner, kept }: { readonly inner: Inner; readonly kept: Table },
): Promise<HomeAnswer> {
  if (before !== undefined) await inner.call(before.tool, before.input);
  const output = { session_id, ...kept, ...material };
  return {
    kind: 'done',
    output,
    message: say.send({ want }),
    next: { code: 'answer', tool: 'answer', say: '' },
  };
}

function ended({ session_id, save_path, next_tool }: Table, kept: Table): HomeAnswer {
  const isWaiting = next_tool === 'next_action';
  const next = { code: 'end', tool: isWaiting ? 'next_action' : null, say: '' };
  if (isWaiting) return { kind: 'done', output: { session_id, running: true }, message: say.waiting(), next };
  if (next_tool !== null) return { kind: 'done', output: { session_id }, message: say.nobody(), next };
  const { next_arguments, ...shown } = kept;
  const output = { session_id, ...shown, report: save_path };
  const parent: unknown = Object(next_arguments).session_id;
  if (typeof parent === 'string') {
    const message = say.overFor({ assessment: String(kept.assessment), parent });
    const leads = { code: 'end', tool: 'next_action', arguments: { session_id: parent }, say: '' };
    return { kind: 'done', output, message, next: leads };
  }
  return { kind: 'done', output, message: say.over({ place: String(save_path) }), next };
}

function refused(code: string, message: string, { want }: ModelStep): HomeAnswer {
  return refusal(code, message, { tool: 'answer', say: say.send({ want }) });
}

function unknown(result: Result, inner: Inner): HomeAnswer {
  const code = codeOf(result);
  const said = () => renamed(String(result.reply.message), inner, NO_FIELD);
  const message = code === 'session_not_found' ? say.unknown() : said();
  return refusal(code, message, { tool: 'next_action', say: say.sessions() });
}

const codeOf = ({ reply: { code, error } }: Result) => String(code ?? error ?? 'not_taken');

/** Nothing was taken; `next` says what leads on. */
function refusal(
  code: string,
  message: string,
  next: { readonly tool: string; readonly say: string },
): HomeAnswer {
  return { kind: 'refused', error: code, code, message, facts: {}, again: false, next: { code, ...next } };
}

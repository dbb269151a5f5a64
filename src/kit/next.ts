import { placeDecided } from '../core/lifecycle.ts';
import { isAnswered, type Reviewed } from '../core/links.ts';
import type { SessionDocument } from '../core/session.ts';
import { committedCount, type StagedSession, stageAfter, stagedSession } from '../core/staged.ts';
import { cutText } from '../core/text.ts';
import type { Busy } from './job.ts';
import type { ModeSummary } from './mode.ts';
import type { Idle, Protocol, StepContext } from './protocol.ts';
import type { Step, View } from './step.ts';
import type { Remedies } from './tool.ts';
import { sayStep } from './wording.ts';

/** What the resolver knows besides the session. */
export interface ResolverContext extends StepContext {
  /** Whether a tool is registered: none other is ever recommended. */
  readonly has: (tool: string) => boolean;
  /** The modes that a session can have. */
  readonly modes: readonly ModeSummary[];
  /** The job that runs on this session, or null; until it ends no step of the session's own can be taken. */
  readonly busy?: Busy | null;
  /** The reviews of the session; none where this is left out. */
  readonly reviews?: readonly Reviewed[];
}

/** The step while a job runs: ask the tool that started it, or look again later when another process runs it. */
export function busyStep({ tool }: Busy): Step {
  if (tool === null) return { code: 'job_running', tool: 'next_action', say: sayStep.elsewhere() };
  return { code: 'job_running', tool, say: sayStep.poll({ tool }) };
}

/** The tools that begin something, in the order in which they are recommended. */
const BEGINNINGS = ['start_session', 'start_review', 'tot_start', 'sequentialthinking', 'darbot_deepmind'];

/** Outside a session any offered tool that lists or begins something leads on. */
function elsewhere({ code }: Step, has: ResolverContext['has']): string | undefined {
  if (code === 'start') return BEGINNINGS.find(has);
  return code === 'list' ? ['next_action', ...BEGINNINGS].find(has) : undefined;
}

/** The step without tools that the operator left out: with its alternative instead, or for the user to see to. */
export function offeredStep(step: Step, has: ResolverContext['has']): Step {
  const { alternative, ...first } = step;
  const other = alternative !== undefined && has(alternative) ? alternative : (elsewhere(step, has) ?? null);
  if (step.tool === null || has(step.tool)) return other === null ? first : step;
  const { code, tool, facts } = step;
  const say = other === null ? sayStep.not_offered({ tool }) : sayStep.instead({ tool: other });
  return { code, tool: other, say, ...(facts === undefined ? {} : { facts }) };
}

/** The one author of `next_tool`: what a session wants, read off its state, among the tools that are offered. */
export function nextStep(
  document: SessionDocument,
  protocol: Protocol | null,
  context: ResolverContext,
): Step {
  return offeredStep(wantedStep(document, protocol, context), context.has);
}

function wantedStep(document: SessionDocument, protocol: Protocol | null, context: ResolverContext): Step {
  if (context.busy) return busyStep(context.busy);
  if (document.status === 'finalized') return finalizedStep(document, context);
  if (document.status !== 'active')
    return {
      code: `session_${document.status}`,
      tool: null,
      say: sayStep.closed({ status: document.status, id: document.id }),
    };
  if (protocol === null) return modeStep(context);
  const step = protocol.open(document).step(context);
  if (step !== null) return step;
  const { idle, autopilot, summary } = protocol;
  if (idle === null) throw new Error(`${summary.name} has no step for ${document.id}`);
  const pilot = autopilot !== undefined && context.has(autopilot.name) ? autopilot.name : null;
  const begins = context.has(idle.begin) || pilot === null ? idle : { prefix: idle.prefix, begin: pilot };
  const session = stagedSession.read(document);
  const plain = idleStep(session, begins, context);
  // What the server works by itself does not say what it answers.
  return context.has(idle.begin) ? (answerStep(session, plain, idle, context) ?? plain) : plain;
}

/** A refuted claim comes before anything else: a thought that answers it, or the plain step to leave it; null without one. */
function answerStep(
  { thoughts }: StagedSession,
  plain: Step,
  { prefix, begin, beginWith }: Idle,
  { reviews = [], config }: ResolverContext,
): Step | null {
  const refuted = reviews.find((each) => each.open_refutation && !isAnswered(thoughts, each.review_id));
  if (refuted === undefined) return null;
  const { review_id } = refuted;
  const given = { from: review_id, ...beginWith?.(config) };
  const other = plain.tool === begin ? plain.alternative : plain.tool;
  return {
    code: `${prefix}_claim_refuted`,
    tool: begin,
    arguments: given,
    facts: { answers: review_id },
    say: sayStep.answer({ review_id, begin, given, other }),
    ...(typeof other === 'string' ? { alternative: other } : {}),
  };
}

/** The next step and everything that is needed to take it. */
export function view(document: SessionDocument, protocol: Protocol | null, context: ResolverContext): View {
  const step = nextStep(document, protocol, context);
  const working = document.status === 'active' && protocol !== null;
  const material = working ? protocol.open(document).material(context) : {};
  return { step, material: { ...material, ...refutation(step, context) } };
}

/** Code points of a review that the material of its answer repeats. */
const REFUTATION = 4000;

/** What the review says that the step is to answer. */
function refutation({ facts }: Step, { reviews = [] }: ResolverContext) {
  const answered = reviews.find(({ review_id }) => review_id === facts?.answers);
  return typeof answered?.result === 'string' ? { refutation: cutText(answered.result, REFUTATION) } : {};
}

/** The choice of a mode, which is none where only one is offered. */
function modeStep({ modes }: ResolverContext): Step {
  const [first, ...others] = modes;
  const only = first === undefined || others.length > 0 ? null : first.name;
  const step = { code: 'mode_required', tool: 'set_session_mode', say: sayStep.mode_required({ only }) };
  return only === null ? step : { ...step, arguments: { mode: only } };
}

function finalizedStep(document: SessionDocument, context: ResolverContext): Step {
  if (placeDecided(document))
    return { code: 'session_complete', tool: null, say: sayStep.session_complete() };
  const [tool = null, alternative] = ['move_session', 'keep_here'].filter(context.has);
  const step = { code: 'await_move_decision', tool, say: sayStep.await_move_decision({ tool, alternative }) };
  return alternative === undefined ? step : { ...step, alternative };
}

/** Nothing in work: begin while the stage has no committed thought, then advance, finalize at the end. */
function idleStep(session: StagedSession, idle: Idle, { config, has }: ResolverContext): Step {
  const facts = { stage: session.current_stage, begin: idle.begin };
  const next = stageAfter(session);
  if (committedCount(session) === 0) {
    const given = idle.beginWith?.(config) ?? undefined;
    return {
      code: `${idle.prefix}_no_thought_begin`,
      tool: idle.begin,
      say: sayStep.begin({ ...facts, next, given }),
      // A stage that cannot be worked here is not skipped: the mode is for another set of tools.
      ...(next === null || !has(idle.begin) ? {} : { alternative: 'advance_stage' }),
      ...(given === undefined ? {} : { arguments: given }),
    };
  }
  if (next === null) {
    const say = sayStep.finalize(facts);
    const code = `${idle.prefix}_no_thought_final_stage`;
    return { code, tool: 'finalize_session', alternative: idle.begin, say };
  }
  const say = sayStep.advance({ ...facts, next });
  return { code: `${idle.prefix}_stage_done`, tool: 'advance_stage', alternative: idle.begin, say };
}

/** The steps outside a session: the only ones that no session's state decides. */
export const remedies: Remedies = {
  start: { code: 'start', tool: 'start_session', say: sayStep.start() },
  list: { code: 'list', tool: 'list_sessions', say: sayStep.list() },
  resume: (id) => ({
    code: 'resume',
    tool: 'resume_session',
    arguments: { session_id: id },
    say: sayStep.resume({ id }),
  }),
};

import type { Reading } from '../core/lenient/reading.ts';
import { choice, id, optional, scores, text, unjudged, unless } from '../kit/field.ts';
import { type HomeAnswer, type HomeTool, homeTool } from '../kit/tool.ts';
import { refuseArgument } from '../kit/wording.ts';
import { begin, goOn, take } from './course.ts';
import { MODES, startCall, startedId } from './start.ts';
import type { Inner } from './step.ts';
import { about, say } from './wording.ts';

/** The scores as they were sent: the pending tool reads them. */
const scoresAsSent = () => ({ ...scores(), read: (value: unknown) => ({ ok: true as const, value }) });

const describedId = (description: string) => ({ ...id(), schema: { type: 'string' as const, description } });

/** Three tools that drive every protocol on the full set, for models with little context. */
export function createSlimTools(inner: Inner): readonly HomeTool[] {
  return [think(inner), answer(inner), nextAction(inner)];
}

const think = (inner: Inner) =>
  homeTool({
    name: 'think',
    title: about.think.title,
    description: about.think.description,
    effect: 'writes',
    fields: {
      question: optional(text()),
      // Judged by hand: the id beside it is checked by the call that begins.
      mode: unless('session_id', unjudged(choice(MODES))),
      session_id: optional(describedId(about.think.session_id)),
    },
    example: { question: 'Edge or origin?', mode: 'serial' },
    run: async ({ question, mode, session_id }) => {
      if (mode?.ok !== true) return refusedMode(mode);
      if (question === undefined && NEEDS_QUESTION.has(mode.value)) return refusedQuestion();
      const { call, field } = startCall(mode.value, { question, from: session_id, id: inner.newId() });
      return begin(call, field, { inner, idOf: startedId });
    },
  });

/** Modes that take a question even where they build on a session. */
const NEEDS_QUESTION: ReadonlySet<string> = new Set(['tree', 'sequential']);

const refusedQuestion = () =>
  refuseArgument({ code: 'missing_argument', parameter: 'question', field: text(), reason: 'missing' });

function refusedMode(mode: Exclude<Reading<unknown>, { ok: true }> | undefined): HomeAnswer {
  const field = { parameter: 'mode', field: choice(MODES) };
  return mode === undefined
    ? refuseArgument({ code: 'missing_argument', ...field, reason: 'missing' })
    : refuseArgument({ code: 'bad_argument', ...field, ...mode });
}

const answer = (inner: Inner) =>
  homeTool({
    name: 'answer',
    title: about.answer.title,
    description: about.answer.description,
    effect: 'writes',
    openWorld: true,
    fields: { session_id: id(), content: optional(text()), scores: optional(scoresAsSent()) },
    example: { session_id: 'k7m2p9xa', content: 'Cache at the edge.' },
    run: ({ session_id, content = '', scores: sent }) => take(session_id, { content, scores: sent }, inner),
  });

const nextAction = (inner: Inner) =>
  homeTool({
    name: 'next_action',
    title: about.next_action.title,
    description: about.next_action.description,
    // It takes the steps that need no model.
    effect: 'writes',
    openWorld: true,
    fields: { session_id: optional(id()) },
    example: {},
    run: ({ session_id }) => (session_id === undefined ? openSessions(inner) : goOn(session_id, inner)),
  });

/** The newest open sessions. */
async function openSessions(inner: Inner): Promise<HomeAnswer> {
  const { reply } = await inner.call('next_action', {});
  const open_sessions: readonly unknown[] = Array.isArray(reply.open_sessions) ? reply.open_sessions : [];
  const count = open_sessions.length;
  const tool = count === 0 ? 'think' : 'next_action';
  return {
    kind: 'done',
    output: { open_sessions },
    message: say.open({ count }),
    next: { code: tool, tool, say: '' },
  };
}

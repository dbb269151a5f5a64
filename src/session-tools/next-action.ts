import { choice, id, optional } from '../kit/field.ts';
import { homeTool, type World } from '../kit/tool.ts';
import { sayVerdicts, shownContext, shownReviews } from './linked.ts';
import { newestOpen, notFound } from './not-found.ts';
import { say } from './wording.ts';

export const nextAction = homeTool({
  name: 'next_action',
  title: 'What to do next',
  description: 'Say exactly what a session wants next. Call it whenever you are unsure.',
  effect: 'reads',
  fields: {
    session_id: optional(id()),
    detail: optional(choice(['brief', 'full'], 'full adds the draft, lens and critique in work.')),
  },
  example: {},
  run: async ({ session_id, detail }, world) => {
    if (session_id === undefined) return whichSession(world);
    const stored = await world.ports.store.read(session_id);
    if (stored === null) return notFound(session_id, world);
    const { step, material } = await world.view(stored.session);
    const linked = await world.linked(stored.session);
    const full = detail === 'full' ? { ...material, ...shownContext(linked.context) } : {};
    const output = { code: step.code, ...step.facts, ...shownReviews(linked), ...full };
    return { kind: 'done', document: stored.session, output, message: sayVerdicts(stored.session, linked) };
  },
});

/** Without an id: the newest open sessions, and the newest of them as the next step. */
async function whichSession(world: World) {
  const open_sessions = await newestOpen(world);
  const newest = open_sessions[0];
  return {
    kind: 'done' as const,
    output: { code: newest === undefined ? 'no_open_session' : 'choose_session', open_sessions },
    message: say.openSessions({ open_sessions }),
    next: newest === undefined ? world.remedies.start : world.remedies.resume(newest.session_id),
  };
}

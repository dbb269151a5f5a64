import { anySession } from '../core/document.ts';
import { withVerdicts } from '../core/links.ts';
import type { SessionDocument } from '../core/session.ts';
import { flag, optional } from '../kit/field.ts';
import { done, type Outcome } from '../kit/outcome.ts';
import { type CallContext, sessionTool } from '../kit/tool.ts';
import { sayWithReviews } from './linked.ts';
import { say } from './wording.ts';

interface Finalized extends Readonly<Record<string, unknown>> {
  readonly status: string;
  readonly reopened?: boolean;
}

export const finalizeSession = sessionTool(anySession)({
  name: 'finalize_session',
  title: 'Finalize the session',
  description: 'Close a finished session and ask the user where its record should lie.',
  gate: { protocol: null, closed: ['finalized'] },
  effect: 'writes',
  fields: { reopen: optional(flag()) },
  example: {},
  run: (session, { reopen }, context): Outcome<SessionDocument, Finalized> => {
    if (reopen === true) return done(reopened(session), { status: 'active', reopened: true });
    const closed: SessionDocument =
      session.status === 'finalized'
        ? session
        : withVerdicts({ ...session, status: 'finalized', finalized_at: context.now }, context.linked);
    return done(closed, question(closed, context));
  },
  say: (output, after) => sayWithReviews(say.finalized(output), after),
});

function reopened(session: SessionDocument): SessionDocument {
  return session.status === 'active' ? session : { ...session, status: 'active', finalized_at: null };
}

/** The question that the user has to answer, and a warning about a thought that is still open. */
function question(session: SessionDocument, { path, has }: CallContext) {
  const tools = [
    { name: 'move_session', description: say.moveTool },
    { name: 'keep_here', description: say.keepTool },
  ];
  const open = session.current_thought_id;
  const warning =
    typeof open === 'string'
      ? { warning: 'uncommitted_thought_exists', warning_message: say.uncommitted(open) }
      : {};
  return {
    status: 'finalized',
    current_path: path,
    human_prompt: say.humanPrompt(path),
    available_tools: tools.filter(({ name }) => has(name)),
    ...warning,
  };
}

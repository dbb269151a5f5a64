import { compress } from '../core/digest.ts';
import { anySession } from '../core/document.ts';
import type { SessionDocument } from '../core/session.ts';
import { stagedSession } from '../core/staged.ts';
import { namesToShow } from '../kit/arguments.ts';
import { done, type Outcome } from '../kit/outcome.ts';
import { sessionTool } from '../kit/tool.ts';
import { sayWithReviews, shownContext, shownReviews } from './linked.ts';
import { say } from './wording.ts';

interface Resumed extends Readonly<Record<string, unknown>> {
  readonly current_stage?: string;
  readonly thought_count?: number;
}

/** How much of the earlier stages comes along, in tokens. */
const HISTORY_TOKENS = 300;

export const resumeSession = sessionTool(anySession)({
  name: 'resume_session',
  title: 'Resume a session',
  description: 'Pick up a stored session: where it stands and all that its next step needs.',
  gate: { protocol: null },
  effect: 'reads',
  readsOrigin: true,
  fields: {},
  example: {},
  run: (session, _, { path, view, dropped, linked }): Outcome<SessionDocument, Resumed> =>
    done<SessionDocument, Resumed>(session, {
      question: session.question,
      mode: session.protocol,
      status: session.status,
      project: session.project,
      save_path: path,
      ...stages(session),
      ...(dropped.length === 0 ? {} : { dropped_settings: namesToShow(dropped) }),
      ...shownReviews(linked),
      ...shownContext(linked.context),
      ...view(session).material,
    }),
  say: (output, after) => sayWithReviews(say.resumed(output), after),
});

/** What only a session with stages has. */
function stages(document: SessionDocument) {
  if (document.expected_stages === undefined) return {};
  const session = stagedSession.read(document);
  const history = compress(session, HISTORY_TOKENS);
  return {
    current_stage: session.current_stage,
    expected_stages: session.expected_stages,
    current_thought_id: session.current_thought_id,
    thought_count: session.thoughts.length,
    ...(history.digest === '' ? {} : { history_digest: history.digest }),
  };
}

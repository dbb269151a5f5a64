import { compress } from '../core/digest.ts';
import { stagedSession } from '../core/staged.ts';
import { done } from '../kit/outcome.ts';
import { sessionTool } from '../kit/tool.ts';
import { say } from './wording.ts';

/** How much of the earlier stages comes along, in tokens. */
const HISTORY_TOKENS = 300;

export const resumeSession = sessionTool(stagedSession)({
  name: 'resume_session',
  title: 'Resume a session',
  description: 'Pick up a stored session: where it stands and all that its next step needs.',
  gate: { protocol: null },
  effect: 'reads',
  fields: {},
  example: {},
  run: (session, _, { path, view }) => {
    const history = compress(session, HISTORY_TOKENS);
    return done(session, {
      question: session.question,
      mode: session.protocol,
      status: session.status,
      project: session.project,
      current_stage: session.current_stage,
      expected_stages: session.expected_stages,
      current_thought_id: session.current_thought_id,
      thought_count: session.thoughts.length,
      save_path: path,
      ...(history.digest === '' ? {} : { history_digest: history.digest }),
      ...view(session).material,
    });
  },
  say: say.resumed,
});

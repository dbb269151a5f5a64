import {
  discardOpenThought,
  openThought,
  type StagedSession,
  stageAfter,
  stagedSession,
} from '../core/staged.ts';
import { flag, optional, text } from '../kit/field.ts';
import { done } from '../kit/outcome.ts';
import { sessionTool } from '../kit/tool.ts';
import { refuseArgument } from '../kit/wording.ts';
import { refuseSequencing, say } from './wording.ts';

const fields = {
  to: optional(text()),
  discard: optional(flag('Drop the open thought first.')),
};

export const advanceStage = sessionTool(stagedSession)({
  name: 'advance_stage',
  title: 'Advance to the next stage',
  description: 'Go on to the next stage, or back to an earlier one.',
  gate: { protocol: 'any' },
  effect: 'writes',
  fields,
  example: {},
  vet: (session, input) => (input.to === undefined ? null : vetTarget(session, input.to)),
  run: (session, input) => {
    const open = openThought(session);
    if (open !== null && input.discard !== true)
      return refuseSequencing('uncommitted_exists', { thought_id: open.id });
    const target = input.to ?? stageAfter(session);
    const stages = { expected_stages: session.expected_stages };
    if (target === null && open === null)
      return done(session, { current_stage: session.current_stage, ...stages, final_stage: true });
    const cleared = discardOpenThought(session);
    const current_stage = target ?? session.current_stage;
    const final = target === null ? { final_stage: true } : {};
    return done({ ...cleared, current_stage }, { current_stage, ...stages, ...final });
  },
  say: say.advanced,
});

/** A target must be an earlier stage or the very next one. */
function vetTarget(session: StagedSession, to: string) {
  const reachable = session.expected_stages.slice(
    0,
    session.expected_stages.indexOf(session.current_stage) + 2,
  );
  if (to !== session.current_stage && reachable.includes(to)) return null;
  const options = reachable.filter((each) => each !== session.current_stage);
  const field = { ...fields.to, schema: { ...fields.to.schema, enum: options } };
  return refuseArgument({ code: 'bad_argument', parameter: 'to', field, reason: 'not_an_option', got: to });
}

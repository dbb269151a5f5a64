import { stagedPassages } from '../../core/search/staged-passages.ts';
import { openThought, type StagedSession, stagedSession, textBefore } from '../../core/staged.ts';
import { stagedResult } from '../../core/staged-result.ts';
import { DIMENSIONS } from '../../core/utility.ts';
import { stagedPage } from '../../kit/page/staged.ts';
import type { Protocol, StepContext } from '../../kit/protocol.ts';
import type { Step } from '../../kit/step.ts';
import { runStageAutopilot } from './autopilot.ts';
import { owedBy, SERIAL_PHASES, type SerialPhase, serialPhase } from './phases.ts';
import { converged, currentText, roundDistance } from './state.ts';
import { serialTools } from './tools.ts';
import { refuse, sayPhase, summary } from './wording.ts';

/** One line of thought per stage, critiqued under changing lenses until it converges. */
export const serial: Protocol = {
  summary: { name: 'serial', ...summary },
  idle: { prefix: 'loop', begin: 'begin_thought' },
  phases: Object.keys(SERIAL_PHASES),
  tools: serialTools,
  autopilot: runStageAutopilot,
  page: stagedPage,
  searchable: (document) => stagedPassages(stagedSession.read(document), currentText),
  result: (document) => stagedResult(stagedSession.read(document)),
  open: (document) => {
    const session = stagedSession.read(document);
    const phase = serialPhase(session);
    return {
      phase,
      owed: (tool) => owed(session, phase, tool),
      step: (context) => step(session, phase, context),
      material: (context) => material(session, phase, context),
    };
  },
};

function owed(session: StagedSession, phase: SerialPhase, tool: string) {
  const code = owedBy(tool, phase);
  if (code !== 'uncommitted_exists') return refuse(code);
  return refuse(code, { thought_id: session.current_thought_id ?? '' });
}

function step(session: StagedSession, phase: SerialPhase, { config }: StepContext): Step | null {
  const thought = openThought(session);
  if (phase === 'no_thought' || thought === null) return null;
  const { code, tool } = SERIAL_PHASES[phase];
  const reason = phase === 'round_complete' ? converged(thought, config) : null;
  if (reason !== null) {
    const facts = { converged_reason: reason };
    return { code: 'loop_converged', tool: 'commit_thought', facts, say: sayPhase.converged({ reason }) };
  }
  const lens = thought.critique_rounds.at(-1)?.lens ?? '';
  return { code, tool, say: sayPhase[phase]({ lens }) };
}

function material(session: StagedSession, phase: SerialPhase, { lenses }: StepContext) {
  const thought = openThought(session);
  if (thought === null) return {};
  const round = thought.critique_rounds.at(-1);
  const common = { thought_id: thought.id };
  if (round === undefined || phase === 'round_complete')
    return { ...common, draft_content: currentText(thought) };
  const draft = {
    ...common,
    round_index: round.round_index,
    draft_content: textBefore(thought, round.round_index),
  };
  const lensText = lenses.lenses.get(round.lens)?.text;
  if (phase === 'await_critique')
    return { ...draft, ...(lensText === undefined ? {} : { lens_template: lensText }), lens: round.lens };
  const critiqued = { ...draft, lens: round.lens, critique_text: round.critique_text };
  if (phase === 'await_refine') return critiqued;
  return {
    ...critiqued,
    refined_content: round.refined_content,
    edit_distance: roundDistance(thought, round),
    dimensions: DIMENSIONS,
  };
}

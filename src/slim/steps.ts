import { closingSteps } from './closing.ts';
import { reviewSteps } from './review.ts';
import { sequentialSteps } from './sequential.ts';
import { serialSteps } from './serial.ts';
import { type SlimStep, type StepTable, serverStep, type Table } from './step.ts';
import { subagentSteps } from './subagent.ts';
import { treeSteps } from './tree.ts';

const STEPS: StepTable = {
  ...closingSteps,
  ...serialSteps,
  ...subagentSteps,
  ...treeSteps,
  ...reviewSteps,
  ...sequentialSteps,
};

/** The step that a session waits for; null where it is over, or where slim cannot take its step. */
export function stepOf(standing: Table): SlimStep | null {
  const { next_tool, status } = standing;
  // What has come to its end by itself is closed like everything else.
  if (next_tool === null && status === 'active') return serverStep('finalize_session', standing);
  if (typeof next_tool !== 'string' || !Object.hasOwn(STEPS, next_tool)) return null;
  return STEPS[next_tool]?.(standing) ?? null;
}

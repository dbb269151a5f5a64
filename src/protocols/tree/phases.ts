import type { Step } from '../../kit/step.ts';
import { NEXT_CALL, planOptions, sayPlan } from './next.ts';
import type { PlanKind, TreeSession } from './state.ts';
import { type Plan, planOf } from './tasks.ts';

/** Every phase, in the order of an investigation. */
export const TREE_PHASES: readonly PlanKind[] = ['root', 'work', 'pending', 'stuck', 'end', 'ended'];

const PLAIN = {
  strategy: undefined,
  mode: undefined,
  maxTasks: undefined,
  minRounds: undefined,
  dimensions: undefined,
};

function plainPlan(session: TreeSession): Plan {
  return planOf(session, planOptions(session, PLAIN));
}

/** The phase of an investigation, by the same judge that tot_end asks. */
export function treePhase(session: TreeSession): PlanKind {
  return plainPlan(session).kind;
}

/** The step that an investigation wants, with the arguments that the next call needs beside the results. */
export function treeStep(session: TreeSession): Step {
  const plan = plainPlan(session);
  const tool = plan.kind === 'ended' ? null : NEXT_CALL[plan.kind];
  const step = { code: `tree_${plan.kind}`, tool, say: sayPlan(session, plan) };
  const needed = neededArguments(session, plan);
  return needed === null ? step : { ...step, arguments: needed };
}

function neededArguments(session: TreeSession, { kind, tasks }: Plan) {
  const sessionId = session.id;
  if (kind === 'root' || kind === 'work') {
    const nodes = tasks.map(({ id, parent, title, plannedAction }) => ({ id, parent, title, plannedAction }));
    return { sessionId, nodes };
  }
  const [last] = session.nodes;
  if (kind === 'stuck' && last !== undefined) return { sessionId, nodeId: last.id, newState: 'EXPLORE' };
  return kind === 'ended' ? null : { sessionId };
}

/** What is needed to take the step without memory of the chat: the question and the open tasks. */
export function treeMaterial(session: TreeSession): Readonly<Record<string, unknown>> {
  const { tasks, verdict } = plainPlan(session);
  const shown = tasks.map(({ hint, combination: _, ...task }) => ({ ...task, stateHint: hint }));
  return { query: session.question, tasks: shown, minRounds: verdict.minRounds };
}

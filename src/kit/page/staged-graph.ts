import type { StagedSession, Thought } from '../../core/staged.ts';
import type { Graph, GraphNode } from './page.ts';
import { roundScores } from './scores.ts';
import { STATE_TONES, thoughtState } from './thought-state.ts';
import { pageWords as words } from './wording.ts';

/** Stages under the question, thoughts under their stage, rounds under their thought. */
export function stagedGraph(session: StagedSession, stages: readonly string[]): Graph {
  const nodes = stages.flatMap((stage, place): GraphNode[] => {
    const thoughts = session.thoughts.filter((each) => each.stage === stage);
    const id = `s${place + 1}`;
    const isCurrent = stage === session.current_stage && session.status === 'active';
    const note = isCurrent ? words.current : '';
    const own: GraphNode = { id, parent: 'q', label: stage, note, tone: isCurrent ? 'open' : 'plain' };
    return [own, ...thoughts.flatMap((each) => thoughtNodes(session, each, id))];
  });
  const question: GraphNode = { id: 'q', parent: null, label: session.question, note: '', tone: 'plain' };
  return { nodes: [question, ...nodes], links: [] };
}

function thoughtNodes(session: StagedSession, thought: Thought, parent: string): GraphNode[] {
  const place = session.thoughts.indexOf(thought) + 1;
  const id = `t${place}`;
  const state = thoughtState(session, thought);
  const node: GraphNode = {
    id,
    parent,
    label: words.thought(thought.id),
    note: words.state[state],
    tone: STATE_TONES[state],
  };
  const scores = roundScores(thought);
  const rounds = roundNames(thought).map(([index, name]): GraphNode => {
    const score = scores[index];
    const isKept = thought.committed && thought.committed_round === index;
    const note = typeof score === 'number' ? score.toFixed(2) : '';
    return { id: `${id}_r${index}`, parent: id, label: name, note, tone: isKept ? 'good' : 'muted' };
  });
  return [node, ...rounds];
}

/** Each round once: its number, and its lens or the specialist that won it. */
function roundNames(thought: Thought): readonly (readonly [number, string])[] {
  const names = new Map<number, string>();
  for (const { round_index: index, lens } of thought.critique_rounds)
    names.set(index, words.shortRound(index, lens.replaceAll('_', ' ')));
  for (const { round_index: index, agent_role, was_selected } of thought.specialist_rounds) {
    if (was_selected) names.set(index, words.shortRound(index, agent_role));
    else if (!names.has(index)) names.set(index, words.round(index));
  }
  return [...names].sort(([a], [b]) => a - b);
}

import type { Passage } from '../../core/search/passage.ts';
import type { TreeSession } from './state.ts';

/** What can be found of an investigation: each node with its findings, and what is still to be looked into. */
export function treePassages({ nodes, pendingProposals }: TreeSession): Passage[] {
  const done = nodes.map(({ id, state, title, plannedAction, findings }) => ({
    place: { node_id: id, state },
    text: [title, findings, plannedAction].join('\n'),
  }));
  const planned = pendingProposals.map(({ id, title, plannedAction }) => ({
    place: { node_id: id },
    text: [title, plannedAction].join('\n'),
  }));
  return [...done, ...planned];
}

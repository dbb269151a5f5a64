import { referencesAmong } from '../../core/references.ts';
import type { TreeNode } from './state.ts';

/** A source that findings name, with the nodes that name it, both in order of appearance. */
export interface Reference {
  readonly reference: string;
  readonly nodeIds: readonly string[];
}

/** The references of all nodes, each once, in the order of the nodes. */
export function referencesOf(nodes: readonly TreeNode[]): readonly Reference[] {
  const texts = nodes.map(({ id, findings }) => ({ id, text: findings }));
  return referencesAmong(texts).map(({ reference, ids }) => ({ reference, nodeIds: ids }));
}

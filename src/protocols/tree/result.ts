import { solutionsOf } from './finish.ts';
import type { TreeSession } from './state.ts';
import { treeOf } from './tree-index.ts';
import { pageWords as words } from './wording.ts';

/** The solutions with what was found under them, verified ones first; null while there is none. */
export function resultText(session: TreeSession): string | null {
  const solutions = solutionsOf(session, treeOf(session)).map(({ nodeId: id, title, verified, findings }) =>
    [words.solution({ id, title, verified }), findings].filter((part) => part.trim() !== '').join('\n'),
  );
  return solutions.length === 0 ? null : solutions.join('\n\n');
}

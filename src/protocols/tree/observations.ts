import { roundOf } from './node-id.ts';
import { conversionTags, HASTE_MS } from './rules.ts';
import type { TreeNode, TreeSession } from './state.ts';
import type { Tree } from './tree-index.ts';
import { note, warn } from './wording.ts';

/** The warnings that a batch of committed nodes has earned: haste, no agent, conversions, each in batch order. */
export function batchWarnings(batch: readonly TreeNode[]): string[] {
  return [
    ...batch.flatMap((node) => {
      const age = node.committedAt - node.proposedAt;
      return age < HASTE_MS ? [warn.suspicious(node.id, age)] : [];
    }),
    ...batch.flatMap((node) => (node.agentId === null ? [warn.missingAgent(node.id)] : [])),
    ...batch.flatMap(conversionWarnings),
  ];
}

function conversionWarnings({ id, claimed, converted }: TreeNode): string[] {
  if (!converted) return [];
  const round = roundOf(id);
  return conversionTags(claimed, round).map((tag) => warn.converted(tag, id, claimed, round));
}

/** Every warning that the investigation has earned so far, read off its nodes. */
export function earnedWarnings(session: TreeSession): string[] {
  return [...session.breadthAdvice.map((count) => warn.breadth(count)), ...batchWarnings(session.nodes)];
}

/** The groups of two or more nodes that have one of these keys. */
function repeated(groups: ReadonlyMap<string, readonly string[]>, keys: readonly (string | null)[]) {
  return [...new Set(keys)].flatMap((key) => {
    const ids = key === null ? undefined : groups.get(key);
    return key === null || ids === undefined || ids.length < 2 ? [] : [{ key, ids }];
  });
}

/** What is worth a look about some nodes of an investigation: empty or identical findings, one agent for several. */
export function notesOn(tree: Tree, fresh: readonly TreeNode[]): string[] {
  const empty = fresh.filter((node) => node.findings.trim() === '').map((node) => node.id);
  const generated = fresh.filter((node) => node.generated).map((node) => node.id);
  return [
    ...(empty.length === 0 ? [] : [note.emptyFindings(empty)]),
    ...repeated(
      tree.byFindings,
      fresh.map((node) => node.findings.trim()),
    ).map(({ ids }) => note.sameFindings(ids)),
    ...repeated(
      tree.byAgent,
      fresh.map((node) => node.agentId),
    ).map(({ key, ids }) => note.sameAgent(key, ids)),
    ...(generated.length === 0 ? [] : [note.generated(generated)]),
  ];
}

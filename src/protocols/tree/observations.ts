import { roundOf } from './node-id.ts';
import { conversionTags, HASTE_MS } from './rules.ts';
import type { TreeNode, TreeSession } from './state.ts';
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

function groups(nodes: readonly TreeNode[], keyOf: (node: TreeNode) => string | null) {
  const ids = new Map<string, string[]>();
  for (const node of nodes) {
    const key = keyOf(node);
    if (key === null) continue;
    const members = ids.get(key);
    if (members === undefined) ids.set(key, [node.id]);
    else members.push(node.id);
  }
  return ids;
}

/** Groups of two or more that hold one of these ids. */
function repeated(
  nodes: readonly TreeNode[],
  fresh: ReadonlySet<string>,
  keyOf: (node: TreeNode) => string | null,
) {
  return [...groups(nodes, keyOf)].filter(([, ids]) => ids.length > 1 && ids.some((id) => fresh.has(id)));
}

/** What is worth a look about some nodes of an investigation: empty or identical findings, one agent for several. */
export function notesOn(nodes: readonly TreeNode[], fresh: readonly TreeNode[]): string[] {
  const ids = new Set(fresh.map((node) => node.id));
  const empty = fresh.filter((node) => node.findings.trim() === '').map((node) => node.id);
  const generated = fresh.filter((node) => node.generated).map((node) => node.id);
  return [
    ...(empty.length === 0 ? [] : [note.emptyFindings(empty)]),
    ...repeated(nodes, ids, (node) => node.findings.trim() || null).map(([, same]) =>
      note.sameFindings(same),
    ),
    ...repeated(nodes, ids, (node) => node.agentId).map(([agent, same]) => note.sameAgent(agent, same)),
    ...(generated.length === 0 ? [] : [note.generated(generated)]),
  ];
}

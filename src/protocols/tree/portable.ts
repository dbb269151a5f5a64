import * as z from 'zod';
import { lateSchema } from '../../core/late-schema.ts';
import { portableHeader, type RecordImport } from '../../core/portable-record.ts';
import { highestRound } from './end.ts';
import { fitsUnder, ROOT_ID } from './node-id.ts';
import { TreeSession } from './state.ts';

const ImportedTree = lateSchema(() =>
  z.strictObject({
    ...TreeSession.made().shape,
    ...portableHeader(),
    id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    question: z.string(),
    protocol: z.literal('tree'),
  }),
);

interface Placed {
  readonly id: string;
  readonly parent: string | null;
}

/** How an exported investigation comes back: its nodes must form one tree; the counts follow from them. */
export const treeImport: RecordImport<TreeSession> = {
  schema: ImportedTree,
  broken: ({ nodes, pendingProposals }) =>
    misplaced([...nodes, ...pendingProposals], new Set(nodes.map((node) => node.id))),
  settle: (session) => ({
    ...session,
    currentRound: highestRound(session.nodes.map((node) => node.id)),
    currentBatch: Math.max(session.currentBatch, ...session.nodes.map((node) => node.batch)),
  }),
};

/** The first node that stands twice or not under a committed parent. */
function misplaced(all: readonly Placed[], committed: ReadonlySet<string>) {
  const seen = new Set<string>();
  for (const { id, parent } of all) {
    if (seen.has(id)) return { at: id, expected: 'a unique id' };
    seen.add(id);
    const stands =
      parent === null ? id === ROOT_ID : committed.has(parent) && seen.has(parent) && fitsUnder(id, parent);
    if (!stands) return { at: id, expected: "an earlier node's child" };
  }
  return null;
}

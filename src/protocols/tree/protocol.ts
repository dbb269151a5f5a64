import { readPortableRecord } from '../../core/portable-record.ts';
import { itemsOf } from '../../core/tally.ts';
import type { Protocol } from '../../kit/protocol.ts';
import { treePage } from './page.ts';
import { treePassages } from './passages.ts';
import { TREE_PHASES, treeMaterial, treePhase, treeStep } from './phases.ts';
import { treeImport } from './portable.ts';
import { resultText } from './result.ts';
import { treeReader } from './state.ts';
import { owedByTree, summary } from './wording.ts';

/** An investigation as a tree: nodes proposed and committed in rounds, with enforced depth and verification. */
export const tree: Protocol = {
  summary: { name: 'tree', ...summary },
  idle: null,
  phases: TREE_PHASES,
  tools: [],
  page: (document) => treePage(treeReader.read(document)),
  isOver: ({ endedAt }) => typeof endedAt === 'number',
  tally: (document) => {
    const committed_count = itemsOf(document, 'nodes').length;
    const waiting = itemsOf(document, 'pendingProposals').length;
    return { thought_count: committed_count + waiting, committed_count };
  },
  readImport: (table, now) => readPortableRecord(treeImport, table, now),
  searchable: (document) => treePassages(treeReader.read(document)),
  result: (document) => resultText(treeReader.read(document)),
  open: (document) => {
    const session = treeReader.read(document);
    return {
      phase: treePhase(session),
      owed: owedByTree,
      step: () => treeStep(session),
      material: () => treeMaterial(session),
    };
  },
};

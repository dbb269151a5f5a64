import { readPortableRecord } from '../../core/portable-record.ts';
import type { Protocol } from '../../kit/protocol.ts';
import { outline } from './outline.ts';
import { treePassages } from './passages.ts';
import { TREE_PHASES, treeMaterial, treePhase, treeStep } from './phases.ts';
import { treeImport } from './portable.ts';
import { treeReader } from './state.ts';
import { owedByTree, summary } from './wording.ts';

/** An investigation as a tree: nodes proposed and committed in rounds, with enforced depth and verification. */
export const tree: Protocol = {
  summary: { name: 'tree', ...summary },
  idle: null,
  phases: TREE_PHASES,
  tools: [],
  markdown: (document) => outline(treeReader.read(document)),
  readImport: (table, now) => readPortableRecord(treeImport, table, now),
  searchable: (document) => treePassages(treeReader.read(document)),
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

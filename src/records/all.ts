import type { RecordTool } from '../kit/tool.ts';
import { chainRecordTools } from './chain.ts';
import { reviewRecordTools } from './review.ts';
import { treeRecordTools } from './tree.ts';

/** The tools that speak in the exact shapes of the servers they replace, in the order in which they are listed. */
export const recordTools: readonly RecordTool[] = [
  ...chainRecordTools,
  ...treeRecordTools,
  ...reviewRecordTools,
];

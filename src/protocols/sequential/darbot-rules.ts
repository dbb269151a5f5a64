import type { ChainThought } from './state.ts';

/** What is wrong between the fields of a darbot thought. */
export type RuleCode = 'revises_missing' | 'revises_not_below' | 'branch_not_below' | 'branch_unnamed';

type Referring = Pick<
  ChainThought,
  'thoughtNumber' | 'isRevision' | 'revisesThought' | 'branchFromThought' | 'branchId'
>;

/** The first rule between well-typed fields that does not hold, in the order of the darbot page; null when all hold. */
export function brokenRule(thought: Referring): RuleCode | null {
  const { thoughtNumber, isRevision, revisesThought, branchFromThought, branchId } = thought;
  if (isRevision === true && revisesThought === undefined) return 'revises_missing';
  if (revisesThought !== undefined && revisesThought >= thoughtNumber) return 'revises_not_below';
  if (branchFromThought === undefined) return null;
  if (branchFromThought >= thoughtNumber) return 'branch_not_below';
  return branchId === undefined ? 'branch_unnamed' : null;
}

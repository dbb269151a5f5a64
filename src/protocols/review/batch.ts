import { isTable, showExactly } from '../../core/lenient/reading.ts';
import { type FieldProblem, isWhole, readField } from './item.ts';
import type { Phase } from './mode.ts';
import { targetsOf } from './standing.ts';
import type { Item, Items } from './state.ts';

/** One problem of a submission; `item` is the place in the call, from 0. */
export type Problem = { readonly item: number } & (
  | { readonly code: 'not_object' | 'index_type'; readonly got: string | null }
  | { readonly code: 'exactly_one_item' }
  | { readonly code: 'index_duplicate' | 'index_already_covered'; readonly index: number }
  | { readonly code: 'index_not_pending'; readonly index: number; readonly pending: readonly number[] }
  | (FieldProblem & { readonly field: string; readonly got: string | null })
);

export type BatchRead =
  | { readonly ok: true; readonly items: readonly Item[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads the items of one call; a single problem refuses all of them, and every one is listed. */
export function readBatch(
  phase: Phase,
  items: Items,
  sent: readonly unknown[],
  textBytes: number,
): BatchRead {
  const alone = phase.need.kind === 'one' && sent.length > 1;
  const takeIndex = phase.need.kind === 'each' ? indexTaker(phase, items) : null;
  const read: Item[] = [];
  const problems: Problem[] = [];
  for (const [item, value] of sent.entries()) {
    if (!isTable(value)) problems.push({ item, code: 'not_object', got: showExactly(value) });
    else if (alone) problems.push({ item, code: 'exactly_one_item' });
    else read.push(readItem({ phase, item, takeIndex, textBytes }, value, problems));
  }
  return problems.length === 0 ? { ok: true, items: read } : { ok: false, problems };
}

type IndexTaker = (item: number, value: unknown) => { readonly index: number } | Problem;

interface Place {
  readonly phase: Phase;
  readonly item: number;
  readonly takeIndex: IndexTaker | null;
  readonly textBytes: number;
}

const own = (table: Readonly<Record<string, unknown>>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The fields of one item; what cannot be read goes to `problems`, in the order of the rules. */
function readItem(
  { phase, item, takeIndex, textBytes }: Place,
  sent: Record<string, unknown>,
  problems: Problem[],
): Item {
  const read: Item = {};
  const taken = takeIndex?.(item, own(sent, 'index')) ?? null;
  if (taken !== null && 'code' in taken) problems.push(taken);
  else if (taken !== null) read.index = taken.index;
  for (const [field, rule] of Object.entries(phase.rules)) {
    const reading = readField(rule, own(sent, field), textBytes);
    if (reading.ok) read[field] = reading.value;
    else problems.push({ item, field, got: reading.got, ...reading.problem });
  }
  return read;
}

/** Judges the indexes of one call in their order; a good one is taken for the items after it. */
function indexTaker(phase: Phase, items: Items): IndexTaker {
  const { all, pending } = targetsOf(phase, items);
  const targets = new Set(all.map(({ index }) => index));
  const free = new Set(pending.map(({ index }) => index));
  const taken = new Set<number>();
  return (item, value) => {
    if (!isWhole(value))
      return { item, code: 'index_type', got: value === undefined ? null : showExactly(value) };
    const index = value + 0;
    if (taken.has(index)) return { item, code: 'index_duplicate', index };
    if (free.delete(index)) {
      taken.add(index);
      return { index };
    }
    if (targets.has(index)) return { item, code: 'index_already_covered', index };
    // Nothing of the call is kept, so everything that was pending still is.
    return { item, code: 'index_not_pending', index, pending: pending.map((each) => each.index) };
  };
}

import type { ItemOf, Rules } from './item.ts';
import type { Items, ModeName, PhaseName } from './state.ts';

/** An item of an earlier phase that wants an answer: its place there, what judges it, its text. */
export interface Target {
  readonly index: number;
  readonly text: string;
  readonly [fact: string]: unknown;
}

/** When a phase is complete. */
export type Need =
  | { readonly kind: 'one' }
  | {
      readonly kind: 'several';
      readonly least: number;
      /** A field that has to show so many different words. */
      readonly spread?: { readonly field: string; readonly least: number };
    }
  /** One item for each target; without targets the phase is skipped. */
  | { readonly kind: 'each'; readonly targets: (items: Items) => readonly Target[] };

/** One phase of a mode. Items of a phase with targets carry `index` before the fields of `rules`. */
export interface Phase<R extends Rules = Rules> {
  readonly name: PhaseName;
  readonly rules: R;
  readonly need: Need;
  /** Its accepted items. */
  of(items: Items): readonly ItemOf<R>[];
}

/** What a review comes to, and nothing of a model's opinion in it. */
export const ASSESSMENTS = ['claim refuted', 'claim needs revision', 'claim survives scrutiny'] as const;
export type Assessment = (typeof ASSESSMENTS)[number];

export interface Verdict {
  readonly assessment: Assessment;
  /** The code of the rule that fired. */
  readonly rule: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly risk_score: { readonly value: number; readonly scale: string; readonly explanation: string };
  /** The counts and the rule in words. */
  readonly reason: string;
}

/** One way of attacking a claim. */
export interface Mode {
  readonly name: ModeName;
  readonly phases: readonly Phase[];
  /** The verdict on complete items. */
  judge(items: Items): Verdict;
  /** The phases of the report: each item with its answer. */
  entries(items: Items): Readonly<Record<string, unknown>>;
}

/** Declares a phase. */
export function phase<R extends Rules>(name: PhaseName, rules: R, need: Need): Phase<R> {
  // Only items that the rules have passed are stored, and the reader checks them again.
  return { name, rules, need, of: (items) => (items[name] ?? []) as unknown as readonly ItemOf<R>[] };
}

/** The answers of a phase with targets, by the index of their target. */
export function answers<R extends Rules>(from: Phase<R>, items: Items): ReadonlyMap<number, ItemOf<R>> {
  return new Map(from.of(items).map((item) => [Number((item as { index?: unknown }).index), item]));
}

/** A rule of a verdict: whether it fires, and what follows. */
export type Clause = readonly [fires: boolean, assessment: Assessment, rule: string];

/** The first rule that fires; without one the claim survives. */
export function firstFiring(clauses: readonly Clause[]): Pick<Verdict, 'assessment' | 'rule'> {
  const [, assessment, rule] = clauses.find(([fires]) => fires) ?? [true, ASSESSMENTS[2], 'no_rule'];
  return { assessment, rule };
}

/** How many members a test holds for. */
export function countOf<T>(list: Iterable<T>, test: (each: T) => boolean): number {
  let count = 0;
  for (const each of list) if (test(each)) count += 1;
  return count;
}

import { showExactly } from '../../core/lenient/reading.ts';
import { codePointLength, utf8Length } from '../../core/text.ts';

/** A text of at least so many code points after trimming. */
export interface TextRule {
  readonly kind: 'text';
  readonly least: number;
}

/** One word of a set, written exactly so. */
export interface WordRule<W extends string = string> {
  readonly kind: 'word';
  readonly allowed: readonly W[];
}

/** A whole number from 1 to 5. */
export interface GradeRule {
  readonly kind: 'grade';
}

/** True or false, no words for them. */
export interface FlagRule {
  readonly kind: 'flag';
}

export type Rule = TextRule | WordRule | GradeRule | FlagRule;

/** The fields of a phase's items, in the order in which they are checked. */
export type Rules = Readonly<Record<string, Rule>>;

type ValueOf<R> =
  R extends WordRule<infer W> ? W : R extends TextRule ? string : R extends FlagRule ? boolean : number;

/** An item that meets the rules. */
export type ItemOf<R extends Rules> = { readonly [F in keyof R]: ValueOf<R[F]> };

export const LEAST_GRADE = 1;
export const MOST_GRADE = 5;

export const text = (least: number): TextRule => ({ kind: 'text', least });
export const word = <const W extends string>(...allowed: readonly W[]): WordRule<W> => ({
  kind: 'word',
  allowed,
});
export const grade: GradeRule = { kind: 'grade' };
export const flag: FlagRule = { kind: 'flag' };

/** What one field has wrong. `got` is what was sent, shortened; null when nothing was. */
export type FieldProblem =
  | { readonly code: 'min_length'; readonly least: number; readonly length: number | null }
  | { readonly code: 'too_long'; readonly most: number; readonly bytes: number }
  | { readonly code: 'enum'; readonly allowed: readonly string[] }
  | { readonly code: 'int_range' }
  | { readonly code: 'boolean' };

export type FieldRead =
  | { readonly ok: true; readonly value: string | number | boolean }
  | { readonly ok: false; readonly problem: FieldProblem; readonly got: string | null };

/** Whether a value is a whole number; a boolean or a text is none. */
export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Reads one field; `textBytes` bounds a text, in bytes of UTF-8. */
export function readField(rule: Rule, value: unknown, textBytes: number): FieldRead {
  const refuse = (problem: FieldProblem): FieldRead => ({
    ok: false,
    problem,
    got: value === undefined ? null : showExactly(value),
  });
  switch (rule.kind) {
    case 'text':
      return readText(rule, value, textBytes) ?? refuse(textProblem(rule, value, textBytes));
    case 'word': {
      const found = rule.allowed.find((each) => each === value);
      return found === undefined
        ? refuse({ code: 'enum', allowed: rule.allowed })
        : { ok: true, value: found };
    }
    case 'grade': {
      const fits = isWhole(value) && value >= LEAST_GRADE && value <= MOST_GRADE;
      return fits ? { ok: true, value } : refuse({ code: 'int_range' });
    }
    case 'flag':
      return typeof value === 'boolean' ? { ok: true, value } : refuse({ code: 'boolean' });
  }
}

function readText({ least }: TextRule, value: unknown, textBytes: number): FieldRead | null {
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  if (codePointLength(trimmed) < least || utf8Length(trimmed) > textBytes) return null;
  return { ok: true, value: trimmed };
}

function textProblem({ least }: TextRule, value: unknown, most: number): FieldProblem {
  if (typeof value !== 'string') return { code: 'min_length', least, length: null };
  const length = codePointLength(value.trim());
  return length < least
    ? { code: 'min_length', least, length }
    : { code: 'too_long', most, bytes: utf8Length(value.trim()) };
}

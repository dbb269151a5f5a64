import type { Handed } from '../core/links.ts';
import { type Field, id, optional } from './field.ts';
import type { Refusal } from './outcome.ts';
import { refuseArgument } from './wording.ts';

/** The record that a call names in `from`, and what it can hand over. */
export interface Source {
  readonly id: string;
  readonly question: string;
  /** What it came to; null while it has come to nothing. */
  readonly result: string | null;
  /** Its committed thoughts, where it has stages. */
  readonly thoughts: readonly Handed[];
}

/** The parameter that names another record. */
export const fromField = (): Field<string | undefined> => optional({ ...id(), schema: { type: 'string' } });

/** Why a call cannot take its content from the record that it names, or null. */
export function vetSource(
  from: string | undefined,
  {
    source,
    own,
    wantsResult,
  }: { readonly source: Source | null; readonly own: string | null; readonly wantsResult: boolean },
): Refusal | null {
  if (from === undefined) return null;
  const bad = (reason: 'no_record' | 'no_result' | 'itself') =>
    refuseArgument({ code: 'bad_argument', parameter: 'from', field: fromField(), reason, got: from });
  if (from === own) return bad('itself');
  if (source === null) return bad('no_record');
  return wantsResult && source.result === null ? bad('no_result') : null;
}

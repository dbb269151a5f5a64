import { readCount } from '../../core/lenient/count.ts';
import { show, showExactly } from '../../core/lenient/reading.ts';
import { SESSION_ID } from '../../core/session.ts';
import { isBlank, utf8Length } from '../../core/text.ts';
import { brokenRule, type RuleCode } from './darbot-rules.ts';
import { CHAIN_FIELDS, type ChainField, type FieldType } from './fields.ts';
import type { ChainThought, ChainTool } from './state.ts';

/** The arguments of one accepted call; what was not given is absent, an empty branch id counts as not given. */
export interface ThoughtInput extends Readonly<Omit<ChainThought, 'timestamp'>> {
  readonly tool: ChainTool;
  readonly sessionId?: string | undefined;
  readonly parentSessionId?: string | undefined;
  readonly parentThoughtId?: string | undefined;
}

/** How arguments are read. `strict` takes JSON types only; `textBytes` is the longest text, in bytes of UTF-8. */
export interface InputRules {
  readonly strict: boolean;
  readonly textBytes: number;
}

/** One bad field: why, what was sent in short, and a misspelt name under which it seems to have been sent. */
export interface FieldFault {
  readonly field: ChainField;
  readonly code: 'missing' | 'mistyped' | 'empty' | 'too_long' | 'bad_id';
  readonly got: string;
  /** The limit in bytes, for `too_long`. */
  readonly limit?: number;
  readonly sentAs?: string;
}

/** Why a call was refused: every bad field in the order of declaration, or else the first broken rule. */
export type InputRefusal =
  | { readonly kind: 'fields'; readonly faults: readonly FieldFault[] }
  | { readonly kind: 'rule'; readonly code: RuleCode };

export type InputRead =
  | { readonly ok: true; readonly input: ThoughtInput }
  | { readonly ok: false; readonly refusal: InputRefusal };

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Reads the arguments of a call of either notebook; unknown names are passed over. Never throws. The notebook
 * `darbot_deepmind` takes JSON types only, whatever the rules say, as its original does.
 */
export function readThought(tool: ChainTool, raw: Arguments, given: InputRules): InputRead {
  const rules = rulesOf(tool, given);
  const values: Record<string, unknown> = { tool };
  const faults: FieldFault[] = [];
  for (const [field, { type, required }] of CHAIN_FIELDS) {
    const value = Object.hasOwn(raw, field) ? raw[field] : undefined;
    const read = value === undefined ? absent(field, required, raw) : readValue(type, value, rules);
    if (read.code !== undefined) faults.push({ ...read, field });
    else if (read.value !== undefined) values[field] = read.value;
  }
  const blank = typeof values.thought === 'string' && isBlank(values.thought);
  if (tool === 'darbot_deepmind' && blank) faults.unshift({ field: 'thought', code: 'empty', got: '' });
  if (faults.length > 0) return { ok: false, refusal: { kind: 'fields', faults } };
  // The loop has put a value of its declared type under each name that was given, and all required ones.
  const input = values as unknown as ThoughtInput;
  const broken = tool === 'darbot_deepmind' ? brokenRule(input) : null;
  return broken === null ? { ok: true, input } : { ok: false, refusal: { kind: 'rule', code: broken } };
}

function rulesOf(tool: ChainTool, given: InputRules): InputRules {
  return tool === 'darbot_deepmind' ? { ...given, strict: true } : given;
}

type ValueRead = { readonly code?: undefined; readonly value: unknown } | Omit<FieldFault, 'field'>;

const mistyped = (value: unknown): ValueRead => ({ code: 'mistyped', got: showExactly(value) });

function absent(field: ChainField, required: boolean, raw: Arguments): ValueRead {
  if (!required) return { value: undefined };
  const folded = (name: string) => name.replace(/[_\s-]/gu, '').toLowerCase();
  const sentAs = Object.keys(raw)
    .slice(0, 50)
    .find((name) => name !== field && folded(name) === folded(field));
  return { code: 'missing', got: '', ...(sentAs === undefined ? {} : { sentAs: show(sentAs) }) };
}

function readValue(type: FieldType, value: unknown, rules: InputRules): ValueRead {
  if (type === 'integer') return readNumber(value, rules);
  if (type === 'boolean') return readWord(value, rules);
  if (type === 'id') return readId(value);
  if (typeof value !== 'string') return mistyped(value);
  const bytes = utf8Length(value);
  if (bytes > rules.textBytes) return { code: 'too_long', got: String(bytes), limit: rules.textBytes };
  return { value: type === 'name' && value === '' ? undefined : value };
}

/** A safe whole number from 1 up; unless strict also a clean numeric text. */
function readNumber(value: unknown, { strict }: InputRules): ValueRead {
  const number = strict && typeof value !== 'number' ? null : readCount(value);
  return number?.ok && number.value >= 1 ? { value: number.value } : mistyped(value);
}

/** A boolean; unless strict also the words true and false in any case. */
function readWord(value: unknown, { strict }: InputRules): ValueRead {
  if (typeof value === 'boolean') return { value };
  const word = !strict && typeof value === 'string' ? value.toLowerCase() : '';
  return word === 'true' || word === 'false' ? { value: word === 'true' } : mistyped(value);
}

/** The id of a session; null and an empty text count as not given. */
function readId(value: unknown): ValueRead {
  if (value === null || value === '') return { value: undefined };
  if (typeof value === 'string' && SESSION_ID.test(value)) return { value };
  return { code: 'bad_id', got: showExactly(value) };
}

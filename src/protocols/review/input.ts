import { notGiven, showExactly } from '../../core/lenient/reading.ts';
import { codePointLength, isBlank, utf8Length } from '../../core/text.ts';
import { ModeName } from './state.ts';
import { badArgument } from './wording.ts';

type Raw = Readonly<Record<string, unknown>>;

/** The least length of a claim, in code points after trimming. */
export const LEAST_CLAIM = 10;

/** What start_review was given. */
export interface StartInput {
  readonly claim: string;
  readonly mode: ModeName;
  readonly context: string;
  readonly parent_session_id: string | undefined;
  readonly parent_thought_id: string | undefined;
}

/** Arguments that were read, or a line for each one that is wrong. */
export type ArgumentsRead<T> =
  | { readonly ok: true; readonly input: T }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Ids that start_review gives: `rev-` and four or more letters and digits. */
const REVIEW_ID = /^rev-[a-z0-9]{4,60}$/;

/** Whether an id has the shape that start_review gives. */
export function isReviewId(id: string): boolean {
  return REVIEW_ID.test(id);
}

const sent = (value: unknown) =>
  value === undefined ? badArgument.missing() : badArgument.is(showExactly(value));

/** Reads the argument that names a review; whether there is one of that name is another matter. */
export function readReviewId(raw: Raw): ArgumentsRead<string> {
  const { review_id } = raw;
  if (typeof review_id === 'string') return { ok: true, input: review_id };
  return { ok: false, problems: [badArgument.review_id(sent(review_id))] };
}

/** Reads why a review is abandoned, trimmed. */
export function readReason({ reason }: Raw, textBytes: number): ArgumentsRead<string> {
  if (typeof reason !== 'string' || isBlank(reason))
    return { ok: false, problems: [badArgument.reason(sent(reason))] };
  const long = tooLong('reason', reason, textBytes);
  return long === null ? { ok: true, input: reason.trim() } : { ok: false, problems: [long] };
}

function tooLong(name: string, text: string, most: number): string | null {
  const bytes = utf8Length(text);
  return bytes > most ? badArgument.too_long(name, most, bytes) : null;
}

/** Reads what start_review was given, its claim perhaps filled in from the parent; every bad argument is named. */
export function readStart(
  raw: Raw,
  textBytes: number,
  claimOf: 'call' | 'parent' = 'call',
): ArgumentsRead<StartInput> {
  const problems: string[] = [];
  const mode = ModeName.safeParse(raw.mode);
  const claim = readClaim(raw.claim, { textBytes, claimOf }, problems);
  if (!mode.success) problems.push(badArgument.mode(sent(raw.mode)));
  const optional = (name: string) => readOptional(name, raw[name], textBytes, problems);
  const context = optional('context') ?? '';
  const parent_session_id = optional('parent_session_id');
  const parent_thought_id = optional('parent_thought_id');
  if (parent_thought_id !== undefined && parent_session_id === undefined)
    problems.push(badArgument.parent_needed());
  if (problems.length > 0 || !mode.success) return { ok: false, problems };
  return { ok: true, input: { claim, mode: mode.data, context, parent_session_id, parent_thought_id } };
}

function readClaim(
  value: unknown,
  { textBytes, claimOf }: { readonly textBytes: number; readonly claimOf: 'call' | 'parent' },
  problems: string[],
): string {
  const short = claimOf === 'parent' ? badArgument.parent_claim : badArgument.claim;
  const text = typeof value === 'string' ? value.trim() : '';
  const length = codePointLength(text);
  const long = tooLong('claim', text, textBytes);
  if (typeof value !== 'string') problems.push(short(LEAST_CLAIM, sent(value)));
  else if (length < LEAST_CLAIM) problems.push(short(LEAST_CLAIM, badArgument.has(length)));
  else if (long !== null) problems.push(long);
  return text;
}

function readOptional(
  name: string,
  value: unknown,
  textBytes: number,
  problems: string[],
): string | undefined {
  if (notGiven(value)) return undefined;
  if (typeof value !== 'string') {
    problems.push(badArgument.text(name, sent(value)));
    return undefined;
  }
  const long = tooLong(name, value, textBytes);
  if (long !== null) problems.push(long);
  return value;
}

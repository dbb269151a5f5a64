import { excerpt } from '../../core/text.ts';
import { refusals } from '../../kit/outcome.ts';
import { sayRestore } from '../../kit/wording.ts';
import type { Problem } from './batch.ts';
import { phaseWords } from './instruction-wording.ts';
import { LEAST_GRADE, MOST_GRADE } from './item.ts';
import type { Thin, Thresholds } from './likeness.ts';
import type { Lack } from './standing.ts';
import { MODE_NAMES, type PhaseName } from './state.ts';

/** The most lines of one list, and code points of an echoed text. */
const MOST_LINES = 50;
const ECHOED = 80;
const SNIPPET = 60;

/** The review among the ways of reasoning; start_review begins one, so no mode leads to it. */
export const summary = {
  description:
    'Review: a claim is attacked in one of four ways, phase by phase, and the counts decide what is left of it.',
  recommended_for: 'Claims, plans and conclusions that have to stand before somebody acts on them.',
};

const capped = (lines: readonly string[]): string[] =>
  lines.length > MOST_LINES
    ? [...lines.slice(0, MOST_LINES), `and ${lines.length - MOST_LINES} more`]
    : [...lines];

const sent = (got: string | null) => (got === null ? 'it is missing' : `it is ${got}`);

function sayProblem(problem: Problem): string {
  switch (problem.code) {
    case 'not_object':
      return `must be an object, not ${problem.got}`;
    case 'exactly_one_item':
      return 'this phase takes exactly one item';
    case 'min_length': {
      const has = problem.length === null ? sent(problem.got) : `it has ${problem.length}`;
      return `"${problem.field}" must be a text of at least ${problem.least} characters; ${has}`;
    }
    case 'too_long':
      return `"${problem.field}" has ${problem.bytes} bytes; the limit is ${problem.most}`;
    case 'enum':
      return `"${problem.field}" must be one of ${problem.allowed.join(', ')}; ${sent(problem.got)}`;
    case 'int_range':
      return `"${problem.field}" must be a whole number from ${LEAST_GRADE} to ${MOST_GRADE}; ${sent(problem.got)}`;
    case 'boolean':
      return `"${problem.field}" must be true or false${problem.got === null ? '' : ', not a text'}; ${sent(problem.got)}`;
    case 'index_type':
      return `"index" must be a whole number, the index of a target; ${sent(problem.got)}`;
    case 'index_duplicate':
      return `"index" ${problem.index} occurs twice in this call`;
    case 'index_already_covered':
      return `"index" ${problem.index} is answered already`;
    case 'index_not_pending':
      return `"index" ${problem.index} is no pending target; pending: ${problem.pending.slice(0, MOST_LINES).join(', ') || 'none'}`;
  }
}

/** What a phase still lacks, line by line. */
export function sayLacks(phase: PhaseName, lacks: readonly Lack[]): string[] {
  return capped(lacks.map((lack) => sayLack(phase, lack)));
}

function sayLack(phase: PhaseName, lack: Lack): string {
  const { noun } = phaseWords[phase];
  switch (lack.kind) {
    case 'one':
      return 'exactly one item with a horizon';
    case 'items':
      return `at least ${lack.least} items (have ${lack.have})`;
    case 'spread':
      return `at least ${lack.least} different values of ${lack.field} (have ${lack.have.length}: ${lack.have.join(', ') || 'none'})`;
    case 'answer':
      return `${noun} for index ${lack.target.index}: "${excerpt(lack.target.text, SNIPPET)}"`;
  }
}

/** What is wrong with the arguments of a call, by the name of the argument. */
export const badArgument = {
  review_id: (got: string) => `"review_id" must look like rev-k7m2; ${got}`,
  claim: (least: number, got: string) => `"claim" must be a text of at least ${least} characters; ${got}`,
  parent_claim: (least: number, got: string) =>
    `"claim" is missing, and what the parent came to cannot stand for it: it must have at least ${least} characters; ${got}`,
  mode: (got: string) => `"mode" must be one of ${MODE_NAMES.join(', ')}; ${got}`,
  text: (name: string, got: string) => `"${name}" must be a text; ${got}`,
  reason: (got: string) => `"reason" must say why; ${got}`,
  too_long: (name: string, most: number, bytes: number) =>
    `"${name}" must have at most ${most} bytes; it has ${bytes}`,
  parent_missing: (id: string) => `"parent_session_id" names no session: ${excerpt(id, ECHOED)}`,
  parent_needed: () => '"parent_thought_id" needs "parent_session_id" beside it',
  parent_archived: (id: string) => `"parent_session_id" ${id} is archived. ${sayRestore(id)}`,
  thought_missing: (id: string) =>
    `"parent_thought_id" names no thought of that session: ${excerpt(id, ECHOED)}`,
  missing: () => 'it is missing',
  is: (got: string) => `it is ${got}`,
  has: (length: number) => `it has ${length}`,
};

/** The text of a call whose arguments are wrong. */
export function sayBadArguments(tool: string, problems: readonly string[]): string {
  return [`Nothing was stored. Correct the call of ${tool}:`, ...problems.map((each) => `- ${each}`)].join(
    '\n',
  );
}

/** Why a review takes no call, or why a call was refused. */
export const refuse = {
  not_found: (id: string) => `No review has the id "${excerpt(id, ECHOED)}". list_reviews shows them all.`,
  not_a_review: (id: string, protocol: string | null) =>
    `"review_id" ${id} is a session of another kind (${protocol ?? 'no mode yet'}). list_reviews shows the reviews.`,
  abandoned: (id: string, reason: string) =>
    `Review ${id} was abandoned ("${excerpt(reason, ECHOED)}") and takes no items. Start a new one with start_review.`,
  no_verdict: (id: string, reason: string) =>
    `Review ${id} was abandoned ("${excerpt(reason, ECHOED)}") before its end, so it has no verdict. Start a new one with start_review.`,
  complete: (id: string) => `Review ${id} is complete and takes no more items. Call get_verdict.`,
  closed: (id: string, status: 'finalized' | 'archived') =>
    status === 'finalized'
      ? `Review ${id} is finalized. To change it call finalize_session with reopen: true.`
      : `Review ${id} is archived. ${sayRestore(id)}`,
  items: (got: string) =>
    `"items" must be a list with at least one object in it, such as [{"text": "…"}]; ${got}. Nothing was saved.`,
  too_many: (most: number, count: number) =>
    `"items" would bring this phase to ${count} items; the most is ${most}. Nothing was saved.`,
  invalid: (problems: readonly Problem[], example: string) =>
    [
      `Nothing was saved: ${problems.length} problem${problems.length === 1 ? '' : 's'}. Correct them and send all items of the call again.`,
      ...capped(problems.map((each) => `- item ${each.item}: ${sayProblem(each)}`)),
      `An item looks like ${example}`,
    ].join('\n'),
  /** `closed` says why no items can be sent, or is null. */
  not_complete: (phase: PhaseName, missing: readonly string[], closed: string | null) =>
    [
      `There is no verdict yet: phase ${phase} still needs`,
      ...missing.map((each) => `- ${each}`),
      closed ?? 'Send it with submit; asking again changes nothing.',
    ].join('\n'),
  already_abandoned: (id: string) => `Review ${id} is already abandoned.`,
};

/** Warnings about texts that say little, with the measure and its threshold. */
export function sayWarnings(thin: readonly Thin[], { near_equal, padded }: Thresholds): string[] {
  return capped(
    thin.map((each) =>
      each.code === 'padded'
        ? `${each.phase} ${each.index} looks padded: variety ${each.value} of its three-character pieces, below ${padded}`
        : `${each.phase} ${each.index} nearly repeats ${each.like}: similarity ${each.value} of their three-character pieces, at least ${near_equal}`,
    ),
  );
}

/** What a phase wants, by its kind of need. */
export const sayStep = {
  several: (f: { phase: PhaseName; noun: string; least: number; have: number }) =>
    f.have === 0
      ? `Call submit with at least ${f.least} ${f.noun}s as items.`
      : `Phase ${f.phase} has ${f.have} item${f.have === 1 ? '' : 's'}; call submit with what is missing.`,
  each: (f: { noun: string; pending: number }) =>
    `Call submit with one ${f.noun} for each pending target (${f.pending}), named by its index.`,
  one: () => 'Call submit with one item that names the horizon.',
  complete: () => 'The review is complete. Call get_verdict.',
  read: (f: { assessment: string }) => `Verdict: ${f.assessment}. Tell the user, with the reason.`,
  readForParent: (f: { assessment: string; parent: string }) =>
    `Verdict: ${f.assessment}. Tell the user, with the reason, then go on with session ${f.parent}: call next_action.`,
  skipped: (phase: PhaseName) => `Phase ${phase} was skipped: nothing in it has to be answered.`,
};

export const sayAbandoned = () => 'The review is abandoned; it is kept and takes no more items.';
export const sayListed = (f: { shown: number; count: number }) =>
  f.shown === f.count
    ? 'All reviews, newest first.'
    : `The ${f.shown} newest of ${f.count} reviews. list_sessions with protocol: review has the others.`;
/** Where reviews of the replaced server lie that are not here; a command line is for the user. */
export const sayOldReviews = (f: { folder: string; count: number }) =>
  `${f.count} more of mcp-devils-advocate ${f.count === 1 ? 'lies' : 'lie'} in ${f.folder}. Tell the user the command that brings them in: deep-think-mcp import "${f.folder}"`;
export const sayLeftOut = () =>
  'Texts are shortened to keep the report readable. export_session gives everything.';

/** What a review cannot be told when the disk fails. */
export const sayFailure = (message: string) => `The call was not carried out. ${message}`;

const refuseReviewTool = refusals('wrong_protocol', {
  wrong_protocol: (f: { blocked_tool: string }) => `${f.blocked_tool} does not apply to a review.`,
});

/** What a tool of another protocol meets. */
export const owedByReview = (tool: string) => refuseReviewTool('wrong_protocol', { blocked_tool: tool });

/** The words of the readable record. */
export const pageWords = {
  standing: (f: { mode: string; phase: string }) => `${f.mode}, ${f.phase}`,
  context: 'Context',
  verdict: 'Verdict',
  complete: 'The last phase was closed.',
  abandoned: 'The review was abandoned:',
  item: (f: { noun: string; index: number }) => `${f.noun} ${f.index}`,
  fact: (field: string, value: string) => `${field}: ${value}`,
};

/** A verdict as the draft of a thought. */
export const sayResult = {
  verdict: (f: { claim: string; assessment: string; reason: string }) =>
    `Claim under review: ${f.claim}\nVerdict: ${f.assessment}. ${f.reason}`,
  item: (f: { place: string; text: string }) => (f.place === '' ? `- ${f.text}` : `- ${f.place}: ${f.text}`),
};

/** A warning on stderr: the parent does not know of its review. */
export const sayUnlinked = (f: { id: string; parent: string; why: string }) =>
  `Session ${f.parent} could not be told of its review ${f.id}: ${f.why}`;

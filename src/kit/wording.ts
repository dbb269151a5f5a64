import type { Reason } from '../core/lenient/reading.ts';
import { excerpt } from '../core/text.ts';
import { type ArgumentProblem, namesToShow } from './arguments.ts';
import { type FieldKind, scores } from './field.ts';
import { type Refusal, refusals } from './outcome.ts';
import type { ScoreNotes } from './score-notes.ts';

/** Arguments that a step names, or undefined when it names none. */
type Given = Readonly<Record<string, unknown>> | undefined;

/** The arguments as a sentence goes on with them; nothing when there are none. */
function written(given: Given): string {
  const parts = Object.entries(given ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return parts.length === 0 ? '' : ` with ${parts.join(', ')}`;
}

/** How an archived session comes back: only the user can do it. */
export const sayRestore = (id: string) => `The user can bring it back: deep-think-mcp sessions restore ${id}`;

/** The sentence of each step that no protocol owns. */
export const sayStep = {
  mode_required: (f: { only: string | null }) =>
    f.only === null
      ? 'Show the user the modes, ask which one, then call set_session_mode.'
      : `Call set_session_mode with mode: "${f.only}"; this server offers no other.`,
  await_move_decision: (f: { tool: string | null; alternative: string | undefined }) =>
    f.alternative === undefined
      ? `Tell the user where the record lies, then call ${f.tool}.`
      : `Ask the user: move the record elsewhere (${f.tool}) or leave it (${f.alternative}).`,
  session_complete: () => 'The session is complete. Give the user the conclusion; nothing is left to do.',
  closed: (f: { status: string; id: string }) =>
    f.status === 'archived'
      ? `The session is archived. ${sayRestore(f.id)}`
      : `The session is ${f.status}. Nothing is left to do.`,
  begin: (f: { stage: string; begin: string; next: string | null; given: Given }) =>
    `Draft your best thought for stage "${f.stage}": call ${f.begin}${written(f.given)}${f.next === null ? '' : ', or advance_stage to skip it'}.`,
  advance: (f: { stage: string; next: string; begin: string }) =>
    `Stage "${f.stage}" has a committed thought: call advance_stage to go to "${f.next}", or ${f.begin} for another thought.`,
  finalize: (f: { stage: string; begin: string }) =>
    `The last stage "${f.stage}" has a committed thought: call finalize_session, or ${f.begin} for another thought.`,
  answer: (f: { review_id: string; begin: string; given: Given; other: string | null | undefined }) =>
    `Answer review ${f.review_id}: call ${f.begin}${written(f.given)}${typeof f.other === 'string' ? `, or ${f.other} to leave it unanswered` : ''}.`,
  repeat: (f: { tool: string; given: Given; alternative: string | undefined }) => {
    const way = written(f.given);
    const again = way === '' ? `Correct it and call ${f.tool} again` : `Call ${f.tool} again${way}`;
    return f.alternative === undefined ? `${again}.` : `${again}, or call ${f.alternative}.`;
  },
  poll: (f: { tool: string }) =>
    `Call ${f.tool} again with the session_id to wait for it, or with cancel: true to stop it.`,
  elsewhere: () => 'Look again with next_action in a while.',
  not_offered: (f: { tool: string }) =>
    `The next step needs ${f.tool}, which this server does not offer. Tell the user.`,
  instead: (f: { tool: string }) => `Call ${f.tool}.`,
  start: () => 'Call start_session with the question.',
  list: () => 'Call list_sessions to see the stored sessions.',
  resume: (f: { id: string }) => `Call resume_session with session_id "${f.id}" to go on.`,
};

/** Refusals of the gate: what stands in the way of the session as a whole. */
export const gateSentences = {
  mode_required: (f: { mode_required: boolean; modes: object[]; blocked_tool: string }) =>
    `${f.blocked_tool} needs a mode and this session has none yet.`,
  wrong_mode: (f: { required_mode: string; current_mode: string | null; blocked_tool: string }) =>
    `${f.blocked_tool} belongs to mode "${f.required_mode}"; this session runs "${f.current_mode}" and its mode is fixed.`,
  wrong_protocol: (f: { protocol: string; blocked_tool: string }) =>
    `This record belongs to "${f.protocol}" and has no stages, so ${f.blocked_tool} does not apply.`,
  session_finalized: (f: { blocked_tool: string }) =>
    `The session is finalized, so ${f.blocked_tool} changes nothing. To go on working call finalize_session with reopen: true.`,
  session_archived: (f: { blocked_tool: string }) =>
    `The session is archived, so ${f.blocked_tool} is refused.`,
  session_abandoned: (f: { blocked_tool: string }) =>
    `The session is abandoned, so ${f.blocked_tool} is refused.`,
};

/** What a reply says when texts of its call were not stored as they came. */
export const sayRedacted = (kinds: readonly string[]) =>
  `Before anything was stored, what looks like a secret was replaced: ${kinds.join(', ')}.`;

/** What the parameters of long work are for. */
export const fieldHints = {
  wait_seconds: 'Wait this long, then answer "running".',
  cancel: 'Stop the work that runs.',
  stage: 'The stage you mean; refused unless it is the current one.',
  initial_content: 'A draft to begin with.',
};

/** What is said while a job runs, and to whoever comes in between. */
export const jobSentences = {
  running: (f: { tool: string; done: number; total: number; elapsed_seconds: number; last: string }) =>
    `${f.tool} is still at work: ${f.done} of about ${f.total} steps in ${f.elapsed_seconds} s${f.last === '' ? '' : `, the last one: ${f.last}`}.`,
  job_running: (f: { holder: string }) =>
    `This session is being worked on by ${f.holder}; nothing was changed. Reading tools work meanwhile.`,
  no_job: () => 'There is nothing to cancel: no job runs on this session.',
};

/** The refusal of a call that would change a session in the middle of a job. */
export function refuseBusy(holder: string): Refusal {
  const refusal = refusals('job_running', jobSentences)('job_running', { holder });
  return { ...refusal, facts: { retryable: true } };
}

/** The refusal of a cancellation where nothing runs. */
export function refuseNoJob(): Refusal {
  return refusals('no_job', jobSentences)('no_job');
}

/** What ends a run of the autopilot, or keeps it from beginning. */
export const pilotSentences = {
  stage_mismatch: (f: { requested_stage: string; current_stage: string }) =>
    `The session is at stage "${f.current_stage}", not at "${f.requested_stage}"; nothing was started.`,
  autopilot_incomplete: (f: { phase: string; detail: string }) =>
    `The run stopped at "${f.phase}": ${f.detail} Each finished step is stored; the same call goes on from there, and so can you by hand.`,
};

/** The refusal of a run for another stage than the current one. */
export function refuseStage(facts: { requested_stage: string; current_stage: string }): Refusal {
  return refusals('stage_mismatch', pilotSentences)('stage_mismatch', facts);
}

/** The refusal of a run that stopped before its commit. */
export function refuseIncomplete(facts: { phase: string; detail: string }): Refusal {
  return refusals('autopilot_incomplete', pilotSentences)('autopilot_incomplete', facts);
}

/** What a finished run brought, in both modes. */
export const sayPiloted = (o: { stage: string; thought_id: string; rounds: number }) =>
  `The server worked stage "${o.stage}" by itself: thought ${o.thought_id} is committed after ${o.rounds} round${o.rounds === 1 ? '' : 's'}. final_content is its text.`;

/** A refusal of the gate; its error and its code are the same word. */
export function refuseGate<C extends keyof typeof gateSentences>(
  code: C,
  ...facts: Parameters<(typeof gateSentences)[C]>
): Refusal {
  return refusals(code, gateSentences)(code, ...facts);
}

/** What a parameter of each kind wants, and a literal that works. */
const wanted: Readonly<Record<FieldKind, { expected: string; example: string }>> = {
  text: { expected: 'a text', example: '"Cache at the edge."' },
  id: { expected: 'the id of a session, as an earlier reply gave it', example: '"k7m2p9xa"' },
  list: {
    expected: 'an array of texts, or texts split by commas or new lines',
    example: '["first", "second"] or first, second',
  },
  scores: {
    expected:
      'one number from 0 to 1 for each dimension: correctness, evidence, novelty, clarity, bias_resistance, actionability, coverage',
    example: '{"correctness": 0.8, "evidence": 0.6} or correctness: 0.8, evidence: 0.6',
  },
  flag: { expected: 'true or false (also yes/no, on/off, 1/0)', example: 'true' },
  count: { expected: 'a whole number', example: '20' },
  choice: { expected: 'one of the listed words', example: '"serial"' },
  cursor: {
    expected: 'the next_cursor of the page before; leave it out for the first page',
    example: 'next_cursor as the last reply gave it',
  },
  document: {
    expected: 'the "export" value of export_session, as an object or JSON text',
    example: '{"question": "…", "expected_stages": ["…"], "current_stage": "…"}',
  },
  settings: {
    expected: 'configuration tables as JSON, or lines of table.key = value',
    example: '{"serial": {"max_rounds": 2}} or serial.max_rounds = 2',
  },
};

/** What is wrong with a value, by the reader's reason; anything else is "cannot be read". */
export const argumentFaults: Readonly<Record<Reason, (at: string, got: string) => string>> = {
  missing: () => 'is missing',
  blank: () => 'is blank',
  not_text: (at, got) =>
    at === '' ? `is of type ${got}, not a text` : `has no text at position ${at}: ${got}`,
  too_long: (at, got) => `has ${got} bytes; the limit is ${at}`,
  too_many: (at, got) => `has ${got} members; the most is ${at}`,
  label_too_long: (at, got) => `has a name of ${got} characters; the most is ${at}`,
  too_small: (at, got) => `is ${got}; the least is ${at}`,
  not_an_option: (_, got) => `is "${got}"`,
  not_a_cursor: (_, got) => `is no next_cursor of a listing: ${got}`,
  no_record: (_, got) => `names no stored record: "${got}"`,
  no_result: (_, got) => `names "${got}", which has no result yet`,
  itself: () => 'names this session itself',
  not_a_number: (_, got) => `is no number: ${got}`,
  not_whole: (_, got) => `is no whole number: ${got}`,
  not_a_flag: (_, got) => `is neither yes nor no: ${got}`,
  not_a_list: (_, got) => `is no list: ${got}`,
  structural: (_, got) => `looks like broken JSON: ${got}`,
  unquoted: (at, got) => `has a word without quotes inside JSON: ${at || got}`,
  malformed: (_, got) => `is no valid JSON: ${got}`,
  bad_escape: (_, got) => `has a wrong backslash escape: ${got}`,
  unbalanced: () => 'has a bracket or quote that is never closed',
  several: () => 'holds more than one JSON value',
  too_deep: () => 'is nested too deeply',
  not_an_object: (_, got) => `is no JSON object: ${got}`,
  not_scores: (_, got) => `is no set of scores: ${got}`,
  nothing_recognised: () => 'names none of the seven dimensions with a number',
  mixed_scale: (at, got) => `mixes a fraction with values above 1: ${at} is ${got}`,
  negative: (at, got) => `has a negative value: ${at} is ${got}`,
  too_large: (at, got) => `has a value that is too large: ${at} is ${got}`,
  not_finite: (at, got) => `has a value that is no finite number: ${at} is ${got}`,
  bad_fraction: (at, got) => `has a fraction that cannot be read: ${at} is ${got}`,
  decimal_comma: (at, got) => `has a comma that could mean two things: ${at} is ${got}. Write a point`,
  twice: (at) => `gives ${at} twice with different values`,
  not_a_table: (_, got) => `is no table of settings: ${got}`,
  bad_line: (_, got) => `has a line that is not table.key = value: ${got}`,
  conflicting_lines: () => 'sets a key twice or as both table and value',
  unknown_key: (at) => `sets "${at}", a key that does not exist`,
  bad_value: (at, got) => `sets "${at}" wrongly; it must be ${got}`,
  not_overridable: (at, got) => `sets "${at}"; a session may only set ${got}`,
  duplicate: (at) => `has "${at}" twice; names must differ`,
  blank_member: (at) => `has a blank name at position ${at}`,
};

/** How much of what was sent a refusal repeats, in code points. */
const ECHOED = 80;

/** The refusal of a missing or unreadable argument: names it, what was sent, what is wanted, an example. */
export function refuseArgument(problem: ArgumentProblem): Refusal {
  const { code, parameter, field, reason } = problem;
  const at = excerpt(problem.at ?? '', ECHOED);
  const got = excerpt(problem.got ?? '', ECHOED);
  const { expected, example } =
    field.schema.enum === undefined || field.schema.enum.length === 0
      ? wanted[field.kind]
      : {
          expected: `one of ${namesToShow(field.schema.enum).join(', ')}`,
          example: `"${field.schema.enum[0]}"`,
        };
  return {
    kind: 'refused',
    error: 'retry_with_clarification',
    code,
    message: `"${parameter}" ${argumentFaults[reason](at, got)}. Wanted: ${expected}. Example: ${example}.`,
    facts: { parameter, expected, example },
    again: true,
  };
}

/** The refusal of a scoring without scores where nothing can be carried over. */
export function refuseNoScores(): Refusal {
  return refuseArgument({
    code: 'missing_argument',
    parameter: 'scores',
    field: scores(),
    reason: 'missing',
  });
}

/** What has to be said about how scores were read, sentence by sentence. */
export function sayScoreNotes({ scale, defaulted, ignored }: ScoreNotes): string[] {
  return [
    ...(scale === undefined ? [] : [`Values were read on the scale ${scale}.`]),
    ...(defaulted === undefined ? [] : [`Not scored, counted as 0.5: ${defaulted.join(', ')}.`]),
    ...(ignored === undefined ? [] : [`Not recognised: ${ignored.join('; ')}.`]),
  ];
}

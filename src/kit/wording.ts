import type { Reason } from '../core/lenient/reading.ts';
import { excerpt } from '../core/text.ts';
import { type ArgumentProblem, namesToShow } from './arguments.ts';
import type { FieldKind } from './field.ts';
import { type Refusal, refusals } from './outcome.ts';

/** The sentence of each step that no protocol owns. */
export const sayStep = {
  mode_required: () => 'Show the user the modes, ask which one, then call set_session_mode.',
  await_move_decision: (f: { tool: string | null; alternative: string | undefined }) =>
    f.alternative === undefined
      ? `Tell the user where the record lies, then call ${f.tool}.`
      : `Ask the user: move the record elsewhere (${f.tool}) or leave it (${f.alternative}).`,
  session_complete: () => 'The session is complete. Give the user the conclusion; nothing is left to do.',
  closed: (f: { status: string }) => `The session is ${f.status}. Nothing is left to do.`,
  begin: (f: { stage: string; begin: string; next: string | null }) =>
    `Draft your best thought for stage "${f.stage}": call ${f.begin}${f.next === null ? '' : ', or advance_stage to skip it'}.`,
  advance: (f: { stage: string; next: string; begin: string }) =>
    `Stage "${f.stage}" has a committed thought: call advance_stage to go to "${f.next}", or ${f.begin} for another thought.`,
  finalize: (f: { stage: string; begin: string }) =>
    `The last stage "${f.stage}" has a committed thought: call finalize_session, or ${f.begin} for another thought.`,
  repeat: (f: { tool: string; alternative: string | undefined }) =>
    `Correct it and call ${f.tool} again${f.alternative === undefined ? '' : `, or call ${f.alternative}`}.`,
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
  id: { expected: 'the id of a session, as start_session returned it', example: '"k7m2p9xa"' },
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

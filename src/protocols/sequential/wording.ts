import { counted } from '../../core/text.ts';
import { refusals } from '../../kit/outcome.ts';
import { sayRestore } from '../../kit/wording.ts';
import type { RuleCode } from './darbot-rules.ts';
import { fieldType } from './fields.ts';
import type { FieldFault, InputRefusal } from './input.ts';
import type { ChainObjection } from './record.ts';
import type { ChainTool, SignCode } from './state.ts';

/** What the user reads where ways of reasoning are listed. */
export const summary = {
  description:
    'Sequential: a notebook of numbered thoughts with revisions and branches, one call for each thought.',
  recommended_for: 'Problems whose steps are not known beforehand, and clients used to sequentialthinking.',
};

/** What each type of field takes. */
const wanted = {
  text: 'a text',
  name: 'a text',
  id: '1 to 64 letters, digits, "_" or "-"',
  boolean: 'true or false',
  integer: `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
};

const rules: Readonly<Record<RuleCode, string>> = {
  revises_missing: 'revisesThought required when isRevision is true',
  revises_not_below: 'revisesThought must be less than thoughtNumber',
  branch_not_below: 'branchFromThought must be less than thoughtNumber',
  branch_unnamed: 'branchId must be a non-empty text when branchFromThought is given',
};

/** The text of a refusal of bad arguments: every bad field with what it must be. */
export function sayRefusal(tool: ChainTool, refusal: InputRefusal): string {
  const problems =
    refusal.kind === 'rule' ? rules[refusal.code] : refusal.faults.map((each) => sayFault(each)).join(', ');
  return tool === 'darbot_deepmind' ? problems : `Nothing was recorded. Correct the call: ${problems}`;
}

function sayFault({ field, code, got, limit, sentAs }: FieldFault): string {
  const must = `${field}: must be ${wanted[fieldType(field)]}`;
  if (code === 'missing')
    return `${must} and is missing${sentAs === undefined ? '' : ` (it was sent as "${sentAs}")`}`;
  if (code === 'empty') return `${field}: must be a non-empty text`;
  if (code === 'too_long') return `${field}: must have at most ${limit} bytes and has ${got}`;
  return `${must}, not ${got}`;
}

/** The text of a refusal by the session itself. */
export function sayObjection(id: string, objection: ChainObjection): string {
  if (objection.code === 'not_active') {
    const { status } = objection;
    const back =
      status === 'archived' ? sayRestore(id) : 'To reopen it call finalize_session with reopen: true.';
    return `Session ${id} is ${status} and takes no thoughts. Leave sessionId out and begin with thought 1. ${back}`;
  }
  if (objection.code === 'wrong_tool')
    return `sessionId ${id} is a chain of ${objection.tool}. Go on with that tool, or choose another sessionId.`;
  return `sessionId ${id} belongs to a session of another kind (${objection.protocol ?? 'no mode yet'}). Choose another sessionId.`;
}

/** The body of a refused call: an `isError` result whose text this is. */
export function refusalText(tool: ChainTool, text: string): string {
  return tool === 'darbot_deepmind' ? failureText(`Validation error: ${text}`) : text;
}

/** The body of a call that failed for another reason, such as a full disk: the shape of both originals. */
export function failureText(text: string): string {
  return JSON.stringify({ error: text, status: 'failed' });
}

/** The line for stderr when a sign first shows in a chain; no text of the client stands in it. */
export const sayNote: Readonly<Record<SignCode, (id: string) => string>> = {
  repetition: (id) => `Chain ${id}: the same thought keeps coming back.`,
  past_estimate: (id) => `Chain ${id} runs far past its estimate.`,
  missing_reference: (id) => `Chain ${id}: a thought refers to one that does not exist.`,
};

/** What a chain wants next. */
export const sayChain = {
  open: (f: { tool: string; id: string; next: number; total: number }) =>
    `The chain is open: call ${f.tool} with sessionId "${f.id}" for thought ${f.next} of about ${f.total}.`,
  finished: (f: { tool: string; id: string; count: number }) =>
    `The chain is finished after ${counted(f.count, 'thought')}: give the user the conclusion. To think further call ${f.tool} with sessionId "${f.id}".`,
};

/** The refusal of a tool that has no business with a chain. */
export const refuseTool = refusals('wrong_protocol', {
  wrong_protocol: (f: { blocked_tool: string; chain_tool: string }) =>
    `${f.blocked_tool} does not work on a chain of thoughts; its tool is ${f.chain_tool}.`,
});

/** The words of an outline. */
export const outlineWords = {
  heading: (f: { id: string; tool: string; count: number; branches: number; finished: boolean }) =>
    `*Chain ${f.id} · ${f.tool} · ${counted(f.count, 'thought')} · ${counted(f.branches, 'branch', 'branches')} · ${f.finished ? 'finished' : 'open'}*`,
  main: 'Main line',
  branch: (id: string) => `Branch "${id}"`,
  forks: (from: number) => `from thought ${from}`,
  revises: (number: number | undefined) =>
    number === undefined ? 'a revision' : `revises thought ${number}`,
  thought: (number: number, total: number) => `Thought ${number} of ${total}`,
  none: '*No thoughts here.*',
  omitted: (count: number) =>
    `*${count} more left out for length. Ask for a range, one branch, or a single thought.*`,
  cut: '*Cut for length.*',
};

/** The words of the readable record, beside those of an outline. */
export const pageWords = {
  facts: (f: { tool: string; count: number; branches: number; finished: boolean }) => [
    f.tool,
    counted(f.count, 'thought'),
    counted(f.branches, 'branch', 'branches'),
    f.finished ? 'finished' : 'open',
  ],
  revises: 'revises',
  arrived: (place: number, label: string) => `${place}. ${label}`,
};

/** What a noted sign means to a reader. */
export const sayWarning: Readonly<Record<SignCode, string>> = {
  repetition: 'The same thought keeps coming back.',
  past_estimate: 'The chain runs far past its estimate.',
  missing_reference: 'A thought refers to one that does not exist.',
};

/** A name that another session has in other letter case, or that no file can have. */
export const sayTakenName = (id: string) =>
  `sessionId "${id}" cannot be used: another session has the same name in other letters, or it is a reserved name. Choose another.`;

/** Why a parent cannot be one. */
export const sayNoParent = {
  no_session: 'parentSessionId: names no session. Leave it out, or take an id from list_sessions.',
  no_thought: 'parentThoughtId: names no thought of that session.',
  itself: 'parentSessionId: names the chain itself. Leave it out.',
};

/** What a call without a name hears where calls do not tell which client they come from. */
export const sayNoName =
  'sessionId: is required by this server, which remembers no client. Choose a name of letters and digits and send it with every thought.';

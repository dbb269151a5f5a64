import { counted } from '../core/text.ts';
import { again, type Refusal, refusals } from '../kit/outcome.ts';

export const sentences = {
  session_not_found: (f: { requested_id: string }) => `No session has the id "${f.requested_id}".`,
  mode_immutable: (f: { current_mode: string }) =>
    `The mode is already "${f.current_mode}" and cannot change. For another mode start a new session.`,
};

/** Why a move was refused; the destination stands in `destination`. */
export const moveRefusals = {
  destination_not_absolute: () => 'The path is not absolute. Give one that begins with / or ~.',
  destination_same_as_current: () => 'The session already lies there.',
  destination_parent_missing: () =>
    'The folder does not exist. Create it first, or give a file name that ends in .json.',
  destination_parent_not_a_directory: () => 'The parent of the path is a file, not a folder.',
  destination_not_writable: () => 'The folder may not be written.',
  destination_exists: () => 'A file is already there. force: true replaces it only if it holds this session.',
  destination_not_a_session: () => 'The file there does not hold this session, so it is not replaced.',
  destination_write_failed: () => 'The file could not be written; the session stays where it was.',
  verification_failed: () => 'What was read back differs; the session stays where it was.',
};

/** A refused move: nothing was changed, another path may do. */
export function refuseMove(code: keyof typeof moveRefusals, destination: string, detail: string): Refusal {
  const reason = detail === '' ? '' : ` (${detail})`;
  const message = `${moveRefusals[code]()} Nothing was moved to ${destination}${reason}.`;
  return { kind: 'refused', error: code, code, message, facts: { destination }, again: true };
}

/** Why an import was refused; nothing was stored. */
export const importRefusals = {
  invalid_json: () => '"data" is no strict JSON: no code fence, no trailing comma.',
  invalid_session_data: (f: { field: string; expected: string }) =>
    `"data" is no session${f.field === '' ? '' : `: ${f.field}`}: ${f.expected}.`,
};
export const refuseInvalidJson = () => again(refusals('invalid_json', importRefusals)('invalid_json'));
export const refuseInvalidSession = (facts: { field: string; expected: string }) =>
  again(refusals('invalid_session_data', importRefusals)('invalid_session_data', facts));

/** An import whose id could leave the data folder or is too long. */
export function refuseImportId(sent: string): Refusal {
  const expected = 'letters and digits only, at most 64';
  const message = `"id" is "${sent.slice(0, 64)}". Wanted: ${expected}. Leave it out to get a fresh one.`;
  const facts = { parameter: 'id', expected, example: '"k7m2p9xa"' };
  return {
    kind: 'refused',
    error: 'retry_with_clarification',
    code: 'bad_argument',
    message,
    facts,
    again: true,
  };
}

/** A query of nothing but signs; nothing was searched. */
export function refuseWordless(): Refusal {
  const facts = { parameter: 'query', expected: 'some words', example: '"edge cache invalidation"' };
  const message = `"query" has no word or number to look for. Wanted: ${facts.expected}. Example: ${facts.example}.`;
  const words = { error: 'retry_with_clarification', code: 'bad_argument', message };
  return { kind: 'refused', ...words, facts, again: true };
}

/** A refusal of the tools that all protocols share; error and code are the same word. */
export const refuseNotFound = (facts: Parameters<typeof sentences.session_not_found>[0]) =>
  refusals('session_not_found', sentences)('session_not_found', facts);
export const refuseModeImmutable = (facts: Parameters<typeof sentences.mode_immutable>[0]) =>
  refusals('mode_immutable', sentences)('mode_immutable', facts);

export const sequencing = {
  uncommitted_exists: (f: { thought_id: string }) =>
    `Thought ${f.thought_id} is still open. Commit it, or call advance_stage with discard: true to drop it.`,
};
export const refuseSequencing = refusals('sequencing', sequencing);

const more = (omitted: number | undefined, how: string) =>
  omitted === undefined || omitted === 0 ? '' : ` ${omitted} more left out: ${how}.`;

/** What happened, by tool. */
export const say = {
  started: (o: { mode: string; current_stage: string }) =>
    `Session created in mode "${o.mode}", at stage "${o.current_stage}".`,
  modeChosen: (o: { mode: string }) => `The mode is "${o.mode}" for the whole session.`,
  refuted: (f: { review_id: string; thought_id: string | null }) =>
    `Review ${f.review_id} refuted ${f.thought_id === null ? 'this record' : `thought ${f.thought_id}`}`,
  judged: (f: { review_id: string; assessment: string | null }) =>
    `Review ${f.review_id} of this record says: ${f.assessment}.`,
  unanswered: () => ', and nothing has answered it.',
  answering: () => '; the open thought is the answer.',
  answerNext: (f: { review_id: string }) =>
    `: after the open thought answer it with one that has from: "${f.review_id}".`,
  modes: 'These are the modes.',
  resumed: (o: { current_stage?: string; thought_count?: number }) =>
    o.current_stage === undefined
      ? 'This is the stored record.'
      : `This session is at stage "${o.current_stage}" with ${counted(o.thought_count ?? 0, 'thought')}.`,
  listed: (o: { shown: number; count: number }) =>
    o.count === 0 ? 'No session matches.' : `${o.shown} of ${counted(o.count, 'session')}, newest first.`,
  moreSessions: 'For the rest call list_sessions again with cursor set to next_cursor.',
  reading: (f: { done: number; total: number }) => `Read ${f.done} of ${f.total} sessions.`,
  found: (o: { shown: number; count: number; more: boolean; words_used?: number }) =>
    [
      o.count === 0
        ? 'No session holds these words. Try fewer or other words.'
        : `${o.shown} of ${counted(o.count, 'session')}, best match first.`,
      ...(o.more ? ['For more call search_sessions again with cursor set to next_cursor.'] : []),
      ...(o.words_used === undefined ? [] : [`Only the first ${o.words_used} words were used.`]),
    ].join(' '),
  cleared: (o: { trashed_path: string | null }) =>
    o.trashed_path === null
      ? 'The session is cleared; its file was already gone.'
      : `The session is cleared. A copy lies in ${o.trashed_path}.`,
  advanced: (o: { final_stage?: boolean; current_stage: string }) =>
    o.final_stage === true
      ? `"${o.current_stage}" is the last stage.`
      : `The current stage is "${o.current_stage}".`,
  finalized: (o: { status: string; reopened?: boolean }) =>
    o.reopened === undefined
      ? 'The session is finalized. Read human_prompt to the user.'
      : `The session is ${o.status} again.`,
  humanPrompt: (path: string) =>
    `Your reasoning is saved at ${path}. Should it stay there or be moved somewhere else?`,
  uncommitted: (id: string) =>
    `Thought ${id} is still open. It is kept but is not part of the committed record; reopen the session to finish it.`,
  moveTool: 'Moves the file to a path of the user.',
  keepTool: 'Leaves the file where it is.',
  kept: (o: { save_path: string }) => `The record stays at ${o.save_path}.`,
  moved: (o: { new_path: string; old_path?: string }) =>
    o.old_path === undefined
      ? `The session now lies at ${o.new_path}.`
      : `The session now lies at ${o.new_path}; the old file ${o.old_path} could not be deleted.`,
  imported: (o: { id_reassigned: boolean; save_path: string; dropped_settings?: readonly string[] }) =>
    [
      `The session is stored at ${o.save_path}${o.id_reassigned ? ' under a fresh id, since its own was taken' : ''}.`,
      ...(o.dropped_settings === undefined ? [] : [`Settings left out: ${o.dropped_settings.join(', ')}.`]),
    ].join(' '),
  summarized: (o: { scope: string; thought_count: number; omitted_count?: number }) =>
    o.thought_count === 0
      ? 'Nothing is committed there yet.'
      : `${counted(o.thought_count, 'committed thought')}.${more(o.omitted_count, 'export_session has all, summarize_session with "thought" shows one whole')}`,
  oneThought: (o: { thought: { id: string } }) => `Thought ${o.thought.id} in full.`,
  compressed: (o: {
    included_thought_ids: readonly string[];
    estimated_tokens: number;
    omitted_count: number;
  }) =>
    `${counted(o.included_thought_ids.length, 'earlier thought')} in about ${o.estimated_tokens} tokens.${more(o.omitted_count, 'raise target_tokens or call summarize_session')}`,
  exported: (o: { export?: unknown; export_path?: string; characters: number }) =>
    o.export_path === undefined
      ? `The value of "export" is the whole session${typeof o.export === 'string' ? '' : '; import_session takes it'}.`
      : `The export has ${o.characters} characters, too many for a reply. This file has all of it: ${o.export_path}.`,
  exportedPart: () => 'The value of "export" is that part; without part the whole session is exported.',
  noParts: (f: { rest: string }) => `Only a notebook is exported in parts. ${f.rest}`,
  openSessions: (o: { open_sessions: readonly object[] }) =>
    o.open_sessions.length === 0
      ? 'No session is open.'
      : 'No session_id was given. The newest open sessions are listed.',
  step: 'This is the next step.',
};

import type { Arguments, Reply } from './connection.ts';
import { bold, excerpt, wrapped } from './screen.ts';

const REASONS: Readonly<Record<string, string>> = {
  fixed_point: 'the rewrite hardly changed the text',
  diminishing_returns: 'two rounds in a row gained next to nothing',
  max_rounds: 'the limit of rounds is reached',
};

type Telling = (reply: Reply, args: Arguments) => string;

const TELLINGS: Readonly<Record<string, Telling>> = {
  start_session: (reply) => `session ${reply.session_id}; a mode is still to be chosen`,
  set_session_mode: (reply) => `mode ${reply.mode}`,
  begin_thought: (_, args) => excerpt(String(args.content)),
  critique_current_thought: (reply) =>
    `round ${reply.round_index}: the server picks the lens ${bold(String(reply.lens))}`,
  submit_critique: (_, args) => excerpt(String(args.text)),
  refine_current_thought: (reply) => `${percent(reply.edit_distance)} of the text changed`,
  score_current_thought: (reply) =>
    `overall ${decimal(reply.overall)}, gain ${signed(reply.delta)}${ending(reply)}`,
  commit_thought: (reply) => `stored the text of round ${reply.committed_round}`,
  advance_stage: (reply) => `now in ${reply.current_stage}`,
  finalize_session: () => 'closed; its question for the person: where should the file live?',
  keep_here: () => 'the file stays where it is',
};

/** What a reply amounts to, in one line. */
export function outcomeOf(tool: string, reply: Reply, args: Arguments): string {
  if (isRefusal(reply)) return wrapped(`${reply.error}, ${reply.code}: ${reply.message}`).join('\n');
  return TELLINGS[tool]?.(reply, args) ?? excerpt(String(reply.message));
}

export function isRefusal(reply: Reply): boolean {
  return reply.error !== undefined;
}

function ending(reply: Reply): string {
  const reason = reply.converged_reason;
  return typeof reason === 'string' ? `\nstops by ${bold(reason)}: ${REASONS[reason] ?? ''}` : '';
}

const decimal = (value: unknown) => Number(value).toFixed(2);
const signed = (value: unknown) => `${Number(value) < 0 ? '' : '+'}${decimal(value)}`;
const percent = (value: unknown) => `${(Number(value) * 100).toFixed(1)} %`;

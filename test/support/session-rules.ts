import { isDeepStrictEqual } from 'node:util';
import { StagedSession, type Thought } from '../../src/core/staged.ts';
import { completeRounds, roundPhase } from '../../src/protocols/serial/state.ts';

/** Sessions as they lie on disk: file name to text. */
type Files = Readonly<Record<string, string>>;

const isOpen = (thought: Thought) => !thought.committed && !thought.discarded;

/** One line for each rule that a stored session breaks by itself. */
export function brokenInvariants(text: string): readonly string[] {
  const parsed = StagedSession.safeParse(JSON.parse(text));
  if (!parsed.success) return [`does not fit its schema: ${parsed.error.message}`];
  const { thoughts, current_thought_id } = parsed.data;
  const open = thoughts.filter(isOpen).map(({ id }) => id);
  return [
    ...(isDeepStrictEqual(open, current_thought_id === null ? [] : [current_thought_id])
      ? []
      : [`open thoughts ${open} beside the pointer ${current_thought_id}`]),
    ...(new Set(thoughts.map(({ id }) => id)).size === thoughts.length ? [] : ['a thought id twice']),
    ...thoughts.flatMap(brokenRounds),
  ];
}

function brokenRounds({
  id,
  critique_rounds,
  committed,
  committed_round,
  ...thought
}: Thought): readonly string[] {
  const all = { id, critique_rounds, committed, committed_round, ...thought };
  const early = critique_rounds.slice(0, -1).filter((round) => roundPhase(round) !== 'complete');
  const numbered = critique_rounds.every(({ round_index }, at) => round_index === at);
  const answered = completeRounds(all).length === critique_rounds.length;
  const chosen = committed_round === null ? undefined : critique_rounds[committed_round];
  return [
    ...(early.length === 0 ? [] : [`${id}: an unfinished round before the last`]),
    ...(numbered ? [] : [`${id}: rounds are not numbered from 0`]),
    ...(committed && !(answered && chosen?.refined_content === all.content)
      ? [`${id}: committed with something else than a finished round`]
      : []),
  ];
}

/** One line for each rule that the change of one session breaks; equal texts are no change. */
export function brokenChange(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [old, now] = [before, after].map((text) => StagedSession.parse(JSON.parse(text)));
  if (old === undefined || now === undefined) return [];
  const lost = old.thoughts.filter((thought, at) => now.thoughts[at]?.id !== thought.id);
  const altered = old.thoughts.filter(
    (thought, at) => !isOpen(thought) && !isDeepStrictEqual(now.thoughts[at], thought),
  );
  const stamps = { revision: now.revision, updated_at: now.updated_at };
  return [
    ...(isDeepStrictEqual({ ...old, ...stamps }, now) ? ['stored again without a change'] : []),
    ...(now.revision === old.revision + 1 ? [] : [`revision ${old.revision} became ${now.revision}`]),
    ...lost.map(({ id }) => `thought ${id} is gone`),
    ...altered.map(({ id }) => `finished thought ${id} has changed`),
    ...(now.id === old.id && now.created_at === old.created_at && now.question === old.question
      ? []
      : ['another session']),
  ];
}

/** The names of the files that differ, new and vanished ones too. */
export function changedFiles(before: Files, after: Files): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}

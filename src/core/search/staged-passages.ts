import type { StagedSession, Thought } from '../staged.ts';
import type { Passage } from './passage.ts';

/** What can be found of a thought: its text, what was noted with it, and each critique of it. */
function thoughtPassages(thought: Thought, text: string): Passage[] {
  const { id, stage, tags, axioms, challenged_assumptions: challenged, critique_rounds: rounds } = thought;
  const place = { thought_id: id, stage };
  const critiques = rounds.filter((round) => round.critique_text !== '');
  return [
    { place, text: [text, ...tags, ...axioms, ...challenged].join('\n') },
    ...critiques.map(({ round_index, lens, critique_text }) => ({
      place: { ...place, round_index, lens },
      text: critique_text,
    })),
  ];
}

/** The texts of a session with stages; of an open thought that which `textOf` picks. Dropped thoughts are left out. */
export function stagedPassages(session: StagedSession, textOf: (thought: Thought) => string): Passage[] {
  return session.thoughts
    .filter((thought) => !thought.discarded)
    .flatMap((thought) => thoughtPassages(thought, thought.committed ? thought.content : textOf(thought)));
}

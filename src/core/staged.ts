import * as z from 'zod';
import { documentReader } from './document.ts';
import { SessionDocument } from './session.ts';
import { UtilityVector } from './utility.ts';

/** What `delta_score` holds until the round is scored; real deltas lie in [-1, 1]. */
export const UNSCORED = -2;

/** One pass of the serial loop: a lens, the critique under it, the rewrite, its score. "" and -2 mean pending. */
export const CritiqueRound = z.object({
  round_index: z.int().min(0),
  lens: z.string(),
  critique_text: z.string(),
  refined_content: z.string(),
  delta_score: z.number(),
  utility_vector: UtilityVector.nullable().default(null),
  /** Normalised distance of the rewrite from the text before it, 0 to 1; null in files of the original. */
  edit_distance: z.number().min(0).max(1).nullable().default(null),
});
export type CritiqueRound = z.infer<typeof CritiqueRound>;

/** One specialist's candidate in one round of the subagent mode. */
export const SpecialistRound = z.object({
  round_index: z.int().min(0),
  agent_role: z.string(),
  candidate_content: z.string(),
  utility_vector: UtilityVector,
  equilibrium_state: z.enum(['pending', 'initial', 'in_equilibrium', 'off_equilibrium']),
  was_selected: z.boolean(),
});

/** One thought of a staged session; `position` counts the committed thoughts of its stage, from 0. */
export const Thought = z.object({
  id: z.string(),
  stage: z.string(),
  position: z.int().min(0),
  timestamp: z.string(),
  /** The draft while the thought is open, the committed version afterwards. */
  content: z.string(),
  /** The first draft, kept at commit; null while open and in files of the original. */
  draft_content: z.string().nullable().default(null),
  tags: z.array(z.string()).default([]),
  axioms: z.array(z.string()).default([]),
  challenged_assumptions: z.array(z.string()).default([]),
  critique_rounds: z.array(CritiqueRound).default([]),
  specialist_rounds: z.array(SpecialistRound).default([]),
  final_utility_scores: UtilityVector.nullable().default(null),
  committed: z.boolean().default(false),
  /** The round whose text was committed, 0-based; null while open and in files of the original. */
  committed_round: z.int().min(0).nullable().default(null),
  discarded: z.boolean().default(false),
});
export type Thought = z.infer<typeof Thought>;

/** A session worked through named stages; both modes, and a session whose mode is still open. */
export const StagedSession = SessionDocument.extend({
  expected_stages: z.array(z.string()).min(1),
  current_stage: z.string(),
  current_thought_id: z.string().nullable().default(null),
  thoughts: z.array(Thought).default([]),
});
export type StagedSession = z.infer<typeof StagedSession>;

/** Reads a session that is worked through stages. */
export const stagedSession = documentReader<StagedSession>(StagedSession);

/** The thought in work, or null: a pointer to nothing or to a finished thought counts as none. */
export function openThought(session: StagedSession): Thought | null {
  const thought = session.thoughts.find((each) => each.id === session.current_thought_id);
  return thought && !thought.committed && !thought.discarded ? thought : null;
}

/** The session with the thought of the same id replaced. */
export function withThought(session: StagedSession, thought: Thought): StagedSession {
  return { ...session, thoughts: session.thoughts.map((each) => (each.id === thought.id ? thought : each)) };
}

/** The committed thoughts of one stage, in order of commitment. */
export function committedIn(session: StagedSession, stage: string): Thought[] {
  return session.thoughts.filter((each) => each.committed && each.stage === stage);
}

/** The stage after the current one, or null at the end of the list. */
export function stageAfter(session: StagedSession): string | null {
  return session.expected_stages[session.expected_stages.indexOf(session.current_stage) + 1] ?? null;
}

/** The session with its open thought taken out of work; it stays in the record, marked. */
export function discardOpenThought(session: StagedSession): StagedSession {
  const open = openThought(session);
  if (open === null) return session;
  const thoughts = session.thoughts.map((each) =>
    each.id === open.id ? { ...each, discarded: true } : each,
  );
  return { ...session, thoughts, current_thought_id: null };
}

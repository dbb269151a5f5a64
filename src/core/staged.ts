import * as z from 'zod';
import { documentReader } from './document.ts';
import { lateSchema } from './late-schema.ts';
import { SessionDocument } from './session.ts';
import { UtilityVector } from './utility.ts';

/** What `delta_score` holds until the round is scored; real deltas lie in [-1, 1]. */
export const UNSCORED = -2;

/** One pass of the serial loop: a lens, the critique under it, the rewrite, its score. "" and -2 mean pending. */
export const CritiqueRound = lateSchema(() =>
  z.object({
    round_index: z.int().min(0),
    lens: z.string(),
    critique_text: z.string(),
    refined_content: z.string(),
    delta_score: z.number(),
    utility_vector: z.nullable(UtilityVector).default(null),
    /** Normalised distance of the rewrite from the text before it, 0 to 1; null in files of the original. */
    edit_distance: z.number().min(0).max(1).nullable().default(null),
  }),
);
export type CritiqueRound = z.infer<typeof CritiqueRound>;

/** One specialist's candidate in one round of the subagent mode. */
export const SpecialistRound = lateSchema(() =>
  z.object({
    round_index: z.int().min(0),
    agent_role: z.string(),
    candidate_content: z.string(),
    utility_vector: UtilityVector,
    equilibrium_state: z.enum(['pending', 'initial', 'in_equilibrium', 'off_equilibrium']),
    was_selected: z.boolean(),
  }),
);
export type SpecialistRound = z.infer<typeof SpecialistRound>;

/** Who works out the candidates of a subagent thought: a language model server, or the client itself. */
export const EngineName = z.enum(['necort', 'manual']);
export type EngineName = z.infer<typeof EngineName>;

/** The rules of one subagent thought, fixed when it begins, so that a changed configuration cannot bend it. */
export const SpecialistPlan = lateSchema(() =>
  z.object({
    engine: EngineName,
    /** The specialists in the order in which they answer. */
    agents: z.array(z.string()).min(1),
    max_rounds: z.int().min(1),
    equilibrium_threshold: z.number().min(0).max(1),
    /** What the specialists are asked to attend to, or null. */
    prompt_focus: z.string().nullable(),
    /** The newest round, 0-based, whose first prompt was handed out; null before the first. */
    prompted_round: z.int().min(0).nullable(),
  }),
);
export type SpecialistPlan = z.infer<typeof SpecialistPlan>;

/** One thought of a staged session; `position` counts the committed thoughts of its stage, from 0. */
export const Thought = lateSchema(() =>
  z.object({
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
    /** Null in serial thoughts and in files of the original. */
    specialist_plan: z.nullable(SpecialistPlan).default(null),
    final_utility_scores: z.nullable(UtilityVector).default(null),
    committed: z.boolean().default(false),
    /** The round whose text was committed, 0-based; null while open and in files of the original. */
    committed_round: z.int().min(0).nullable().default(null),
    discarded: z.boolean().default(false),
    /** The record that the draft was made from. */
    from: z.string().optional(),
  }),
);
export type Thought = z.infer<typeof Thought>;

/** A session worked through named stages; both modes, and a session whose mode is still open. */
export const StagedSession = lateSchema(() =>
  SessionDocument.made().extend({
    expected_stages: z.array(z.string()).min(1),
    current_stage: z.string(),
    current_thought_id: z.string().nullable().default(null),
    thoughts: z.array(Thought).default([]),
  }),
);
export type StagedSession = z.infer<typeof StagedSession>;

/** Reads a session that is worked through stages. */
export const stagedSession = documentReader<StagedSession>(StagedSession);

/** The thought in work, or null: a pointer to nothing or to a finished thought counts as none. */
export function openThought(session: StagedSession): Thought | null {
  const { thoughts, current_thought_id: id } = session;
  // The thought in work is the newest one, or near it.
  const thought = id === null ? undefined : thoughts.findLast((each) => each.id === id);
  return thought && !thought.committed && !thought.discarded ? thought : null;
}

/** The text as it stood before round `index`: the newest rewrite before it, else the draft. */
export function textBefore(thought: Thought, index: number): string {
  const earlier = thought.critique_rounds.slice(0, index).map((round) => round.refined_content);
  return earlier.findLast((text) => text !== '') ?? thought.draft_content ?? thought.content;
}

/** The next free thought id: an ordinal, so that a session replays identically. */
function nextThoughtId(session: StagedSession): string {
  for (let ordinal = session.thoughts.length + 1; ; ordinal += 1) {
    const id = `t${ordinal}`;
    if (!session.thoughts.some((each) => each.id === id)) return id;
  }
}

/** What a new thought starts with besides its place in the session. */
type Beginning = Pick<Thought, 'content'> &
  Partial<Pick<Thought, 'tags' | 'axioms' | 'specialist_plan' | 'from'>>;

/** The session with a new thought in work at the current stage, and that thought; `now` is its time. */
export function withNewThought(
  session: StagedSession,
  beginning: Beginning,
  now: string,
): { session: StagedSession; thought: Thought } {
  const thought = Thought.parse({
    id: nextThoughtId(session),
    stage: session.current_stage,
    position: committedCount(session),
    timestamp: now,
    ...beginning,
  });
  return {
    session: { ...session, thoughts: [...session.thoughts, thought], current_thought_id: thought.id },
    thought,
  };
}

/** The session with the thought of the same id replaced. */
export function withThought(session: StagedSession, thought: Thought): StagedSession {
  const place = session.thoughts.findLastIndex((each) => each.id === thought.id);
  return place < 0 ? session : { ...session, thoughts: session.thoughts.with(place, thought) };
}

/** How many thoughts of the current stage are committed. */
export function committedCount({ thoughts, current_stage }: StagedSession): number {
  let count = 0;
  // No list is made, because a session may hold thousands of thoughts.
  for (const each of thoughts) if (each.committed && each.stage === current_stage) count += 1;
  return count;
}

/** What a thought is committed with: a text, its scores, and the 0-based round that both come from. */
interface Commitment {
  readonly content: string;
  readonly final_utility_scores: UtilityVector | null;
  readonly committed_round: number;
  /** The rounds that stay, where not all do. */
  readonly critique_rounds?: CritiqueRound[];
}

/** The session with its open thought committed and nothing in work, and where the thought stands, as replies say it. */
export function withCommitted(session: StagedSession, thought: Thought, commitment: Commitment) {
  const { id: thought_id, stage, position } = thought;
  const committed = { ...thought, ...commitment, draft_content: thought.content, committed: true };
  const { committed_round } = commitment;
  return {
    session: { ...withThought(session, committed), current_thought_id: null },
    place: { thought_id, stage, position, committed: true, committed_round },
  };
}

/** The stage after the current one, or null at the end of the list. */
export function stageAfter(session: StagedSession): string | null {
  return session.expected_stages[session.expected_stages.indexOf(session.current_stage) + 1] ?? null;
}

/** The session with its open thought taken out of work; it stays in the record, marked. */
export function discardOpenThought(session: StagedSession): StagedSession {
  const open = openThought(session);
  if (open === null) return session;
  return { ...withThought(session, { ...open, discarded: true }), current_thought_id: null };
}

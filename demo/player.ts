import { type Arguments, expect, type Reply } from './connection.ts';
import type { RoundStory, StageStory } from './story-shape.ts';

/** The part of the model: knows the story and how far it has come, and nothing about the order of the tools. */
export interface Player {
  /** `stage/round/tool`, for example `Research/0/score_current_thought`. */
  readonly placeOf: (tool: string) => string;
  /** What the story has to say to this tool now. */
  readonly argumentsFor: (tool: string) => Arguments;
  /** Compares an accepted call with the story and moves on; returns what deserves a remark, or null. */
  readonly observe: (tool: string, reply: Reply) => string | null;
  readonly reasons: ReadonlySet<string>;
  /** Whether every thought of the story is committed. */
  readonly isThrough: () => boolean;
}

interface Position {
  readonly thought: StageStory;
  readonly round: RoundStory;
  readonly roundIndex: number;
}

type Speech = (at: Position) => Arguments;

const SPEECH: Readonly<Record<string, Speech>> = {
  set_session_mode: () => ({ mode: 'serial' }),
  begin_thought: ({ thought }) => ({ content: thought.draft, ...labelsOf(thought) }),
  critique_current_thought: () => ({}),
  submit_critique: ({ round }) => ({ text: round.critique }),
  refine_current_thought: ({ round }) => ({
    new_content: round.refinement,
    ...(round.challenged ? { challenged_assumptions: round.challenged } : {}),
  }),
  score_current_thought: ({ round }) => ({ scores: round.scores }),
  commit_thought: () => ({}),
  advance_stage: () => ({}),
  finalize_session: () => ({}),
  keep_here: () => ({}),
};

/** Tags as one text and axioms as a list: the server reads both forms. */
function labelsOf(thought: StageStory): Arguments {
  return {
    ...(thought.tags ? { tags: thought.tags.join(', ') } : {}),
    ...(thought.axioms ? { axioms: thought.axioms } : {}),
  };
}

const BEST_KEPT = 'The last rewrite scored lower than the one before, so the better one is stored.';

export function createPlayer(story: readonly StageStory[]): Player {
  const reasons = new Set<string>();
  let thoughtIndex = 0;
  let roundIndex = 0;

  const position = (): Position => {
    const thought = story[Math.min(thoughtIndex, story.length - 1)];
    const round = thought?.rounds[Math.min(roundIndex, thought.rounds.length - 1)];
    expect(thought !== undefined && round !== undefined, 'the story is empty');
    return { thought, round, roundIndex };
  };

  const argumentsFor = (tool: string): Arguments => {
    const speech = SPEECH[tool];
    expect(speech !== undefined, `next_tool names ${tool}, which this run does not need`);
    return speech(position());
  };

  const observe = (tool: string, reply: Reply): string | null => {
    const at = position();
    checkReply(tool, reply, at);
    if (typeof reply.converged_reason === 'string') reasons.add(reply.converged_reason);
    if (tool === 'score_current_thought') roundIndex += 1;
    if (tool !== 'commit_thought') return null;
    [thoughtIndex, roundIndex] = [thoughtIndex + 1, 0];
    return at.thought.committedRound === at.thought.rounds.length - 1 ? null : BEST_KEPT;
  };

  const placeOf = (tool: string) => `${position().thought.stage}/${roundIndex}/${tool}`;
  const isThrough = () => thoughtIndex === story.length;
  return { placeOf, argumentsFor, observe, reasons, isThrough };
}

/** The points at which the server decides something: stage, lens, reason to stop, version to keep. */
function checkReply(tool: string, reply: Reply, { thought, round, roundIndex }: Position): void {
  const same = (field: string, expected: unknown) =>
    expect(
      reply[field] === expected,
      `${thought.stage}, ${tool}: ${field} is ${JSON.stringify(reply[field])}, not ${JSON.stringify(expected)}`,
    );
  if (tool === 'begin_thought') same('stage', thought.stage);
  if (tool === 'critique_current_thought') same('lens', round.lens);
  if (tool === 'score_current_thought')
    same('converged_reason', roundIndex === thought.rounds.length - 1 ? thought.stopsBy : null);
  if (tool === 'commit_thought') same('committed_round', thought.committedRound);
}

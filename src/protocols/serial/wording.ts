import { refusals } from '../../kit/outcome.ts';
import type { ScoreNotes } from '../../kit/score-notes.ts';
import { sayPiloted, sayScoreNotes } from '../../kit/wording.ts';

/** What the user reads before choosing the mode. */
export const summary = {
  description:
    'Serial: one line of thought per stage, put through changing critique lenses until it stops improving. Best for one model that works alone.',
  recommended_for:
    'One GPU, 7B or 8B models, small contexts, and anyone who wants to follow each step of the reasoning.',
};

export const sequencing = {
  begin_first: () => 'No thought is open.',
  uncommitted_exists: (f: { thought_id: string }) =>
    `Thought ${f.thought_id} is still open. Finish it, or repeat the call with discard: true to drop it.`,
  need_critique: () => 'No critique round is open.',
  need_submit: () => 'A lens is open and its critique is missing.',
  empty_critique: () => '"text" is blank. Write what the lens finds, or its one-line "None found" answer.',
  need_refine: () => 'The critique is stored; the rewrite is owed.',
  empty_refinement: () => '"new_content" is blank. Send the whole rewritten thought.',
  need_score: () => 'The rewrite is stored; its scores are owed.',
  zero_rounds: () => 'A commit needs one finished round of critique, rewrite and score.',
  unknown_lens: (f: { lens: string; available_lenses: string[] }) =>
    `"${f.lens}" is no lens. Pick one of available_lenses, or leave "lens" out.`,
};
/** The codes that a phase can owe; `unknown_lens` is about an argument. */
export type SerialRefusal = Exclude<keyof typeof sequencing, 'unknown_lens'>;

/** A refusal that says what is owed; the resolver adds the next call. */
export const refuse = refusals('sequencing', sequencing);

/** The sentence of each phase: what is wanted now, and which tool takes it. */
export const sayPhase = {
  no_thought: () => 'Draft a thought: call begin_thought.',
  zero_rounds: () => 'Put the draft under a lens: call critique_current_thought.',
  await_critique: (f: { lens: string }) =>
    `Write the critique that lens "${f.lens}" asks for: call submit_critique with "text".`,
  await_refine: () =>
    'Rewrite the whole thought so that it answers the critique: call refine_current_thought.',
  await_score: () => 'Score the rewrite on the seven dimensions, 0 to 1: call score_current_thought.',
  round_complete: () => 'Put it under the next lens: call critique_current_thought.',
  converged: (f: { reason: string }) => `The thought is finished (${f.reason}): call commit_thought.`,
};

/** What happened, by tool. */
export const say = {
  piloted: sayPiloted,
  begun: (o: { thought_id: string; stage: string }) =>
    `Thought ${o.thought_id} of stage "${o.stage}" is open.`,
  lensOpened: (o: { lens: string }) => `Read draft_content, then follow lens_template ("${o.lens}").`,
  critiqued: (o: { round_index: number }) => `The critique of round ${o.round_index} is stored.`,
  refined: (o: { round_index: number; edit_distance: number }) =>
    `The rewrite of round ${o.round_index} is stored; it changes ${o.edit_distance.toFixed(3)} of the text.`,
  scored: (o: { overall: number; delta: number } & ScoreNotes) =>
    [
      `Scored ${o.overall.toFixed(3)} overall, ${o.delta < 0 ? '' : '+'}${o.delta.toFixed(3)} against the round before.`,
      ...sayScoreNotes(o),
    ].join(' '),
  committed: (o: { thought_id: string; committed_round: number }) =>
    `Thought ${o.thought_id} is committed with the text of round ${o.committed_round}.`,
  lensReplaced: (lens: string) => `Lens "${lens}" no longer exists and was replaced.`,
};

import { normalisedDistance } from '../../core/edit-distance.ts';
import { NO_SCORES, type ScoresRead } from '../../core/lenient/scores.ts';
import { nextLens, rotation } from '../../core/lens.ts';
import {
  type CritiqueRound,
  discardOpenThought,
  openThought,
  type StagedSession,
  type Thought,
  textBefore,
  UNSCORED,
  withCommitted,
  withNewThought,
  withThought,
} from '../../core/staged.ts';
import { excerpt, isBlank } from '../../core/text.ts';
import { completeVector, overall } from '../../core/utility.ts';
import { namesToShow } from '../../kit/arguments.ts';
import { again, done, type Outcome, type Refusal } from '../../kit/outcome.ts';
import { scoreNotes } from '../../kit/score-notes.ts';
import { vetSource } from '../../kit/source.ts';
import type { CallContext } from '../../kit/tool.ts';
import { refuseNoScores } from '../../kit/wording.ts';
import {
  completeRounds,
  converged,
  currentText,
  previousScores,
  roundPhase,
  roundToCommit,
} from './state.ts';
import { refuse, say } from './wording.ts';

interface BeginInput {
  readonly content: string | undefined;
  readonly from: string | undefined;
  readonly tags: string[] | undefined;
  readonly axioms: string[] | undefined;
  readonly discard: boolean | undefined;
}

/** Why a thought cannot be drafted from the record that `from` names, or null. */
export function vetBeginning(session: StagedSession, { content, from }: BeginInput, { source }: CallContext) {
  return vetSource(from, { source, own: session.id, wantsResult: content === undefined });
}

/** Opens a thought in the current stage. */
export function beginThought(session: StagedSession, input: BeginInput, { now, source }: CallContext) {
  const { tags = [], axioms = [], from } = input;
  const content = input.content ?? source?.result ?? '';
  const origin = from === undefined ? {} : { from };
  const begun = withNewThought(discardOpenThought(session), { content, tags, axioms, ...origin }, now);
  const { id, stage, position } = begun.thought;
  const drafted = input.content === undefined ? { draft_content: content } : {};
  return done(begun.session, { thought_id: id, stage, position, ...origin, ...drafted });
}

/** How much of a wrong lens name is repeated, in code points. */
const ECHOED = 80;

/** The objection to a lens that does not exist; there is none without an open thought. */
export function vetLens(
  session: StagedSession,
  input: { readonly lens: string | undefined },
  { lenses }: CallContext,
): Refusal | null {
  if (input.lens === undefined || openThought(session) === null || lenses.lenses.has(input.lens)) return null;
  const available = [...lenses.lenses.keys()].sort();
  return again(
    refuse('unknown_lens', { lens: excerpt(input.lens, ECHOED), available_lenses: namesToShow(available) }),
  );
}

/** Opens a round under a lens, or hands the open one out again. */
export function critiqueThought(
  session: StagedSession,
  input: { readonly lens: string | undefined },
  { config, lenses }: CallContext,
) {
  const thought = openThought(session);
  if (thought === null) return refuse('begin_first');
  const last = thought.critique_rounds.at(-1);
  const pending = last !== undefined && roundPhase(last) === 'await_critique' ? last : null;
  const settled = pending === null ? thought.critique_rounds : thought.critique_rounds.slice(0, -1);
  const kept = pending !== null && lenses.lenses.has(pending.lens) ? pending.lens : undefined;
  const order = rotation(thought.stage, config.serial.default_lenses, [...lenses.lenses.values()]);
  const used = settled.map((round) => round.lens);
  const name = input.lens ?? kept ?? nextLens(order, used) ?? '';
  const replaced = pending !== null && input.lens === undefined && name !== pending.lens;
  const round: CritiqueRound = {
    round_index: settled.length,
    lens: name,
    critique_text: '',
    refined_content: '',
    delta_score: UNSCORED,
    utility_vector: null,
    edit_distance: null,
  };
  const notes = [...(replaced ? [say.lensReplaced(pending.lens)] : []), ...namesToShow(lenses.notes)];
  const next =
    pending?.lens === name
      ? session
      : withThought(session, { ...thought, critique_rounds: [...settled, round] });
  return done(next, {
    thought_id: thought.id,
    lens: name,
    round_index: round.round_index,
    draft_content: currentText(thought),
    lens_template: lenses.lenses.get(name)?.text ?? '',
    ...(notes.length === 0 ? {} : { lens_notes: notes }),
  });
}

/** Stores the critique of the open round; before the rewrite it may be sent again. */
export function submitCritique(session: StagedSession, input: { readonly text: string }) {
  if (isBlank(input.text)) return again(refuse('empty_critique'));
  return onLastRound(session, (_, round) => {
    const next = { ...round, critique_text: input.text };
    return { round: next, output: { round_index: round.round_index, lens: round.lens } };
  });
}

interface RefineInput {
  readonly new_content: string;
  readonly challenged_assumptions: string[] | undefined;
}

/** Stores the rewrite of the open round; before the scores it may be sent again. */
export function refineThought(session: StagedSession, input: RefineInput) {
  if (isBlank(input.new_content)) return again(refuse('empty_refinement'));
  return onLastRound(session, (thought, round) => {
    const { distance, unit } = normalisedDistance(textBefore(thought, round.round_index), input.new_content);
    const assumptions = [...thought.challenged_assumptions, ...(input.challenged_assumptions ?? [])];
    return {
      round: { ...round, refined_content: input.new_content, edit_distance: distance },
      thought: { challenged_assumptions: [...new Set(assumptions)] },
      output: {
        round_index: round.round_index,
        edit_distance: distance,
        ...(unit === 'word' ? { edit_distance_unit: unit } : {}),
      },
    };
  });
}

/** Scores the rewrite and says whether the thought has converged. */
export function scoreThought(
  session: StagedSession,
  input: { readonly scores: ScoresRead | undefined },
  { config }: CallContext,
) {
  const thought = openThought(session);
  if (thought === null) return refuse('begin_first');
  const read = input.scores ?? NO_SCORES;
  const before = previousScores(thought);
  if (before === null && Object.keys(read.given).length === 0) return refuseNoScores();
  const { vector, defaulted } = completeVector(read.given, before);
  const delta = overall(vector) - (before === null ? 0 : overall(before));
  const rounds = thought.critique_rounds.map((round, index, all) =>
    index === all.length - 1 ? { ...round, delta_score: delta, utility_vector: vector } : round,
  );
  const scored = { ...thought, critique_rounds: rounds, final_utility_scores: vector };
  const reason = converged(scored, config);
  return done(withThought(session, scored), {
    round_index: rounds.length - 1,
    scores: vector,
    overall: overall(vector),
    delta,
    converged: reason !== null,
    converged_reason: reason,
    ...scoreNotes(read, defaulted),
  });
}

/** Commits the best version; a last round that was opened but not answered is dropped. */
export function commitThought(session: StagedSession, _input: object, { config }: CallContext) {
  const thought = openThought(session);
  if (thought === null) return refuse('begin_first');
  const round = roundToCommit(thought, config);
  if (round === undefined) return refuse('need_submit');
  const committed = withCommitted(session, thought, {
    content: round.refined_content,
    critique_rounds: completeRounds(thought),
    final_utility_scores: round.utility_vector ?? thought.final_utility_scores,
    committed_round: round.round_index,
  });
  return done(committed.session, committed.place);
}

interface RoundChange<O> {
  readonly round: CritiqueRound;
  readonly thought?: Partial<Thought>;
  readonly output: O;
}

/** Applies a change to the last round of the open thought; the gate has seen to it that there is one. */
function onLastRound<O>(
  session: StagedSession,
  change: (thought: Thought, round: CritiqueRound) => RoundChange<O>,
): Outcome<StagedSession, O> {
  const thought = openThought(session);
  const last = thought?.critique_rounds.at(-1);
  if (!thought) return refuse('begin_first');
  if (last === undefined) return refuse('need_critique');
  const changed = change(thought, last);
  const rounds = [...thought.critique_rounds.slice(0, -1), changed.round];
  return done(
    withThought(session, { ...thought, ...changed.thought, critique_rounds: rounds }),
    changed.output,
  );
}

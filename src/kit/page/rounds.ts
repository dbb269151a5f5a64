import { type CritiqueRound, type Thought, textBefore, UNSCORED } from '../../core/staged.ts';
import { type Block, heading, shown } from './page.ts';
import { scoreTable } from './scores.ts';
import { pageWords as words } from './wording.ts';

/** The rounds of a serial thought: their scores, then each critique with what the rewrite changed. */
export function critiqueRounds(thought: Thought): Block[] {
  return thought.critique_rounds.flatMap((round, index) => {
    const isKept = round.round_index === thought.committed_round;
    const title = words.round(round.round_index, round.lens.replaceAll('_', ' '));
    return [
      heading(4, title, isKept ? { text: words.kept, tone: 'good' } : undefined),
      ...(round.critique_text === '' ? [note(words.missingCritique)] : shown(round.critique_text)),
      ...rewrite(thought, round, index),
    ];
  });
}

function rewrite(thought: Thought, round: CritiqueRound, index: number): Block[] {
  const { refined_content: after, edit_distance, delta_score } = round;
  if (after === '') return round.critique_text === '' ? [] : [note(words.missingRewrite)];
  const verdict = words.verdict(edit_distance, delta_score === UNSCORED ? null : delta_score);
  return [
    { kind: 'diff', before: textBefore(thought, index), after },
    ...(verdict === '' ? [] : [note(verdict)]),
  ];
}

/** The scores of the rounds that have some. */
export function critiqueScores(thought: Thought): Block[] {
  const rows = thought.critique_rounds.flatMap(({ round_index: index, utility_vector: vector }) => {
    const strong = index === thought.committed_round;
    return vector === null ? [] : { name: strong ? words.keptRound(index) : String(index), vector, strong };
  });
  return scoreTable(words.roundColumn, rows);
}

function note(text: string): Block {
  return { kind: 'note', text };
}

import type { StagedSession } from '../../core/staged.ts';
import type { Block, Series, TableRow } from './page.ts';
import { roundScores } from './scores.ts';
import { thoughtState } from './thought-state.ts';
import { pageWords as words } from './wording.ts';

/** All thoughts at a glance, and how their scores went where a thought has two or more; nothing without thoughts. */
export function overview(session: StagedSession): Block[] {
  if (session.thoughts.length === 0) return [];
  const rows = session.thoughts.map((thought): TableRow => {
    const scores = roundScores(thought);
    const kept = thought.committed_round === null ? scores.at(-1) : scores[thought.committed_round];
    const state = words.state[thoughtState(session, thought)];
    return {
      cells: [thought.id, thought.stage, state, String(scores.length), number(scores[0]), number(kept)],
    };
  });
  const series = session.thoughts.flatMap((thought): Series[] => {
    const points = roundScores(thought);
    const scored = points.filter((point) => point !== null);
    return scored.length < 2 ? [] : [{ name: thought.id, points }];
  });
  const longest = Math.max(0, ...series.map(({ points }) => points.length));
  const ticks = Array.from({ length: longest }, (_, round) => words.tick(round));
  return [
    { kind: 'table', columns: words.overview, rows },
    ...(series.length === 0 ? [] : [{ kind: 'chart' as const, title: words.development, ticks, series }]),
  ];
}

function number(score: number | null | undefined): string {
  return typeof score === 'number' ? score.toFixed(2) : '–';
}

import type { ReviewLink } from '../../core/links.ts';
import type { ThoughtState } from './thought-state.ts';

/** The words of a staged session's page. */
export const pageWords = {
  reviews: 'Reviews',
  review: (f: ReviewLink) => {
    const subject = f.thought_id === null ? f.review_id : `${f.review_id} of ${f.thought_id}`;
    const open = f.open_refutation ? ', not answered yet' : '';
    const reason = f.reason === null ? '' : `. ${f.reason}`;
    return `${subject}: ${f.assessment ?? 'not complete'}${open}${reason}`;
  },
  fact: {
    session: (id: string) => `Session ${id}`,
    mode: (mode: string | null) => `mode ${mode ?? 'not chosen'}`,
    started: (at: string) => `started ${at}`,
    finalized: (at: string) => `finalized ${at}`,
    project: (name: string) => `project ${name}`,
  },
  current: 'current stage',
  noThought: 'No thought yet.',
  thought: (id: string) => `Thought ${id}`,
  state: { committed: 'committed', open: 'open', left: 'left open', discarded: 'discarded' } satisfies Record<
    ThoughtState,
    string
  >,
  tags: 'Tags',
  axioms: 'Taken as given',
  challenged: 'Assumptions challenged',
  draft: 'First draft',
  round: (index: number, lens?: string) => `Round ${index}${lens === undefined ? '' : `: ${lens}`}`,
  shortRound: (index: number, lens: string) => `${index}: ${lens}`,
  kept: 'kept',
  keptRound: (index: number) => `${index} (kept)`,
  missingCritique: 'The critique is still missing.',
  missingRewrite: 'The rewrite is still missing.',
  verdict: (distance: number | null, delta: number | null) =>
    [
      ...(distance === null ? [] : [`edit distance ${distance.toFixed(2)}`]),
      ...(delta === null ? [] : [`score ${delta < 0 ? '' : '+'}${delta.toFixed(2)}`]),
    ].join(' · '),
  selected: (role: string) => `Selected: ${role}`,
  candidate: (role: string) => `Candidate: ${role}`,
  equilibrium: {
    pending: 'open',
    initial: 'initial',
    in_equilibrium: 'in equilibrium',
    off_equilibrium: 'off equilibrium',
  },
  plan: (engine: string, agents: readonly string[], rounds: number) =>
    `Engine ${engine}, at most ${rounds} rounds, specialists: ${agents.join(', ')}.`,
  overview: ['thought', 'stage', 'state', 'rounds', 'first score', 'score'],
  development: 'Overall score by round',
  tick: (round: number) => `round ${round}`,
  roundColumn: 'round',
  specialistColumn: 'specialist',
  overall: 'overall',
  warnings: 'Warnings',
  openAtEnd: (id: string) => `Thought ${id} was still open when the session was finalized.`,
  unscored: (id: string) => `Thought ${id} was committed without a scored round.`,
  weaker: (id: string, index: number) =>
    `Thought ${id}: a round other than ${index}, which was kept, scored higher.`,
  references: 'References',
  reference: (reference: string, ids: readonly string[]) => `${reference} (${ids.join(', ')})`,
  timeline: 'Timeline',
  began: (id: string, stage: string) => `thought ${id} begun in ${stage}`,
  created: 'session started',
  ended: 'session finalized',
  moved: 'file moved',
  decided: (action: string) => `decided: ${action}`,
};

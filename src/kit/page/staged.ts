import { referencesAmong } from '../../core/references.ts';
import type { SessionDocument } from '../../core/session.ts';
import { type StagedSession, stagedSession, type Thought } from '../../core/staged.ts';
import { closing } from './closing.ts';
import { opening } from './facts.ts';
import { overview } from './overview.ts';
import { type Block, heading, listed, type Page, shown } from './page.ts';
import { critiqueRounds, critiqueScores } from './rounds.ts';
import { roundScores } from './scores.ts';
import { contestRules, specialistRounds } from './specialists.ts';
import { stagedGraph } from './staged-graph.ts';
import { STATE_TONES, thoughtState } from './thought-state.ts';
import { pageWords as words } from './wording.ts';

/** Sums of the same scores in another order differ in the last digit. */
const NOISE = 1e-9;

/** The page of a session worked through stages. Throws the schema's error when the document is none. */
export function stagedPage(document: SessionDocument): Page {
  const session = stagedSession.read(document);
  const stages = [...new Set([...session.expected_stages, ...session.thoughts.map((each) => each.stage)])];
  return {
    ...opening(session),
    blocks: [
      ...overview(session),
      ...stages.flatMap((stage) => stageSection(session, stage)),
      ...closing(session, {
        warnings: warningsOf(session),
        references: referencesAmong(session.thoughts.map(({ id, content }) => ({ id, text: content }))),
        events: session.thoughts.map(({ id, stage, timestamp }) => ({
          at: timestamp,
          text: words.began(id, stage),
        })),
      }),
    ],
    graph: stagedGraph(session, stages),
  };
}

function stageSection(session: StagedSession, stage: string): Block[] {
  const thoughts = session.thoughts.filter((each) => each.stage === stage);
  const isCurrent = stage === session.current_stage && session.status === 'active';
  const title = heading(2, stage, isCurrent ? { text: words.current, tone: 'open' } : undefined);
  if (thoughts.length === 0) return [title, { kind: 'note', text: words.noThought }];
  return [title, ...thoughts.flatMap((each) => thoughtSection(session, each))];
}

function thoughtSection(session: StagedSession, thought: Thought): Block[] {
  const state = thoughtState(session, thought);
  const draft = shown(thought.draft_content ?? '');
  return [
    heading(3, words.thought(thought.id), { text: words.state[state], tone: STATE_TONES[state] }),
    ...shown(thought.content),
    ...listed(words.tags, thought.tags),
    ...listed(words.axioms, thought.axioms),
    ...listed(words.challenged, thought.challenged_assumptions),
    ...contestRules(thought),
    ...critiqueScores(thought),
    ...(draft.length === 0 ? [] : [heading(4, words.draft), ...draft]),
    ...critiqueRounds(thought),
    ...specialistRounds(thought),
  ];
}

function warningsOf(session: StagedSession): string[] {
  return session.thoughts.flatMap((thought) => {
    const { id, committed, committed_round: kept } = thought;
    const isLeft =
      session.status === 'finalized' && ['open', 'left'].includes(thoughtState(session, thought));
    const scores = roundScores(thought);
    const best = kept === null ? null : (scores[kept] ?? null);
    const isWeaker = best !== null && scores.some((score) => score !== null && score > best + NOISE);
    return [
      ...(isLeft ? [words.openAtEnd(id)] : []),
      ...(committed && scores.every((score) => score === null) ? [words.unscored(id)] : []),
      ...(isWeaker && kept !== null ? [words.weaker(id, kept)] : []),
    ];
  });
}

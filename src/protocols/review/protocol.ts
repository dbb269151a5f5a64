import { readPortableRecord } from '../../core/portable-record.ts';
import type { SessionDocument } from '../../core/session.ts';
import type { Protocol } from '../../kit/protocol.ts';
import { reviewPage } from './page.ts';
import { reviewPassages } from './passages.ts';
import { REVIEW_PHASES, reviewMaterial, reviewPhase, reviewStep } from './phases.ts';
import { reviewImport } from './portable.ts';
import { reviewReader } from './reader.ts';
import { resultText } from './result.ts';
import { REVIEW_PROTOCOL } from './state.ts';
import { verdictOf } from './verdict.ts';
import { owedByReview, summary } from './wording.ts';

/** Every accepted item is settled. Reads damaged sessions, too. */
function tallyItems({ phases }: SessionDocument) {
  const lists: readonly unknown[] = Object.values(Object(phases));
  const count = lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  return { thought_count: count, committed_count: count };
}

/** An adversarial review of a claim: phases of a fixed format, and a verdict that the counts decide. */
export const review: Protocol = {
  summary: { name: REVIEW_PROTOCOL, ...summary },
  idle: null,
  phases: REVIEW_PHASES,
  tools: [],
  page: (document) => reviewPage(reviewReader.read(document)),
  isOver: ({ completed_at }) => typeof completed_at === 'string',
  tally: tallyItems,
  searchable: (document) => reviewPassages(reviewReader.read(document)),
  readImport: (table, now) => readPortableRecord(reviewImport, table, now),
  result: (document) => resultText(reviewReader.read(document)),
  judges: (document) => {
    const verdict = verdictOf(reviewReader.read(document));
    return verdict && { ...verdict, refutes: verdict.assessment === 'claim refuted' };
  },
  open: (document) => {
    const session = reviewReader.read(document);
    return {
      phase: reviewPhase(session),
      owed: owedByReview,
      step: () => reviewStep(session),
      material: ({ config }) => reviewMaterial(session, config.review),
    };
  },
};

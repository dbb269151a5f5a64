import { readPortableRecord } from '../../core/portable-record.ts';
import type { Protocol } from '../../kit/protocol.ts';
import { outline } from './outline.ts';
import { reviewPassages } from './passages.ts';
import { REVIEW_PHASES, reviewMaterial, reviewPhase, reviewStep } from './phases.ts';
import { reviewImport } from './portable.ts';
import { reviewReader } from './reader.ts';
import { REVIEW_PROTOCOL } from './state.ts';
import { owedByReview, summary } from './wording.ts';

/** An adversarial review of a claim: phases of a fixed format, and a verdict that the counts decide. */
export const review: Protocol = {
  summary: { name: REVIEW_PROTOCOL, ...summary },
  idle: null,
  phases: REVIEW_PHASES,
  tools: [],
  markdown: (document) => outline(reviewReader.read(document)),
  readImport: (table, now) => readPortableRecord(reviewImport, table, now),
  searchable: (document) => reviewPassages(reviewReader.read(document)),
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

import * as z from 'zod';
import { lateSchema } from '../../core/late-schema.ts';
import { portableHeader, type RecordImport } from '../../core/portable-record.ts';
import { brokenPhase } from './reader.ts';
import { standingOf } from './standing.ts';
import { REVIEW_PROTOCOL, ReviewSession } from './state.ts';

const ImportedReview = lateSchema(() =>
  z.strictObject({
    ...ReviewSession.made().shape,
    ...portableHeader(),
    id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    protocol: z.literal(REVIEW_PROTOCOL),
  }),
);

/** How an exported review comes back: its items must be such as the phases would have taken. */
export const reviewImport: RecordImport<ReviewSession> = {
  schema: ImportedReview,
  broken: (session) => {
    const at = brokenPhase(session);
    return at === null ? null : { at: `phases.${at}`, expected: 'items that the phase takes' };
  },
  settle: (session) => {
    const isComplete = standingOf(session.mode, session.phases).phase === null;
    return { ...session, completed_at: isComplete ? (session.completed_at ?? session.updated_at) : null };
  },
};

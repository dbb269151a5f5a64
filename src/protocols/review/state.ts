import * as z from 'zod';
import { lateSchema } from '../../core/late-schema.ts';
import { SessionDocument } from '../../core/session.ts';

/** Wire and disk name of the protocol. */
export const REVIEW_PROTOCOL = 'review';

/** The ways of attacking a claim. */
export const MODE_NAMES = ['devils_advocate', 'premortem', 'assumptions', 'steelman'] as const;
export const ModeName = lateSchema(() => z.enum(MODE_NAMES));
export type ModeName = z.infer<typeof ModeName>;

/** Every phase of every mode, in the order of the modes. */
export const PHASE_NAMES = [
  'counterarguments',
  'rebuttals',
  'setup',
  'failure_causes',
  'mitigations',
  'assumptions',
  'tests',
  'strongest_case',
  'responses',
] as const;
export const PhaseName = lateSchema(() => z.enum(PHASE_NAMES));
export type PhaseName = z.infer<typeof PhaseName>;

/** One accepted item as it is stored: the fields of its phase, texts trimmed. */
export const Item = lateSchema(() => z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])));
export type Item = z.infer<typeof Item>;

/** The accepted items of each phase in the order of their arrival; a phase without items is absent. */
export const Items = lateSchema(() => z.partialRecord(PhaseName.made(), z.array(Item)));
export type Items = Readonly<Partial<Record<PhaseName, readonly Item[]>>>;

/**
 * One review. The claim is the document's `question`. The current phase, the skipped ones and the verdict are
 * read off the items. `completed_at` is the time of the last item, null before.
 */
export const ReviewSession = lateSchema(() =>
  SessionDocument.made().extend({
    mode: ModeName,
    context: z.string().default(''),
    phases: Items,
    completed_at: z.string().nullable().default(null),
    abandon_reason: z.string().nullable().default(null),
    /** The session, and the thought in it, that the review serves. */
    parent_session_id: z.string().optional(),
    parent_thought_id: z.string().optional(),
  }),
);
export type ReviewSession = z.infer<typeof ReviewSession>;

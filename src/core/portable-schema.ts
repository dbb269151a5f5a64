import * as z from 'zod';
import { LABEL_LENGTH, MOST_STAGES } from './config.ts';
import { DecisionRecord, MoveRecord, SCHEMA_VERSION, SessionStatus } from './session.ts';
import { CritiqueRound, SpecialistRound, Thought, UNSCORED } from './staged.ts';
import { UtilityVector } from './utility.ts';

const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'ISO 8601 time');
const notBlank = z.string().refine((text) => text.trim() !== '', 'not blank');
const name = notBlank.refine((text) => text.length <= LABEL_LENGTH, 'a shorter name');

const ImportedRound = z.strictObject({
  ...CritiqueRound.shape,
  lens: name,
  delta_score: z.number().min(-1).max(1).or(z.literal(UNSCORED)),
});

const ImportedThought = z.strictObject({
  ...Thought.shape,
  id: name.max(64).optional(),
  timestamp: time.optional(),
  critique_rounds: z.array(ImportedRound).default([]),
  specialist_rounds: z
    .array(z.strictObject({ ...SpecialistRound.shape, utility_vector: strictVector() }))
    .default([]),
  final_utility_scores: strictVector().nullable().default(null),
});

export type ImportedThought = z.infer<typeof ImportedThought>;

function strictVector() {
  return z.strictObject(UtilityVector.shape);
}

/** What an import may hold: the fields of the original and of our own exports, and no others. */
export const ImportedSession = z.strictObject({
  schema_version: z.literal(SCHEMA_VERSION),
  id: z.string().optional(),
  protocol: z.enum(['serial', 'subagent']).nullable(),
  status: SessionStatus.default('active'),
  revision: z.int().min(1),
  created_at: time.optional(),
  updated_at: time.optional(),
  finalized_at: time.nullable().default(null),
  project: name.nullable().default(null),
  question: notBlank,
  overrides: z.record(z.string(), z.unknown()).default({}),
  move_history: z.array(z.strictObject(MoveRecord.shape)).default([]),
  decisions: z.array(z.strictObject(DecisionRecord.shape)).default([]),
  expected_stages: z.array(name).min(1).max(MOST_STAGES),
  current_stage: name,
  current_thought_id: z.string().nullable().default(null),
  thoughts: z.array(ImportedThought).default([]),
});
export type ImportedSession = z.infer<typeof ImportedSession>;

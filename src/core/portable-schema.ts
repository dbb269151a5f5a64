import * as z from 'zod';
import { MOST_STAGES } from './config.ts';
import { lateSchema } from './late-schema.ts';
import { importedTime, importedName as name, portableHeader } from './portable-record.ts';
import { CritiqueRound, SpecialistRound, Thought, UNSCORED } from './staged.ts';
import { UtilityVector } from './utility.ts';

const importedRound = () =>
  z.strictObject({
    ...CritiqueRound.made().shape,
    lens: name(),
    delta_score: z.number().min(-1).max(1).or(z.literal(UNSCORED)),
  });

const importedThought = () =>
  z.strictObject({
    ...Thought.made().shape,
    id: name().max(64).optional(),
    timestamp: importedTime().optional(),
    critique_rounds: z.array(importedRound()).default([]),
    specialist_rounds: z
      .array(z.strictObject({ ...SpecialistRound.made().shape, utility_vector: strictVector() }))
      .default([]),
    final_utility_scores: strictVector().nullable().default(null),
  });

export type ImportedThought = z.infer<ReturnType<typeof importedThought>>;

function strictVector() {
  return z.strictObject(UtilityVector.made().shape);
}

/** What an import may hold: the fields of the original and of our own exports, and no others. */
export const ImportedSession = lateSchema(() =>
  z.strictObject({
    ...portableHeader(),
    protocol: z.enum(['serial', 'subagent']).nullable(),
    expected_stages: z.array(name()).min(1).max(MOST_STAGES),
    current_stage: name(),
    current_thought_id: z.string().nullable().default(null),
    thoughts: z.array(importedThought()).default([]),
  }),
);
export type ImportedSession = z.infer<typeof ImportedSession>;

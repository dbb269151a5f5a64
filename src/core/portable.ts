import * as z from 'zod';
import { MOST_STAGES } from './config.ts';
import {
  importedTime,
  importedName as name,
  openPortable,
  type PortableRead,
  portableHeader,
  problem,
  schemaProblem,
  UNNAMED,
} from './portable-record.ts';
import { SCHEMA_VERSION } from './session.ts';
import { CritiqueRound, SpecialistRound, StagedSession, Thought, UNSCORED } from './staged.ts';
import { UtilityVector } from './utility.ts';

type Table = Record<string, unknown>;

/**
 * A session of the original Python server in our layout: `mode` becomes `protocol`, the path of the file is
 * dropped, stages that stand twice are listed once. A document with a `schema_version` is returned as it is.
 */
export function adopt(document: Table): Table {
  if (document.schema_version !== undefined) return document;
  const { mode, save_path: _, ...rest } = document;
  const stages = document.expected_stages;
  return {
    schema_version: SCHEMA_VERSION,
    ...rest,
    protocol: mode ?? null,
    revision: 1,
    updated_at: document.created_at,
    ...(Array.isArray(stages) ? { expected_stages: [...new Set(stages)] } : {}),
  };
}

/** Ids of imports: the original's are 32 hex digits, ours 8 letters and digits. */
const PORTABLE_ID = /^[A-Za-z0-9]{1,64}$/;

const ImportedRound = z.strictObject({
  ...CritiqueRound.shape,
  delta_score: z.number().min(-1).max(1).or(z.literal(UNSCORED)),
});

const ImportedThought = z.strictObject({
  ...Thought.shape,
  id: name.max(64).optional(),
  timestamp: importedTime.optional(),
  critique_rounds: z.array(ImportedRound).default([]),
  specialist_rounds: z
    .array(z.strictObject({ ...SpecialistRound.shape, utility_vector: strictVector() }))
    .default([]),
  final_utility_scores: strictVector().nullable().default(null),
});

function strictVector() {
  return z.strictObject(UtilityVector.shape);
}

/** What an import may hold: the fields of the original and of our own exports, and no others. */
const ImportedSession = z.strictObject({
  ...portableHeader,
  protocol: z.enum(['serial', 'subagent']).nullable(),
  expected_stages: z.array(name).min(1).max(MOST_STAGES),
  current_stage: name,
  current_thought_id: z.string().nullable().default(null),
  thoughts: z.array(ImportedThought).default([]),
});
type ImportedSession = z.infer<typeof ImportedSession>;

/**
 * Reads the value of an export: an object or strict JSON text, of ours or of the original server, bare or as
 * the whole reply of `export_session`. `now` fills in missing times. The id is handed back apart, null when
 * none was given.
 */
export function readPortable(data: unknown, now: string): PortableRead<StagedSession> {
  const opened = openPortable(data);
  if (!opened.ok) return opened;
  const parsed = ImportedSession.safeParse(adopt({ ...opened.table }));
  if (!parsed.success) return schemaProblem(parsed.error);
  const { id, ...session } = parsed.data;
  if (id !== undefined && !PORTABLE_ID.test(id)) return problem('bad_id', 'id', id);
  const broken = brokenRule(parsed.data);
  if (broken !== null) return problem('invalid_session_data', broken.at, broken.expected);
  return { ok: true, id: id ?? null, session: complete({ ...session, id: id ?? UNNAMED }, now) };
}

/** The first rule between the fields that does not hold. */
function brokenRule(session: ImportedSession): { at: string; expected: string } | null {
  const { expected_stages, current_stage, thoughts, current_thought_id } = session;
  const stages = new Set(expected_stages);
  if (stages.size < expected_stages.length) return { at: 'expected_stages', expected: 'unique names' };
  if (!stages.has(current_stage)) return { at: 'current_stage', expected: 'one of expected_stages' };
  const ids = thoughts.flatMap((each) => each.id ?? []);
  if (new Set(ids).size < ids.length) return { at: 'thoughts.id', expected: 'unique ids' };
  const open = thoughts.find((each) => each.id === current_thought_id);
  if (current_thought_id !== null && (open === undefined || open.committed || open.discarded))
    return { at: 'current_thought_id', expected: 'an open thought' };
  for (const [index, thought] of thoughts.entries()) {
    const at = `thoughts.${index}`;
    const rounds = thought.critique_rounds;
    if (rounds.some((round, position) => round.round_index !== position))
      return { at: `${at}.critique_rounds`, expected: 'consecutive indexes' };
    const finished = rounds.slice(0, thought.committed ? undefined : -1);
    if (finished.some((round) => round.refined_content === '' || round.delta_score === UNSCORED))
      return { at: `${at}.critique_rounds`, expected: 'finished rounds' };
  }
  return null;
}

/**
 * The session with every default filled in; missing thought ids become free ordinals. A thought that the
 * original left open behind the current one counts as discarded: only one thought may be open.
 */
function complete(session: ImportedSession, now: string): StagedSession {
  const taken = new Set(session.thoughts.map((each) => each.id));
  const thoughts = session.thoughts.map((thought, index) => {
    let ordinal = index + 1;
    while (thought.id === undefined && taken.has(`t${ordinal}`)) ordinal += 1;
    const id = thought.id ?? `t${ordinal}`;
    taken.add(id);
    const isCurrent = thought.id !== undefined && thought.id === session.current_thought_id;
    const discarded = thought.discarded || !(thought.committed || isCurrent);
    return { ...thought, id, timestamp: thought.timestamp ?? now, discarded };
  });
  return StagedSession.parse({
    ...session,
    thoughts,
    created_at: session.created_at ?? now,
    updated_at: now,
    revision: 1,
  });
}

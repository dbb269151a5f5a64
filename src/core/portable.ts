import { openPortable, type PortableRead, problem, schemaProblem, UNNAMED } from './portable-record.ts';
import { brokenRule } from './portable-rules.ts';
import { ImportedSession } from './portable-schema.ts';
import { SCHEMA_VERSION } from './session.ts';
import { StagedSession } from './staged.ts';

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

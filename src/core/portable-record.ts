import * as z from 'zod';
import { expectedOf, LABEL_LENGTH } from './config.ts';
import { isTable } from './lenient/reading.ts';
import { ReviewLink } from './links.ts';
import {
  DecisionRecord,
  MoveRecord,
  SCHEMA_VERSION,
  SESSION_ID,
  type SessionDocument,
  SessionStatus,
} from './session.ts';

export type Table = Readonly<Record<string, unknown>>;

/** Stands for the id until the store has given one. */
export const UNNAMED = 'unnamed';

/** An ISO 8601 time in an import. */
export const importedTime = () =>
  z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'ISO 8601 time');

/** A text that says something. */
export const notBlank = () => z.string().refine((text) => text.trim() !== '', 'not blank');

/** A label of bounded length. */
export const importedName = () => notBlank().refine((text) => text.length <= LABEL_LENGTH, 'a shorter name');

/** The fields that every import may hold, whatever its protocol; times that are absent are filled in. */
export const portableHeader = () => ({
  schema_version: z.literal(SCHEMA_VERSION),
  id: z.string().optional(),
  status: SessionStatus.default('active'),
  revision: z.int().min(1),
  created_at: importedTime().optional(),
  updated_at: importedTime().optional(),
  finalized_at: importedTime().nullable().default(null),
  project: importedName().nullable().default(null),
  question: notBlank(),
  overrides: z.record(z.string(), z.unknown()).default({}),
  move_history: z.array(z.strictObject(MoveRecord.made().shape)).default([]),
  decisions: z.array(z.strictObject(DecisionRecord.made().shape)).default([]),
  from: z.string().optional(),
  reviews: z.array(z.string()).optional(),
  review_verdicts: z.array(ReviewLink).optional(),
});

/** One thing that an import has wrong: where, and what must stand there. */
export interface PortableProblem {
  readonly code: 'invalid_json' | 'invalid_session_data' | 'bad_id';
  readonly at: string;
  readonly expected: string;
}

/** What an import came to; the id is handed back apart, null when none was given. */
export type PortableRead<S extends SessionDocument = SessionDocument> =
  | { readonly ok: true; readonly id: string | null; readonly session: S }
  | { readonly ok: false; readonly problem: PortableProblem };

/** A refused import. */
export function problem(code: PortableProblem['code'], at: string, expected: string) {
  return { ok: false as const, problem: { code, at, expected } };
}

/** The first problem that a schema found. */
export function schemaProblem(error: z.ZodError) {
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys')
    return problem('invalid_session_data', [...issue.path, issue.keys[0]].join('.'), 'no such field');
  return problem('invalid_session_data', issue?.path.join('.') ?? '', issue ? expectedOf(issue) : '');
}

/** The table in an import: an object or strict JSON text, bare or as the whole reply of `export_session`. */
export function openPortable(
  data: unknown,
): { readonly ok: true; readonly table: Table } | ReturnType<typeof problem> {
  const value = typeof data === 'string' ? parseStrict(data) : data;
  if (value === undefined) return problem('invalid_json', '', 'strict JSON');
  if (!isTable(value)) return problem('invalid_session_data', '', 'an object');
  const isReply = isTable(value.export) && value.question === undefined;
  return { ok: true, table: isReply ? (value.export as Table) : value };
}

function parseStrict(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How a protocol without stages takes its exports back. */
export interface RecordImport<S extends SessionDocument> {
  /** Reads the whole document and knows no other fields. */
  readonly schema: Pick<z.ZodType<S>, 'safeParse'>;
  /** The first rule between the fields that does not hold, or null. */
  readonly broken: (session: S) => { readonly at: string; readonly expected: string } | null;
  /** The session with everything computed anew that follows from the rest. */
  readonly settle: (session: S) => S;
}

/** Reads the export of a record; `now` fills in missing times. */
export function readPortableRecord<S extends SessionDocument>(
  { schema, broken, settle }: RecordImport<S>,
  table: Table,
  now: string,
): PortableRead<S> {
  const id = table.id ?? null;
  if (id !== null && !(typeof id === 'string' && SESSION_ID.test(id)))
    return problem('invalid_session_data', 'id', 'a session id');
  const parsed = schema.safeParse({
    created_at: now,
    ...table,
    id: id ?? UNNAMED,
    updated_at: now,
    revision: 1,
  });
  if (!parsed.success) return schemaProblem(parsed.error);
  const wrong = broken(parsed.data);
  if (wrong !== null) return problem('invalid_session_data', wrong.at, wrong.expected);
  return { ok: true, id, session: settle(parsed.data) };
}

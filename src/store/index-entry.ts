import * as z from 'zod';
import { SESSION_ID, type SessionDocument, SessionStatus } from '../core/session.ts';

/** What the index keeps of a session. `updated_at` is that of the last index write; `mode` is the protocol. */
export const IndexEntry = z.object({
  created_at: z.string(),
  mode: z.string().nullable(),
  path: z.string(),
  status: SessionStatus,
  updated_at: z.string(),
  project: z.string().nullable().default(null),
  question: z.string().default(''),
  /** Only while the file is missing or unreadable. */
  fault: z.string().optional(),
});
export type IndexEntry = z.infer<typeof IndexEntry>;

/** Code points of a question that the index keeps. */
const QUESTION_LENGTH = 120;

/** The first code points of a question; two code units hold the longest of them. */
const shorten = (question: string) =>
  Array.from(question.slice(0, 2 * QUESTION_LENGTH))
    .slice(0, QUESTION_LENGTH)
    .join('');

/** The entry of a session that lies at `path`. */
export function entryOf(session: SessionDocument, path: string): IndexEntry {
  return {
    created_at: session.created_at,
    mode: session.protocol,
    path,
    status: session.status,
    updated_at: session.updated_at,
    project: session.project,
    question: shorten(session.question),
  };
}

/** The entry of a file that has never been read. */
export function unreadEntry(path: string, madeAt: string): IndexEntry {
  return {
    created_at: madeAt,
    mode: null,
    path,
    status: 'active',
    updated_at: madeAt,
    project: null,
    question: '',
  };
}

/** Whether the index must be written anew; `updated_at` alone is no reason. */
export function sameEntry(one: IndexEntry | undefined, other: IndexEntry | undefined): boolean {
  const key = (entry: IndexEntry | undefined) => entry && { ...entry, updated_at: '' };
  return JSON.stringify(key(one)) === JSON.stringify(key(other));
}

/** The well-formed entries of an index text; none when the text is damaged, since files can replace them. */
export function parseIndex(text: string): Map<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>();
  for (const [id, value] of Object.entries(parseObject(text))) {
    const entry = IndexEntry.safeParse(value).data;
    if (entry && SESSION_ID.test(id)) entries.set(id, entry);
  }
  return entries;
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** The text of index.json, keys sorted. */
export function formatIndex(entries: ReadonlyMap<string, IndexEntry>): string {
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

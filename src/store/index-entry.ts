import { SESSION_ID, type SessionDocument, SessionStatus } from '../core/session.ts';

/** What the index keeps of a session. `updated_at` is that of the last index write; `mode` is the protocol. */
export interface IndexEntry {
  readonly created_at: string;
  readonly mode: string | null;
  readonly path: string;
  readonly status: SessionStatus;
  readonly updated_at: string;
  readonly project: string | null;
  readonly question: string;
  /** Only of an active session that came to its end though nobody closed it. */
  readonly over?: true;
  /** Only while the file is missing, unreadable or not yet read. */
  readonly fault?: string;
}

/** Code points of a question that the index keeps. */
const QUESTION_LENGTH = 120;

/** The first code points of a question; two code units hold the longest of them. */
const shorten = (question: string) =>
  Array.from(question.slice(0, 2 * QUESTION_LENGTH))
    .slice(0, QUESTION_LENGTH)
    .join('');

/** The entry of a session that lies at a path. */
export type EntryOf = (session: SessionDocument, path: string) => IndexEntry;

/** Makes entries; `isOver` tells of an active session whether it came to its end all the same. */
export const createEntryOf =
  (isOver: (session: SessionDocument) => boolean): EntryOf =>
  (session, path) => ({
    created_at: session.created_at,
    mode: session.protocol,
    path,
    status: session.status,
    updated_at: session.updated_at,
    project: session.project,
    question: shorten(session.question),
    ...(session.status === 'active' && isOver(session) ? { over: true } : {}),
  });

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

/** The well-formed entries of an index text; null when the text is no index at all. */
export function parseIndex(text: string): Map<string, IndexEntry> | null {
  const table = parseObject(text);
  if (table === null) return null;
  const entries = new Map<string, IndexEntry>();
  for (const id of Object.keys(table)) {
    const entry = readEntry(table[id]);
    if (entry && SESSION_ID.test(id)) entries.set(id, entry);
  }
  return entries;
}

const STATUSES: ReadonlySet<unknown> = new Set(SessionStatus.options);
const isText = (value: unknown): value is string => typeof value === 'string';

/** One entry, checked by hand because a listing may read tens of thousands; null when it is misshapen. */
function readEntry(value: unknown): IndexEntry | null {
  if (!isTable(value)) return null;
  // The original server keeps no project and no question, so its entries are read from their files once.
  if (!('question' in value)) return readEntry({ project: null, ...value, question: '', fault: 'unread' });
  return isEntry(value) ? value : null;
}

function isEntry(value: Record<string, unknown>): value is Record<string, unknown> & IndexEntry {
  return (
    isText(value.created_at) &&
    isText(value.path) &&
    isText(value.updated_at) &&
    isText(value.question) &&
    STATUSES.has(value.status) &&
    (value.mode === null || isText(value.mode)) &&
    (value.project === null || isText(value.project)) &&
    (value.over === undefined || value.over === true) &&
    (value.fault === undefined || isText(value.fault))
  );
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isTable(value) ? value : null;
  } catch {
    return null;
  }
}

/** The text of index.json, keys sorted. */
export function formatIndex(entries: ReadonlyMap<string, IndexEntry>): string {
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

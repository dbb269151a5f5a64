import type { SessionDocument } from '../core/session.ts';
import { removeQuietly, writeAtomic } from './atomic-file.ts';
import { guarded } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { type EntryOf, sameEntry } from './index-entry.ts';
import type { OpenSession, Seen } from './open-session.ts';
import { StoreFault } from './ports.ts';
import type { SessionAccess } from './session-access.ts';
import { changeBetween, encodeChange } from './session-change.ts';
import { encodeSession } from './session-codec.ts';
import type { SessionFolder } from './session-folder.ts';
import type { SessionIndex } from './session-index.ts';
import { appendLine } from './session-tail.ts';
import { dropBackup, keepTorn } from './session-trash.ts';

/** What writing needs of a data root. */
export interface WriteParts {
  readonly fs: FsLayer;
  readonly folder: SessionFolder;
  readonly index: SessionIndex;
  readonly access: SessionAccess;
  readonly entryOf: EntryOf;
  /** Larger files get a tail, in bytes. */
  readonly wholeUpTo: number;
  /** The sessions to whose tails this process has written. */
  readonly tails: Set<string>;
}

/** When a change happens, and how many bytes its session may take. */
export interface WriteTerms {
  readonly now: string;
  readonly limit: number;
}

const MIB = 1024 * 1024;

/** Throws `session_too_large` when the text has more than `limit` bytes; `what` begins the sentence. */
export function checkSize(text: string, limit: number, what: string): void {
  const size = Buffer.byteLength(text);
  if (size <= limit) return;
  const [grown, most] = [size, limit].map((bytes) => `${(bytes / MIB).toFixed(2)} MiB (${bytes} bytes)`);
  throw new StoreFault('session_too_large', `${what} would grow to ${grown}; the limit is ${most}`);
}

function seenOrNull(look: () => Seen): Seen | null {
  try {
    return look();
  } catch {
    return null;
  }
}

/** Remembers the session as it has just been written; what cannot be looked at is read anew next time. */
function remember({ folder }: WriteParts, written: Omit<OpenSession, 'seen'>, look: () => Seen): OpenSession {
  const seen = seenOrNull(look);
  // A tail that could not be removed is not what `written` says, so it has to be read.
  const isKnown = seen !== null && seen.tail?.size === written.tail?.size;
  const found = { ...written, seen: isKnown ? seen : null };
  if (isKnown) folder.cache.keep(found);
  else folder.cache.drop(written.path);
  return found;
}

/** Writes the session's file anew; what its tail said is in it, so the tail goes. */
function writeWhole(parts: WriteParts, stored: OpenSession, session: SessionDocument, text: string) {
  const { fs, folder } = parts;
  const { path } = stored;
  const previous = stored.bytes ?? folder.readAt(path) ?? undefined;
  guarded(`writing ${path}`, () => writeAtomic(fs, path, text, previous));
  // A tail that stays says nothing new: its lines are older than the file.
  const tailPath = folder.tailOf(path);
  if (tailPath !== null && stored.tail !== null) removeQuietly(fs, tailPath);
  parts.tails.delete(session.id);
  const left = { outdated: false, recovered: false, tail: null };
  const written = { ...left, session, path, bytes: Buffer.from(text) };
  return remember(parts, written, () => folder.look(path));
}

/** Writes the changed session, under a mark when its index entry changes with it. */
function saveWhole(
  parts: WriteParts,
  stored: OpenSession,
  changed: SessionDocument,
  { now, limit }: WriteTerms,
) {
  const { path } = stored;
  const text = encodeSession(changed);
  checkSize(text, limit, path);
  const isSame = sameEntry(parts.entryOf(stored.session, path), parts.entryOf(changed, path));
  keepTorn(parts.fs, parts.folder, stored, now);
  const mark = isSame ? null : parts.index.announce(changed.id);
  try {
    writeWhole(parts, stored, changed, text);
    dropBackup(parts.fs, parts.folder, stored);
  } catch (error) {
    mark?.clear();
    throw error;
  }
  return mark;
}

/** Whether the change may go into a tail: of a large session at work, whose index entry stays as it is. */
function mayAppend(
  { wholeUpTo, entryOf }: WriteParts,
  stored: OpenSession,
  changed: SessionDocument,
): boolean {
  const { session, path, seen, recovered, outdated } = stored;
  if (recovered || outdated || (seen?.file?.size ?? 0) <= wholeUpTo) return false;
  if (session.status !== 'active' || changed.status !== 'active') return false;
  return sameEntry(entryOf(session, path), entryOf(changed, path));
}

/** The line that says the change; null when the whole file says it better. */
function lineOf(parts: WriteParts, stored: OpenSession, changed: SessionDocument, limit: number) {
  if (!mayAppend(parts, stored, changed)) return null;
  const change = changeBetween(stored.session, changed);
  const line = change && encodeChange(change);
  const fileSize = stored.seen?.file?.size ?? 0;
  const tailSize = (stored.tail?.length ?? 0) + (line?.length ?? 0);
  return tailSize <= fileSize && fileSize + tailSize <= limit ? line : null;
}

function append(
  parts: WriteParts,
  stored: OpenSession,
  session: SessionDocument,
  tailPath: string,
  line: Uint8Array,
) {
  guarded(`writing ${tailPath}`, () => appendLine(parts.fs, tailPath, line, stored.tail));
  parts.tails.add(session.id);
  const length = (stored.tail?.length ?? 0) + line.length;
  const file = stored.seen?.file ?? null;
  const look = () => ({ file, tail: parts.folder.look(stored.path).tail });
  remember(parts, { ...stored, session, tail: { length, size: length } }, look);
}

/** Stores the changed session: as a line of its tail, or whole. The mark is that of its index entry. */
export function save(parts: WriteParts, stored: OpenSession, changed: SessionDocument, terms: WriteTerms) {
  const tailPath = parts.folder.tailOf(stored.path);
  const line = tailPath === null ? null : lineOf(parts, stored, changed, terms.limit);
  try {
    if (tailPath === null || line === null) return saveWhole(parts, stored, changed, terms);
    append(parts, stored, changed, tailPath, line);
    return null;
  } catch (error) {
    parts.folder.cache.drop(stored.path);
    throw error;
  }
}

/** Puts what the session's tail says into its file; to be run under the session's lock. */
export function fold(parts: WriteParts, stored: OpenSession): OpenSession {
  if (stored.tail === null) return stored;
  try {
    return writeWhole(parts, stored, stored.session, encodeSession(stored.session));
  } catch (error) {
    parts.folder.cache.drop(stored.path);
    throw error;
  }
}

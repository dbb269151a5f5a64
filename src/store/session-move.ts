import { dirname } from 'node:path';
import type { SessionDocument } from '../core/session.ts';
import { flushFolder, writeAtomic } from './atomic-file.ts';
import { errorCode } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import type { OwnMark } from './index-marks.ts';
import type { OpenSession } from './open-session.ts';
import type { MoveOutcome, MoveTarget } from './ports.ts';
import { encodeSession } from './session-codec.ts';
import { type Destination, findDestination, type MoveRequest } from './session-destination.ts';

import { clearAway, place } from './session-placing.ts';
import { fold, type WriteParts } from './session-save.ts';
import { dropBackup, keepTorn } from './session-trash.ts';

/** What a caller asks for, and what the store knows of its surroundings. */
type PlacedTarget = MoveTarget & Pick<MoveRequest, 'home' | 'root'>;

/** The answer of a move, and the mark of the index entry that is still to be written. */
interface Moved {
  readonly outcome: MoveOutcome;
  readonly mark: OwnMark | null;
}

/** Points to `before` again; false when that, too, fails. */
function pointBack({ folder }: WriteParts, id: string, before: string | null): boolean {
  try {
    if (folder.target(id) !== before) folder.point(id, before);
    return true;
  } catch {
    return false;
  }
}

/**
 * From here on the session lies at the destination. When that fails the pointer is as before and the
 * destination is cleared, unless the pointer cannot be put right: then both files stay.
 */
function switchOver(parts: WriteParts, id: string, destination: Destination, before: string | null): void {
  const { fs, folder } = parts;
  try {
    if (destination.path !== folder.own(id)) folder.point(id, destination.path);
    else if (before !== null) folder.point(id, null);
  } catch (error) {
    if (pointBack(parts, id, before)) clearAway(fs, destination);
    throw error;
  }
}

/** Deletes the file that the session has left; false when it is still there. */
function removeOld({ fs, folder }: WriteParts, stored: OpenSession): boolean {
  try {
    fs.unlink(stored.path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return false;
  }
  dropBackup(fs, folder, stored);
  try {
    flushFolder(fs, dirname(stored.path));
  } catch {
    // The pointer is safe on disk, so an old file that a power loss brings back misleads nobody.
  }
  return true;
}

/** Notes in the moved file that the old one is still there; best effort. */
function noteLeftBehind(fs: FsLayer, path: string, session: SessionDocument): SessionDocument {
  const history = session.move_history;
  const noted = {
    ...session,
    move_history: history.map((record, at) =>
      at === history.length - 1 ? { ...record, unlink_failed: true } : record,
    ),
  };
  try {
    writeAtomic(fs, path, encodeSession(noted), Buffer.from(encodeSession(session)));
    return noted;
  } catch {
    return session;
  }
}

/** The path that the pointer names; a session that only the index finds gets its pointer first. */
function pointerBefore({ folder }: WriteParts, { session, path }: OpenSession): string | null {
  const before = folder.target(session.id);
  if (before !== null || path === folder.own(session.id)) return before;
  folder.point(session.id, path);
  return path;
}

/** The file at the destination, then the pointer, then the old file: each step leaves one truth. */
function carryOut(
  parts: WriteParts,
  stored: OpenSession,
  session: SessionDocument,
  destination: Destination,
): MoveOutcome {
  const { fs } = parts;
  const before = pointerBefore(parts, stored);
  const refusal = place(fs, destination, encodeSession(session));
  if (refusal !== null) return refusal;
  switchOver(parts, session.id, destination, before);
  const isGone = removeOld(parts, stored);
  return {
    kind: 'moved',
    session: isGone ? session : noteLeftBehind(fs, destination.path, session),
    fromPath: stored.path,
    newPath: destination.path,
    leftBehind: !isGone,
  };
}

/** The session with one more revision and the record of its move. */
function relocated(
  { session, path }: OpenSession,
  { packed }: MoveTarget,
  to: string,
  now: string,
): SessionDocument {
  const record = { from_path: path, to_path: to, timestamp: now, unlink_failed: false };
  return {
    ...(packed?.(session) ?? session),
    revision: session.revision + 1,
    updated_at: now,
    move_history: [...session.move_history, record],
  };
}

/** Moves a session's file; to be run under the session's lock. Null when no session has that id. */
export function moveSession(parts: WriteParts, id: string, now: string, target: PlacedTarget): Moved | null {
  const { fs, folder, index, access } = parts;
  const found = access.openToWrite(id, now);
  if (found === null) return null;
  const request = { ...target, id, current: found.path, own: folder.own(id) };
  const destination = findDestination(fs, request);
  if ('kind' in destination) return { outcome: destination, mark: null };
  const stored = fold(parts, found);
  keepTorn(fs, folder, stored, now);
  const mark = index.announce(id);
  try {
    const outcome = carryOut(parts, stored, relocated(stored, target, destination.path, now), destination);
    if (outcome.kind === 'moved') return { outcome, mark };
    mark.clear();
    return { outcome, mark: null };
  } catch (error) {
    mark.clear();
    throw error;
  }
}

import { isSessionId, type SessionDocument } from '../core/session.ts';
import type { Stored } from './ports.ts';
import type { WriteParts } from './session-save.ts';
import { createSession } from './session-writes.ts';

/** Whether another session has the id, in any letter case: some disks do not tell the cases apart. */
function isTaken({ folder, index }: WriteParts, id: string): boolean {
  const wanted = id.toLowerCase();
  for (const other of [...folder.ids(), ...index.knownIds()]) if (other.toLowerCase() === wanted) return true;
  return false;
}

/** Creates a session under the id that it brings; null when that is taken or makes no safe file name. */
export function insertSession(
  parts: WriteParts,
  id: string,
  draft: Omit<SessionDocument, 'id'>,
  limit: number,
): Stored | null {
  if (!isSessionId(id) || isTaken(parts, id)) return null;
  return createSession(parts, id, draft, limit);
}

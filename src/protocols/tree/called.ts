import { isEnded, type TreeSession } from './state.ts';
import { type ClosedCode, refuse, type TreeError } from './wording.ts';

/** What a verb answers: the result of the wire, and the changed session when there is something to store. */
export interface Called<R> {
  readonly result: R;
  readonly session?: TreeSession;
}

/** Why the session takes no change, or null. */
export function closedBy(session: TreeSession): ClosedCode | null {
  if (isEnded(session)) return 'SESSION_ENDED';
  if (session.status === 'active') return null;
  return session.status === 'archived' ? 'SESSION_ARCHIVED' : 'SESSION_CLOSED';
}

/** The problem of a session that takes no change; none when it does. */
export function closedErrors(session: TreeSession): TreeError[] {
  const code = closedBy(session);
  return code === null ? [] : [refuse.session(code, session.id)];
}

/** The ids that occur again after their first place, once for each repetition. */
export function repetitions(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.has(id) || !seen.add(id));
}

import { isSessionId, type SessionDocument } from '../core/session.ts';
import type { RecordWorld } from '../kit/tool.ts';

/** The record, and perhaps the thought in it, that a new record is made for. */
export interface Parent {
  readonly session: string | undefined;
  readonly thought: string | undefined;
  /** The id that the new record is to have, where it is known. */
  readonly own?: string | undefined;
}

/** What is wrong with a parent. */
export type ParentProblem = 'no_session' | 'no_thought' | 'itself';

/** Looks the parent up; null when there is none or it is in order. */
export async function parentProblem(
  { session: id, thought, own }: Parent,
  { ports }: RecordWorld,
): Promise<ParentProblem | null> {
  if (id === undefined) return null;
  if (id === own) return 'itself';
  const stored = isSessionId(id) ? await ports.store.read(id) : null;
  if (stored === null) return 'no_session';
  return thought === undefined || holdsThought(stored.session, thought) ? null : 'no_thought';
}

/** Whether a document holds the thought; where thoughts have no ids every name will do. */
function holdsThought({ expected_stages, thoughts }: SessionDocument, id: string): boolean {
  if (expected_stages === undefined || !Array.isArray(thoughts)) return true;
  return thoughts.some((each: unknown) => Object(each).id === id);
}

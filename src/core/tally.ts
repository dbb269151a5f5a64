import type { SessionDocument } from './session.ts';

/** How many units of its work a session holds, and how many of them are settled. */
export interface Tally {
  readonly thought_count: number;
  readonly committed_count: number;
}

/** The members of a list field; none when the field is missing or no list. Never throws. */
export function itemsOf(session: SessionDocument, field: string): readonly unknown[] {
  const items = session[field];
  return Array.isArray(items) ? items : [];
}

/** The thoughts of a session that is worked through stages. */
export function tallyThoughts(session: SessionDocument): Tally {
  const thoughts = itemsOf(session, 'thoughts');
  const isCommitted = (thought: unknown) =>
    typeof thought === 'object' && thought !== null && 'committed' in thought && thought.committed === true;
  return { thought_count: thoughts.length, committed_count: thoughts.filter(isCommitted).length };
}

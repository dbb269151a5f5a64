import type { SessionDocument } from '../../src/core/session.ts';

/** A session without an id, as `create` takes it. */
export type Draft = Omit<SessionDocument, 'id'>;

export const START = '2030-01-01T00:00:00.000Z';
export const LATER = '2030-01-01T00:00:01.000Z';

/** A serial session without thoughts. */
export function draft(over: Record<string, unknown> = {}): Draft {
  return {
    schema_version: 1,
    protocol: 'serial',
    status: 'active',
    revision: 1,
    created_at: START,
    updated_at: START,
    finalized_at: null,
    project: null,
    question: 'Why is the sky dark at night?',
    overrides: {},
    move_history: [],
    decisions: [],
    thoughts: [],
    ...over,
  };
}

/** A change that adds one to `n` and replies with the new number. */
export function increment({ session }: { session: SessionDocument }) {
  const n = Number(session.n ?? 0) + 1;
  return { reply: n, session: { ...session, n } };
}

/** A change that adds one to `n` and a thought with the new number. */
export function appendNext(stored: { session: SessionDocument }) {
  const { reply, session } = increment(stored);
  const before: unknown = stored.session.thoughts;
  const thoughts: unknown[] = Array.isArray(before) ? before : [];
  return { reply, session: { ...session, thoughts: [...thoughts, { n: reply }] } };
}

/** Ids `a1`, `a2`, … */
export function countingIds(): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `a${made}`;
  };
}

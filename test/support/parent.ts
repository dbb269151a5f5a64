import type { Reply } from './client.ts';

const thoughts = ['t1', 't2', 't3'].map((id) => ({
  id,
  stage: 'A',
  position: 0,
  content: `Text of ${id}.`,
  committed: true,
}));

/** The export of a session with three thoughts; imported, it is the parent that records may name. */
export const PARENT = {
  id: 'abcd2345',
  question: 'Edge or origin?',
  mode: 'serial',
  expected_stages: ['A'],
  current_stage: 'A',
  thoughts,
};

/** Stores the parent, once for each data root. */
export async function withParent(client: {
  call(tool: string, args: object): Promise<Reply>;
}): Promise<void> {
  const found = await client.call('next_action', { session_id: PARENT.id });
  if (found.error !== undefined) await client.call('import_session', { data: PARENT });
}

import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../src/registry.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionsOnDisk } from '../support/temp-home.ts';

/** How a session of each protocol without stages begins, and where its id stands in the answer. */
const BEGINNINGS = {
  chain: async (session: ReturnType<typeof sharedSession>) => {
    const args = { thought: 'One.', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true };
    return (await session.result('sequentialthinking', args)).meta['deep-think/session_id'];
  },
  tree: async (session: ReturnType<typeof sharedSession>) =>
    (await session.call('tot_start', { query: 'Why?' })).sessionId,
};

const STAGED = [...createRegistry().tools.values()]
  .filter((tool) => tool.kind === 'session')
  .filter((tool) => tool.staged || tool.gate.protocol !== null);
/** Some that must be among them: a mode, a stage, a thought of each mode. */
const SURELY = ['set_session_mode', 'advance_stage', 'begin_thought', 'begin_subagent_thought'];

describe('a tool for stages and thoughts', () => {
  const session = sharedSession();

  it('is recognised as such', () => {
    expect(STAGED.map(({ name }) => name)).toEqual(expect.arrayContaining(SURELY));
  });

  it.each(Object.entries(BEGINNINGS))('answers wrong_protocol for the id of a %s', async (_, begin) => {
    const session_id = await begin(session);
    const before = sessionsOnDisk(session.home());
    for (const { name, example } of STAGED) {
      const reply = await session.call(name, { ...example, session_id });
      expect(reply, name).toMatchObject({ error: 'wrong_protocol', code: 'wrong_protocol', session_id });
      expect(reply.next_tool, name).not.toBe(name);
    }
    expect(sessionsOnDisk(session.home())).toEqual(before);
  });
});

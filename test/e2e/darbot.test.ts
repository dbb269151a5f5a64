import { describe, expect, it } from 'vitest';
import { replayChains } from '../support/chain-replay.ts';
import { connect, disconnect } from '../support/client.ts';
import { tempHome } from '../support/temp-home.ts';
import { thought } from '../support/thought.ts';

const tool = 'darbot_deepmind';

describe('a notebook of darbot_deepmind', () => {
  it('answers as the recordings of its original', async () => {
    expect(await replayChains('darbot.jsonl')).toEqual([]);
  });

  it('reads JSON types only and words every refusal as its original, recording nothing', async () => {
    const home = tempHome();
    const session = await connect({ home });
    const refused: readonly (readonly [object, RegExp])[] = [
      [thought(1, { thought: '  ' }), /thought: must be a non-empty text/],
      [{ ...thought(1), thoughtNumber: '1' }, /thoughtNumber: must be a whole number/],
      [thought(1, { nextThoughtNeeded: 'true' }), /nextThoughtNeeded: must be true or false/],
      [thought(2, { isRevision: true }), /revisesThought required/],
      [thought(2, { isRevision: true, revisesThought: 2 }), /revisesThought must be less/],
      [thought(2, { branchFromThought: 2, branchId: 'b' }), /branchFromThought must be less/],
      [thought(2, { branchFromThought: 1 }), /branchId must be a non-empty text/],
    ];
    for (const [args, words] of refused) {
      const { isError, content } = await session.result(tool, args);
      const body = JSON.parse(content[0]?.text ?? '');
      expect([isError, body.status]).toEqual([true, 'failed']);
      expect(body.error).toMatch(/^Validation error: /);
      expect(body.error).toMatch(words);
    }
    expect((await session.call('list_sessions')).count).toBe(0);
    const first = await session.call(tool, thought(1, { needsMoreThoughts: true, nextThoughtNeeded: false }));
    expect(first).toEqual({
      thoughtNumber: 1,
      totalThoughts: 5,
      nextThoughtNeeded: false,
      branches: [],
      thoughtHistoryLength: 1,
      needsMoreThoughts: true,
    });
    await disconnect(session);
  });
});

import { expect, it } from 'vitest';
import { kills } from '../../reliability/kills.ts';

it('a server that is killed has on disk whatever it answered, and starts anew', async () => {
  const { violations } = await kills({ seed: 1, kills: 3 });
  expect(violations).toEqual([]);
});

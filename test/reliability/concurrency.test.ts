import { expect, it } from 'vitest';
import { concurrency } from '../../reliability/concurrency.ts';

it('several servers on one data root lose no write and count each once', async () => {
  const { violations } = await concurrency({ seed: 1, calls: 1_000, processes: 4, clients: 5 });
  expect(violations).toEqual([]);
});

import { expect, it } from 'vitest';
import { halts } from '../../reliability/halts.ts';

it('a process that stops at any call of the disk leaves whole files and loses nothing it answered', async () => {
  const { violations } = await halts({ seed: 1, stops: 22 });
  expect(violations).toEqual([]);
});

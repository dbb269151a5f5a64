import { expect, it } from 'vitest';
import { input } from '../../reliability/input.ts';

it('no line, good or bad, breaks the server, its answers or what it keeps', async () => {
  const { violations } = await input({ seed: 1, inputs: 10_000 });
  expect(violations).toEqual([]);
});

import { expect, it } from 'vitest';
import { inputStdio } from '../../reliability/input-stdio.ts';

it('no line to the built server breaks it, however long', async () => {
  const { violations } = await inputStdio({ seed: 1, inputs: 250 });
  expect(violations).toEqual([]);
});

import { expect, it } from 'vitest';
import { disk } from '../../reliability/disk.ts';

it('a disk that fails at any call is told, changes nothing, and is used again when it is sound', async () => {
  const { violations } = await disk({ seed: 1, failures: 33 });
  expect(violations).toEqual([]);
});

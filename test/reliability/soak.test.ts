import { expect, it } from 'vitest';
import { soak } from '../../reliability/soak.ts';

it('a server that works on and on holds no more memory, handles or files', async () => {
  const { violations } = await soak({ goesOn: (laps) => laps < 12 });
  expect(violations).toEqual([]);
});

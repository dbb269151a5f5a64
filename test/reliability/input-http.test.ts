import { expect, it } from 'vitest';
import { inputHttp } from '../../reliability/input-http.ts';

it('raw bytes never crash the daemon, get past its gate, or show its inside', async () => {
  const { violations } = await inputHttp({ seed: 1, inputs: 300 });
  expect(violations).toEqual([]);
});

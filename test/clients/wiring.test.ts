import { describe, expect, it } from 'vitest';
import { wiringPage } from './wiring-page.ts';

describe('the page about clients', () => {
  it('shows the block of every client', async () => {
    await expect(wiringPage()).toMatchFileSnapshot('../../docs/wiring.md');
  });
});

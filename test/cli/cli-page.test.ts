import { describe, expect, it } from 'vitest';
import { cliPage } from './cli-page.ts';

describe('the page about the command line', () => {
  it('shows every command with its arguments and flags', async () => {
    await expect(cliPage()).toMatchFileSnapshot('../../docs/cli.md');
  });
});

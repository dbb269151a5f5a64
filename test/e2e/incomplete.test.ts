import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../support/client.ts';
import { MAIN, startProcess } from '../support/server-process.ts';
import { tempHome } from '../support/temp-home.ts';

/** The first file of the program, what it shares, and these others only, and the data root beside it. */
function incomplete(...others: string[]) {
  const home = tempHome();
  const folder = join(dirname(home), 'dist');
  mkdirSync(folder);
  const shared = readdirSync(dirname(MAIN)).filter((name) => name.startsWith('shared-'));
  for (const file of ['main.cjs', ...shared, ...others])
    copyFileSync(join(dirname(MAIN), file), join(folder, file));
  return { home, main: join(folder, 'main.cjs') };
}

const SENTENCE =
  /^deep-think-mcp: a file of the program cannot be loaded \((?:ERR_)?MODULE_NOT_FOUND\); install it again\n$/;

describe('an installation without all of its files', () => {
  it.each([
    ['plain', []],
    ['with settings', ['--set', 'serial.max_rounds=2']],
  ])('answers each call with an error and says why in one line: %s', async (_, args) => {
    const session = await connect({ ...incomplete('cli.cjs'), args });
    for (const tool of ['list_sessions', 'next_action']) {
      const { isError, content } = await session.result(tool);
      expect(isError).toBe(true);
      expect(content[0]?.text).toBe(
        'The server is not installed completely and can answer no call. Ask the user to install it again.',
      );
    }
    expect(session.server.stderr()).toMatch(SENTENCE);
    session.server.closeStdin();
    expect(await session.server.ended).toEqual({ code: 0, signal: null });
  });

  it('lives on when nobody calls', async () => {
    const session = await connect(incomplete());
    await expect.poll(() => session.server.stderr(), { timeout: 10_000 }).toMatch(SENTENCE);
    session.server.closeStdin();
    expect(await session.server.ended).toEqual({ code: 0, signal: null });
  });

  it('ends a command with the same line', async () => {
    const config = startProcess({ ...incomplete(), args: ['config'] });
    expect(await config.ended).toEqual({ code: 1, signal: null });
    expect(config.stderr()).toMatch(SENTENCE);
  });
});

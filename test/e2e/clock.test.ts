import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { tempHome } from '../support/temp-home.ts';

it('takes the time of a call from Date.now, so that a clock loaded before it serves', async () => {
  const home = tempHome();
  const clock = join(dirname(home), 'clock.mjs');
  writeFileSync(clock, 'Date.now = () => Date.UTC(2031, 0, 2, 3, 4, 5);\n');
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(clock).href}` };
  const session = await connect({ home, env });
  const { session_id } = await session.call('start_session', {
    question: 'What time is it?',
    mode: 'serial',
  });
  const { sessions } = await session.call('list_sessions', {});
  expect(sessions).toMatchObject([{ id: session_id, created_at: '2031-01-02T03:04:05.000Z' }]);
  await disconnect(session);
});

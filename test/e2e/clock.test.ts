import { expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { serverClock } from '../support/server-clock.ts';
import { tempHome } from '../support/temp-home.ts';

it('takes the time of a call from Date.now, so that a clock loaded before it serves', async () => {
  const home = tempHome();
  const clock = serverClock(home, Date.UTC(2031, 0, 2, 3, 4, 5));
  const session = await connect({ home, env: clock.env });
  const begin = () => session.call('start_session', { question: 'What time is it?', mode: 'serial' });
  await begin();
  clock.advance(1000);
  await begin();
  const { sessions } = await session.call('list_sessions', {});
  expect(sessions).toMatchObject([
    { created_at: '2031-01-02T03:04:06.000Z' },
    { created_at: '2031-01-02T03:04:05.000Z' },
  ]);
  await disconnect(session);
});

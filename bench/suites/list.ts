import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleave, type Suite, timed, timeOf } from '../figures.ts';
import { builtServer, initialize, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';

const SESSIONS = 1000;
const ROUNDS = 60;
const WARM_UP = 10;

/** What a listing costs in a home with many sessions. */
export const list: Suite = () =>
  withTempHome(async (home) => {
    const server = startServer(builtServer(), home);
    await initialize(server);
    for (let made = 0; made < SESSIONS; made += 1)
      await server.call('start_session', {
        question: `Which of the ${SESSIONS} questions is number ${made}?`,
      });
    const index = readFileSync(join(home, 'index.json'), 'utf8');
    const pairs = await interleave(
      ROUNDS + WARM_UP,
      () => timeOf(() => server.call('list_sessions', {})),
      () => timeOf(() => JSON.parse(index)),
    );
    await server.close();
    return {
      title: 'list',
      method: `The first page of \`list_sessions\` over stdio among ${SESSIONS} sessions ÷ JSON.parse of their index (${Math.round(index.length / 1000)} KB). ${ROUNDS} interleaved pairs after ${WARM_UP} warm-up pairs.`,
      figures: [timed('list_sessions, first page', pairs.slice(WARM_UP))],
      notes: [],
    };
  });

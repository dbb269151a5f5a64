import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillHome } from '../big-home.ts';
import { interleave, type Suite, timed, timeOf } from '../figures.ts';
import { builtServer, initialize, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';

const SESSIONS = 10_000;
const ROUNDS = 40;
const WARM_UP = 5;
const STARTS = 15;
const LIST_TARGET = 1.5;
const START_TARGET = 1.1;

async function startOnce(home: string): Promise<number> {
  const begun = performance.now();
  const server = startServer(builtServer(), home);
  await initialize(server);
  await server.ask('tools/list');
  const took = performance.now() - begun;
  await server.close();
  return took;
}

/** What a home with many sessions costs: a listing, and a start. */
export const list: Suite = () =>
  withTempHome((home) =>
    withTempHome(async (empty) => {
      fillHome(home, SESSIONS);
      const server = startServer(builtServer(), home);
      await initialize(server);
      await server.call('list_sessions', {});
      const index = readFileSync(join(home, 'index.json'), 'utf8');
      const pages = await interleave(
        ROUNDS + WARM_UP,
        () => timeOf(() => server.call('list_sessions', {})),
        () => timeOf(() => JSON.parse(index)),
      );
      await server.close();
      const starts = await interleave(
        STARTS + WARM_UP,
        () => startOnce(home),
        () => startOnce(empty),
      );
      return {
        title: 'list',
        method: `A home with ${SESSIONS} sessions. The first page of \`list_sessions\` over stdio ÷ JSON.parse of the index (${Math.round(index.length / 1000)} KB), ${ROUNDS} interleaved pairs after ${WARM_UP}; and spawn to tools/list ÷ the same in an empty home, ${STARTS} pairs after ${WARM_UP}.`,
        figures: [
          timed('list_sessions, first page', pages.slice(WARM_UP), LIST_TARGET),
          timed('start beside 10,000 sessions', starts.slice(WARM_UP), START_TARGET),
        ],
        notes: [],
      };
    }),
  );

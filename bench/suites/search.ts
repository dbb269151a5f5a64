import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleave, type Suite, timed, timeOf } from '../figures.ts';
import { builtServer, initialize, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';
import { fillWorkedHome, wordsFor } from '../worked-home.ts';

const SESSIONS = 5000;
const ROUNDS = 20;
const WARM_UP = 5;
const COLD_ROUNDS = 8;
const TARGET = 0.05;

type Server = ReturnType<typeof startServer>;

/** A server that has answered a call on a session, as one at work has. */
async function atWork(home: string, id: string): Promise<Server> {
  const server = startServer(builtServer(), home);
  await initialize(server);
  await server.call('resume_session', { session_id: id });
  return server;
}

const ask = (server: Server, round: number) =>
  timeOf(() => server.call('search_sessions', { query: wordsFor(round) }));

/** Replaces a session file as another program would. */
function touch(path: string): void {
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  writeFileSync(path, text.replace('"question": "', '"question": "changed '));
}

/** Lets the files become older than the time within which a stamp proves nothing, and searches once. */
async function settle(server: Server): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  await ask(server, 0);
}

async function measure(home: string, ids: readonly string[]) {
  const folder = join(home, 'sessions');
  const names = readdirSync(folder);
  const [first = ''] = ids;
  const readAll = () =>
    timeOf(() => names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).question));
  const server = await atWork(home, first);
  const build = { ours: await ask(server, 0), floor: await readAll() };
  await settle(server);
  const warm = await interleave(ROUNDS + WARM_UP, (round) => ask(server, round), readAll);
  const askChanged = (round: number) => {
    touch(join(folder, `${ids[round + 1]}.json`));
    return ask(server, round);
  };
  const changed = await interleave(ROUNDS, askChanged, readAll);
  await settle(server);
  await server.close();
  const askFirst = async (round: number) => {
    const fresh = await atWork(home, first);
    const took = await ask(fresh, round);
    await fresh.close();
    return took;
  };
  const cold = await interleave(COLD_ROUNDS, askFirst, readAll);
  return { build, warm: warm.slice(WARM_UP), changed, cold };
}

/** What search costs against reading and parsing every session file. */
export const search: Suite = () =>
  withTempHome(async (home) => {
    const { build, warm, changed, cold } = await measure(home, fillWorkedHome(home, SESSIONS));
    const bytes = readFileSync(join(home, 'search', 'base')).length;
    return {
      title: 'search',
      method: `A home with ${SESSIONS} worked sessions. \`search_sessions\` with three words over stdio, ten results, ÷ reading and parsing every session file: in a server that has searched before (${ROUNDS} interleaved pairs after ${WARM_UP}), as the first search of a server that has answered one other call (${COLD_ROUNDS} pairs), and after another program replaced a session file (${ROUNDS} pairs).`,
      figures: [
        timed('query, warm', warm, TARGET),
        timed('query, first of a process', cold, TARGET),
        timed('query after a change', changed),
        timed('building the index', [build]),
      ],
      notes: [`The index takes ${Math.round(bytes / 1000)} KB.`],
    };
  });

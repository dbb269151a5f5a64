import { interleave, type Suite, timed, timeOf } from '../figures.ts';
import { builtServer, initialize, type Server, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';

const PROCESSES = 4;
const WRITES = 2000;
const BATCH = 20;

/** Four servers on one home write into one session each and into a shared one; every answer must be on disk. */
export const processes: Suite = () =>
  withTempHome(async (home) => {
    const servers = Array.from({ length: PROCESSES }, () => startServer(builtServer(), home));
    await Promise.all(servers.map(initialize));
    const [first] = servers;
    if (first === undefined) throw new Error('no server');
    const shared = await newSession(first);
    let acknowledged = 0;
    const write = async (server: Server) => {
      await server.call('begin_thought', { session_id: shared, content: 'x', discard: true });
      acknowledged += 1;
    };
    const rounds = WRITES / (PROCESSES * BATCH) / 2;
    const pairs = await interleave(
      rounds,
      () => timeOf(() => Promise.all(servers.map((server) => inTurn(BATCH, () => write(server))))),
      () => timeOf(() => inTurn(PROCESSES * BATCH, () => write(first))),
    );
    const { fields } = await first.call('resume_session', { session_id: shared });
    const present = fields.thought_count;
    await Promise.all(servers.map((server) => server.close()));
    if (present !== acknowledged) throw new Error(`${acknowledged} acknowledged, ${String(present)} present`);
    return {
      title: 'processes',
      method: `${PROCESSES} servers on one home, all writing into one session, ÷ the same number of writes by one server. ${acknowledged} writes were acknowledged and all are on disk, else this suite fails.`,
      figures: [timed(`${PROCESSES * BATCH} writes`, pairs)],
      notes: [`Acknowledged ${acknowledged}, present ${String(present)}.`],
    };
  });

async function newSession(server: Server): Promise<string> {
  const reply = await server.call('start_session', { question: 'Who wrote last?', mode: 'serial' });
  return String(reply.fields.session_id);
}

async function inTurn(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < times; done += 1) await work();
}

import { interleave, type Suite, timed, timeOf } from '../figures.ts';
import { builtServer, initialize, type Server, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';

const ROUNDS = 60;
const WARM_UP = 10;
const FEW = 10;
const MANY = 3000;
const TARGET = 1.25;

const planned = (id: string, parent: string | null) => ({
  id,
  parent,
  title: `Node ${id}`,
  plannedAction: 'Look at the plan of the query.',
});

/** A stored investigation with so many committed nodes below one root; its id. */
async function storedTree(server: Server, count: number): Promise<string> {
  const { fields } = await server.call('tot_start', { query: 'Why is it slow?' });
  const { export: started } = (await server.call('export_session', { session_id: fields.sessionId })).fields;
  const nodes = Array.from({ length: count }, (_, at) => ({
    ...planned(at === 0 ? 'R1.A' : `R2.A${at}`, at === 0 ? null : 'R1.A'),
    proposedAt: 1,
    state: 'EXPLORE',
    claimed: 'EXPLORE',
    findings: 'The plan scans the whole table. '.repeat(6),
    agentId: `agent-${at}`,
    committedAt: 2,
    batch: 1 + at,
  }));
  const data = { ...(started as object), id: undefined, nodes };
  return String((await server.call('import_session', { data })).fields.session_id);
}

/** Proposes one node and commits its result. */
async function grow(server: Server, sessionId: string, round: number): Promise<void> {
  const id = `R2.Ax${round}`;
  await server.call('tot_propose', { sessionId, nodes: [planned(id, 'R1.A')] });
  const results = [{ nodeId: id, state: 'EXPLORE', findings: 'Nothing new.', agentId: `late-${round}` }];
  await server.call('tot_commit', { sessionId, results });
}

/** What a node costs late in an investigation. */
export const tree: Suite = () =>
  withTempHome(async (home) => {
    const server = startServer(builtServer(), home);
    await initialize(server);
    const few = await storedTree(server, FEW);
    const many = await storedTree(server, MANY);
    const pairs = await interleave(
      ROUNDS + WARM_UP,
      (round) => timeOf(() => grow(server, many, round)),
      (round) => timeOf(() => grow(server, few, round)),
    );
    await server.close();
    return {
      title: 'tree',
      method: `\`tot_propose\` and \`tot_commit\` of one node over stdio at node ${MANY} ÷ the same at node ${FEW}, ${ROUNDS} interleaved pairs after ${WARM_UP}, in one warm server; the investigations are imported first.`,
      figures: [timed(`propose + commit at node ${MANY} ÷ ${FEW}`, pairs.slice(WARM_UP), TARGET)],
      notes: [],
    };
  });

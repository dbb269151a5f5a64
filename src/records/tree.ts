import * as z from 'zod';
import { isSessionId, SCHEMA_VERSION, type SessionDocument } from '../core/session.ts';
import type { RecordAnswer, RecordTool, RecordWorld } from '../kit/tool.ts';
import { readCall, type StartCall, type TreeCall } from '../protocols/tree/input.ts';
import { sayBadFields, sayNoParent } from '../protocols/tree/input-wording.ts';
import { startTree } from '../protocols/tree/start.ts';
import { treeReader } from '../protocols/tree/state.ts';
import { treeTools } from '../protocols/tree/tools.ts';
import { callTree, callWithout } from '../protocols/tree/verbs.ts';
import { sayFailure } from '../protocols/tree/wording.ts';
import { StoreFault } from '../store/ports.ts';
import { parentProblem } from './parent.ts';

const KIB = 1024;

/** The eight tools of an investigation. */
export const treeRecordTools: readonly RecordTool[] = treeTools.map((tool) => ({
  ...tool,
  kind: 'record',
  idArgument: 'sessionId',
  call: async (raw, world) => {
    const { limits } = await world.ports.config();
    const read = readCall(tool.name, raw, limits.text_kib * KIB);
    if (!read.ok) return { errorText: sayBadFields(tool.name, read.bad) };
    return read.call.tool === 'tot_start' ? start(read.call, world) : work(read.call, world);
  },
  failure: (message) => ({ errorText: sayFailure(message) }),
}));

async function start({ input }: StartCall, world: RecordWorld): Promise<RecordAnswer> {
  const { ports, now } = world;
  const { parentSessionId: parent, parentThoughtId: thought } = input;
  const orphaned = await parentProblem({ session: parent, thought }, world);
  if (orphaned !== null) return { errorText: sayNoParent('tot_start', orphaned) };
  await ports.bootstrap();
  const header: SessionDocument = {
    schema_version: SCHEMA_VERSION,
    id: ports.newUuid(),
    protocol: 'tree',
    status: 'active',
    revision: 1,
    created_at: now,
    updated_at: now,
    finalized_at: null,
    project: ports.defaultProject,
    question: input.query,
    overrides: {},
    move_history: [],
    decisions: [],
  };
  const { session, result } = startTree(header, input);
  const { id, ...draft } = session;
  await ports.store.insert(draft, id);
  return { reply: result };
}

async function work(call: TreeCall, { ports, now }: RecordWorld): Promise<RecordAnswer> {
  const { sessionId } = call.input;
  if (!isSessionId(sessionId)) return { reply: callWithout(call, 'SESSION_NOT_FOUND') };
  const decide = (document: SessionDocument) => {
    if (document.protocol !== 'tree') return { reply: callWithout(call, 'SESSION_NOT_FOUND') };
    const { result, session } = callTree(treeReader.read(document), call, Date.parse(now));
    return session === undefined ? { reply: result } : { reply: result, session: treeReader.trust(session) };
  };
  try {
    const reply = await ports.store.transact(sessionId, now, ({ session }) => decide(session));
    return { reply: reply ?? callWithout(call, 'SESSION_NOT_FOUND') };
  } catch (error) {
    const damaged = error instanceof StoreFault && error.code === 'session_corrupt';
    if (damaged || error instanceof z.ZodError) return { reply: callWithout(call, 'SESSION_CORRUPT') };
    throw error;
  }
}

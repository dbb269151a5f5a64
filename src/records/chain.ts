import { isSessionId, type SessionDocument } from '../core/session.ts';
import type { Connection, RecordAnswer, RecordTool, RecordWorld } from '../kit/tool.ts';
import { readThought, type ThoughtInput } from '../protocols/sequential/input.ts';
import { beginChain, objectionTo, type Recorded, startsAnew, think } from '../protocols/sequential/record.ts';
import { type ChainTool, chainReader } from '../protocols/sequential/state.ts';
import { chainTools } from '../protocols/sequential/tools.ts';
import {
  failureText,
  refusalText,
  sayNoName,
  sayNoParent,
  sayNote,
  sayObjection,
  sayRefusal,
  sayTakenName,
} from '../protocols/sequential/wording.ts';
import type { Decision } from '../store/ports.ts';
import { parentProblem } from './parent.ts';

const KIB = 1024;

/** The notebooks: a chain belongs to a connection and a tool, or to the id that the client gives it. */
export const chainRecordTools: readonly RecordTool[] = chainTools.map((tool) => ({
  ...tool,
  kind: 'record',
  effect: 'writes',
  idArgument: 'sessionId',
  isExact: true,
  call: async (raw, world) => {
    const { limits, sequential } = await world.ports.config();
    const rules = { strict: sequential.strict_types, textBytes: limits.text_kib * KIB };
    const read = readThought(tool.name, raw, rules);
    if (!read.ok) return { errorText: refusalText(tool.name, sayRefusal(tool.name, read.refusal)) };
    const { parentSessionId: session, parentThoughtId: thought, sessionId: own } = read.input;
    if (own === undefined && world.connection.current === null)
      return { errorText: refusalText(tool.name, sayNoName) };
    const orphaned = await parentProblem({ session, thought, own }, world);
    if (orphaned !== null) return { errorText: refusalText(tool.name, sayNoParent[orphaned]) };
    return sequential.persist
      ? store(tool.name, read.input, world)
      : keepInMemory(tool.name, read.input, world);
  },
  failure: (message) => ({ errorText: failureText(message) }),
}));

/** What became of a thought: recorded, refused in words, or to be the first of a new chain. */
type Taken = { readonly recorded: Recorded } | RecordAnswer | 'anew';

function take(
  document: SessionDocument,
  input: ThoughtInput,
  { tool, now, grow }: { readonly tool: ChainTool; readonly now: string; readonly grow: 'append' | 'extend' },
): Taken {
  const named = input.sessionId !== undefined;
  const objection = objectionTo(document, tool);
  const closed = objection?.code === 'not_active';
  if (objection !== null && (named || !closed))
    return { errorText: refusalText(tool, sayObjection(document.id, objection)) };
  const chain = chainReader.read(document);
  if (startsAnew(chain, input)) return 'anew';
  if (objection !== null) return { errorText: refusalText(tool, sayObjection(document.id, objection)) };
  return { recorded: think(chain, input, now, grow) };
}

async function store(
  tool: ChainTool,
  input: ThoughtInput,
  world: RecordWorld,
  isRepeated = false,
): Promise<RecordAnswer> {
  const { ports, now, connection } = world;
  const id = input.sessionId ?? connection.current?.get(tool);
  const taken =
    id === undefined
      ? 'anew'
      : ((await ports.store.transact(id, now, ({ session }): Decision<Taken> => {
          const reply = take(session, input, { tool, now, grow: 'append' });
          if (reply === 'anew' || !('recorded' in reply)) return { reply };
          return { reply, session: reply.recorded.chain };
        })) ?? 'anew');
  if (taken === 'anew') return begin(tool, input, world, isRepeated);
  return 'recorded' in taken ? answer(id ?? '', taken.recorded, world) : taken;
}

async function begin(
  tool: ChainTool,
  input: ThoughtInput,
  world: RecordWorld,
  isRepeated: boolean,
): Promise<RecordAnswer> {
  const { ports, now, connection } = world;
  const wanted = input.sessionId ?? null;
  if (wanted !== null && (isRepeated || !(await isFree(wanted, world))))
    return { errorText: refusalText(tool, sayTakenName(wanted)) };
  await ports.bootstrap();
  const recorded = think(beginChain(input, now, ports.defaultProject), input, now);
  const { id: _, ...draft } = recorded.chain;
  const { session } = await ports.store.insert(draft, wanted);
  if (wanted !== null && session.id !== wanted) {
    // Another process took the name in this moment: the thought belongs into the chain that it began.
    await ports.store.trash(session.id, now);
    return store(tool, input, world, true);
  }
  if (wanted === null) connection.current?.set(tool, session.id);
  return answer(session.id, recorded, world);
}

/** Whether a chain can have this name: on some disks names that differ in case only are one file. */
async function isFree(name: string, { ports }: RecordWorld): Promise<boolean> {
  if (!isSessionId(name)) return false;
  const wanted = name.toLowerCase();
  return !(await ports.store.ids()).some((id) => id.toLowerCase() === wanted && id !== name);
}

/** The same without a file: the chains of a connection live and end with it. */
async function keepInMemory(tool: ChainTool, input: ThoughtInput, world: RecordWorld): Promise<RecordAnswer> {
  const { connection, now } = world;
  const id = input.sessionId ?? connection.current?.get(tool) ?? `${tool}-1`;
  const document = connection.unstored.get(id);
  // Nobody else holds the chain, so its list is not copied for each thought.
  const taken = document === undefined ? 'anew' : take(document, input, { tool, now, grow: 'extend' });
  if (taken !== 'anew' && !('recorded' in taken)) return taken;
  const fresh = taken === 'anew' && document !== undefined ? unusedName(tool, connection) : id;
  const recorded = taken === 'anew' ? think(beginChain(input, now, null), input, now) : taken.recorded;
  connection.unstored.set(fresh, recorded.chain);
  if (input.sessionId === undefined) connection.current?.set(tool, fresh);
  return answer(fresh, recorded, world);
}

function unusedName(tool: ChainTool, { unstored }: Connection): string {
  // Of one tool alone this is the next number; a search from 1 on would grow with the chains.
  let number = unstored.size + 1;
  while (unstored.has(`${tool}-${number}`)) number += 1;
  return `${tool}-${number}`;
}

function answer(id: string, { response, meta, newSigns }: Recorded, { warn }: RecordWorld): RecordAnswer {
  for (const sign of newSigns) warn(sayNote[sign](id));
  return { reply: response, meta: { 'deep-think/session_id': id, ...meta } };
}

import type { SessionDocument } from '../core/session.ts';
import type { RecordAnswer, RecordTool, RecordWorld } from '../kit/tool.ts';
import { readThought, type ThoughtInput } from '../protocols/sequential/input.ts';
import { beginChain, objectionTo, type Recorded, startsAnew, think } from '../protocols/sequential/record.ts';
import { type ChainTool, chainReader } from '../protocols/sequential/state.ts';
import { chainTools } from '../protocols/sequential/tools.ts';
import {
  failureText,
  refusalText,
  sayNote,
  sayObjection,
  sayRefusal,
  sayTakenName,
} from '../protocols/sequential/wording.ts';
import type { Decision } from '../store/ports.ts';

const KIB = 1024;

/** The notebooks: a chain belongs to a connection and a tool, or to the id that the client gives it. */
export const chainRecordTools: readonly RecordTool[] = chainTools.map((tool) => ({
  ...tool,
  kind: 'record',
  effect: 'writes',
  idArgument: 'sessionId',
  call: async (raw, world) => {
    const { limits, sequential } = await world.ports.config();
    // The original of darbot_deepmind never read words or text as numbers.
    const strict = sequential.strict_types || tool.name === 'darbot_deepmind';
    const read = readThought(tool.name, raw, { strict, textBytes: limits.text_kib * KIB });
    if (!read.ok) return { errorText: refusalText(tool.name, sayRefusal(tool.name, read.refusal)) };
    return sequential.persist
      ? store(tool.name, read.input, world)
      : keepInMemory(tool.name, read.input, world);
  },
  failure: (message) => ({ errorText: failureText(message) }),
}));

/** What became of a thought: recorded, refused in words, or to be the first of a new chain. */
type Taken = { readonly recorded: Recorded } | RecordAnswer | 'anew';

function take(document: SessionDocument, tool: ChainTool, input: ThoughtInput, now: string): Taken {
  const named = input.sessionId !== undefined;
  const objection = objectionTo(document, tool);
  const closed = objection?.code === 'not_active';
  if (objection !== null && (named || !closed))
    return { errorText: refusalText(tool, sayObjection(document.id, objection)) };
  const chain = chainReader.read(document);
  if (startsAnew(chain, input)) return 'anew';
  if (objection !== null) return { errorText: refusalText(tool, sayObjection(document.id, objection)) };
  return { recorded: think(chain, input, now) };
}

async function store(tool: ChainTool, input: ThoughtInput, world: RecordWorld): Promise<RecordAnswer> {
  const { ports, now, connection } = world;
  const id = input.sessionId ?? connection.current.get(tool);
  const taken =
    id === undefined
      ? 'anew'
      : ((await ports.store.transact(id, now, ({ session }): Decision<Taken> => {
          const reply = take(session, tool, input, now);
          if (reply === 'anew' || !('recorded' in reply)) return { reply };
          return { reply, session: reply.recorded.chain };
        })) ?? 'anew');
  if (taken === 'anew') return begin(tool, input, world);
  return 'recorded' in taken ? answer(id ?? '', taken.recorded, world) : taken;
}

async function begin(tool: ChainTool, input: ThoughtInput, world: RecordWorld): Promise<RecordAnswer> {
  const { ports, now, connection } = world;
  await ports.bootstrap();
  const recorded = think(beginChain(input, now, ports.defaultProject), input, now);
  const { id: _, ...draft } = recorded.chain;
  const wanted = input.sessionId ?? null;
  const { session } = await ports.store.insert(draft, wanted);
  if (wanted !== null && session.id !== wanted) {
    await ports.store.trash(session.id, now);
    return { errorText: refusalText(tool, sayTakenName(wanted)) };
  }
  if (wanted === null) connection.current.set(tool, session.id);
  return answer(session.id, recorded, world);
}

/** The same without a file: the chains of a connection live and end with it. */
async function keepInMemory(tool: ChainTool, input: ThoughtInput, world: RecordWorld): Promise<RecordAnswer> {
  const { connection, now } = world;
  const id = input.sessionId ?? connection.current.get(tool) ?? `${tool}-1`;
  const document = connection.unstored.get(id);
  const taken = document === undefined ? 'anew' : take(document, tool, input, now);
  if (taken !== 'anew' && !('recorded' in taken)) return taken;
  const fresh = taken === 'anew' && document !== undefined ? `${tool}-${connection.unstored.size + 1}` : id;
  const recorded = taken === 'anew' ? think(beginChain(input, now, null), input, now) : taken.recorded;
  connection.unstored.set(fresh, recorded.chain);
  if (input.sessionId === undefined) connection.current.set(tool, fresh);
  return answer(fresh, recorded, world);
}

function answer(id: string, { response, meta, newSigns }: Recorded, { warn }: RecordWorld): RecordAnswer {
  for (const sign of newSigns) warn(sayNote[sign](id));
  return { reply: response, meta: { 'deep-think/session_id': id, ...meta } };
}

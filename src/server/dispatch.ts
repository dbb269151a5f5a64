import type { Registry } from '../kit/registry.ts';
import type { Connection, RecordAnswer, Tool } from '../kit/tool.ts';
import type { Ports } from '../store/ports.ts';
import { type Call, type RawArguments, sentId, worldOf } from './call.ts';
import { callHome } from './call-home.ts';
import { createCallQueue } from './call-queue.ts';
import { callSession } from './call-session.ts';
import { type Fault, faultOf } from './faults.ts';
import { logWarning } from './log.ts';

/** What a call brought. */
export interface Result {
  /** The fields of the reply; null for an error that is a text only. */
  readonly reply: object | null;
  /** The same as text. */
  readonly text: string;
  readonly isError: boolean;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface Dispatcher {
  /** Runs a registered tool; never throws. Calls on one session run in the order of arrival. */
  call(name: string, raw: RawArguments): Promise<Result>;
}

/** A connection that has not done anything yet. */
function newConnection(): Connection {
  return { current: new Map(), unstored: new Map() };
}

/** The only path from a call to a tool, and back up to the reply. */
export function createDispatcher(
  registry: Registry,
  ports: Ports,
  connection: Connection = newConnection(),
): Dispatcher {
  const queue = createCallQueue();
  const run = async (tool: Tool, raw: RawArguments): Promise<Result> => {
    try {
      return await callTool(tool, { registry, ports, raw, now: ports.now() }, connection);
    } catch (error) {
      return faultResult(faultOf(error), tool, raw);
    }
  };
  return {
    call: async (name, raw) => {
      const tool = registry.tools.get(name);
      if (tool === undefined) throw new Error(`no tool is named ${name}`);
      return queue.run(queueKey(tool, raw), () => run(tool, raw));
    },
  };
}

/** Calls with the same key wait for one another: the id of their session, or the tool that goes on by itself. */
function queueKey(tool: Tool, raw: RawArguments): string {
  if (tool.kind !== 'record') return sentId(raw) ?? '';
  const id = raw[tool.idArgument];
  return typeof id === 'string' && id !== '' ? id : tool.name;
}

async function callTool(tool: Tool, call: Call, connection: Connection): Promise<Result> {
  if (tool.kind === 'record') {
    const world = { ...worldOf(call), connection, warn: logWarning };
    return recordResult(await tool.call(call.raw, world));
  }
  const reply = tool.kind === 'session' ? await callSession(tool, call) : await callHome(tool, call);
  return { reply, text: JSON.stringify(reply), isError: false };
}

function recordResult(answer: RecordAnswer): Result {
  if ('errorText' in answer) return { reply: null, text: answer.errorText, isError: true };
  const { reply, meta } = answer;
  const result = { reply, text: JSON.stringify(reply), isError: false };
  return meta === undefined ? result : { ...result, meta };
}

function faultResult(fault: Fault, tool: Tool, raw: RawArguments): Result {
  const { error, code, retryable, message, isError } = fault;
  if (tool.kind === 'record') return recordResult(tool.failure(message));
  const next_tool = fault.next ?? tool.name;
  const reply = { session_id: sentId(raw), error, code, retryable, message, next_tool };
  return { reply, text: JSON.stringify(reply), isError };
}

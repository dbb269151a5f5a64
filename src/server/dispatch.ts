import type { Registry } from '../kit/registry.ts';
import type { Reply } from '../kit/reply.ts';
import type { Ports } from '../store/ports.ts';
import { type RawArguments, sentId } from './call.ts';
import { callHome } from './call-home.ts';
import { createCallQueue } from './call-queue.ts';
import { callSession } from './call-session.ts';
import { type Fault, faultOf } from './faults.ts';

/** What a call brought: the reply, and whether the server itself failed. */
export interface Result {
  readonly reply: Reply;
  readonly isError: boolean;
}

export interface Dispatcher {
  /** Runs a registered tool; never throws. Calls on one session run in the order of arrival. */
  call(name: string, raw: RawArguments): Promise<Result>;
}

/** The only path from a call to a tool, and back up to the reply. */
export function createDispatcher(registry: Registry, ports: Ports): Dispatcher {
  const queue = createCallQueue();
  const run = async (name: string, raw: RawArguments): Promise<Result> => {
    const tool = registry.tools.get(name);
    if (tool === undefined) throw new Error(`no tool is named ${name}`);
    try {
      const call = { registry, ports, raw, now: ports.now() };
      const reply = tool.kind === 'session' ? await callSession(tool, call) : await callHome(tool, call);
      return { reply, isError: false };
    } catch (error) {
      return faultResult(faultOf(error), name, raw);
    }
  };
  return { call: (name, raw) => queue.run(sentId(raw) ?? '', () => run(name, raw)) };
}

function faultResult(fault: Fault, tool: string, raw: RawArguments): Result {
  const { error, code, retryable, message, isError } = fault;
  const next_tool = fault.next ?? tool;
  return { reply: { session_id: sentId(raw), error, code, retryable, message, next_tool }, isError };
}

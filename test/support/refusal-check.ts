import { isDeepStrictEqual } from 'node:util';
import type { Reply } from './client.ts';
import { brokenRules } from './reply-rules.ts';
import type { SharedSession } from './shared-session.ts';
import { sessionsOnDisk } from './temp-home.ts';

/** A call that must be refused, and the fields of its reply that are fixed. */
export interface RefusedCall {
  readonly tool: string;
  readonly args: object;
  readonly reply: Reply;
  /** What the message has to name. */
  readonly names?: string;
}

/** Makes the call; one line for everything that is not as a refusal must be: its shape, and nothing recorded. */
export async function faultsOf(session: SharedSession, call: RefusedCall): Promise<readonly string[]> {
  const before = sessionsOnDisk(session.home());
  const sent = `${call.tool} ${JSON.stringify(call.args).slice(0, 120)}`;
  try {
    const result = await session.result(call.tool, call.args);
    const { reply } = result;
    const after = sessionsOnDisk(session.home());
    const wrong = Object.entries(call.reply).filter(([key, value]) => !isDeepStrictEqual(reply[key], value));
    const shown = JSON.stringify(reply).slice(0, 300);
    return [
      ...brokenRules(result, session.tools()),
      ...wrong.map(([key, value]) => `${key} is not ${JSON.stringify(value)}: ${shown}`),
      ...['error', 'code']
        .filter((key) => typeof reply[key] !== 'string')
        .map((key) => `no ${key}: ${shown}`),
      ...(String(reply.message).includes(call.names ?? '') ? [] : [`does not name ${call.names}: ${shown}`]),
      ...(isDeepStrictEqual(before, after) ? [] : ['something was recorded']),
    ].map((fault) => `${sent}: ${fault}`);
  } catch (error) {
    return [`${sent}: a protocol error: ${error}`];
  }
}

/** The faults of all calls, one after the other. */
export async function allFaults(
  session: SharedSession,
  calls: readonly RefusedCall[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const call of calls) faults.push(...(await faultsOf(session, call)));
  return faults;
}

import { dirname } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll } from 'vitest';
import { type CallResult, connect, type ListedTool, type Reply, type Session } from './client.ts';
import { tempHome } from './temp-home.ts';

/**
 * One server for all tests of a `describe`, on a data root of its own, with the folder around that as the user's
 * home; each test makes its own sessions.
 */
export interface SharedSession {
  home(): string;
  client(): Client;
  tools(): readonly ListedTool[];
  call(tool: string, args?: object): Promise<Reply>;
  result(tool: string, args?: object): Promise<CallResult>;
}

/** Starts the server before the first test of the surrounding `describe` and ends it after the last. */
export function sharedSession(env: Readonly<Record<string, string>> = {}): SharedSession {
  const ends: (() => void)[] = [];
  const onEnd = (end: () => void) => void ends.push(end);
  let home = '';
  let session: Session | undefined;
  beforeAll(async () => {
    home = tempHome(onEnd);
    const user = dirname(home);
    session = await connect({ home, onEnd, env: { HOME: user, USERPROFILE: user, ...env } });
  });
  afterAll(() => {
    for (const end of ends.reverse()) end();
  });
  const running = (): Session => {
    if (session === undefined) throw new Error('the server of this group is not running');
    return session;
  };
  return {
    home: () => home,
    client: () => running().client,
    tools: () => running().tools,
    call: (tool, args) => running().call(tool, args),
    result: (tool, args) => running().result(tool, args),
  };
}

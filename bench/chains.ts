import { sampleText } from './sample-text.ts';
import type { Server } from './server.ts';

/** The arguments of a thought; `branches` > 0 spreads the thoughts over that many branches. */
export function thought(number: number, { branches = 0, characters = 200 } = {}) {
  const fork = branches > 0 && number > 1 ? { branchFromThought: 1, branchId: `b${number % branches}` } : {};
  return {
    thought: sampleText(number, characters),
    thoughtNumber: number,
    totalThoughts: 20_000,
    nextThoughtNeeded: true,
    ...fork,
  };
}

/** Thinks thoughts `from` … `to`, one after the other. */
export async function thinkOn(
  server: Server,
  [from, to]: readonly [number, number],
  shape: { readonly branches?: number; readonly characters?: number } = {},
): Promise<void> {
  for (let number = from; number <= to; number += 1)
    await server.ask('tools/call', { name: 'sequentialthinking', arguments: thought(number, shape) });
}

/** A stored chain with so many thoughts; its id. */
export async function storedChain(server: Server, count: number, branches: number): Promise<string> {
  const timestamp = '2026-01-01T00:00:00.000Z';
  const thoughts = Array.from({ length: count }, (_, at) => ({
    ...thought(at + 1, { branches }),
    timestamp,
  }));
  const header = { schema_version: 1, protocol: 'sequential', question: 'Why?', tool: 'sequentialthinking' };
  const { fields } = await server.call('import_session', { data: { ...header, thoughts } });
  return String(fields.session_id);
}

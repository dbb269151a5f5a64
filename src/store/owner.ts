import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import * as z from 'zod';
import { lateSchema } from '../core/late-schema.ts';
import { randomHex } from './chance.ts';

/** Who made a lock or a mark. `started` tells a process from a later one with the same number. */
export const Owner = lateSchema(() =>
  z.object({
    pid: z.int(),
    host: z.string(),
    /** The process number space, because containers with one host name do not see each other's processes. */
    space: z.string().nullable(),
    /** The start of the process in ticks since boot, or null where the system does not tell. */
    started: z.string().nullable(),
    token: z.string(),
    since: z.string(),
  }),
);
export type Owner = z.infer<typeof Owner>;

/** Whether an owner still lives; `elsewhere` means that this process cannot know. */
export type Standing = 'alive' | 'gone' | 'elsewhere';

/** Tells this process from every other, wherever it runs. */
const PROCESS_TOKEN = randomHex(16);
let claims = 0;

/** What this process holds now: a record of its own outside this set is a leftover of a failed removal. */
const inFlight = new Set<string>();

function orNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function startOf(pid: number): string | null {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name in the second field may hold blanks and brackets, so fields count from its last bracket.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

let own: { readonly space: string | null; readonly started: string | null } | null = null;

function ownTraits() {
  own ??= { space: orNull(() => readlinkSync('/proc/self/ns/pid')), started: startOf(process.pid) };
  return own;
}

/** A record for something that this process takes hold of; ends with `release`. */
export function claim(host: string = hostname()): Owner {
  claims += 1;
  const token = `${PROCESS_TOKEN}-${claims}`;
  inFlight.add(token);
  return { pid: process.pid, host, ...ownTraits(), token, since: new Date().toISOString() };
}

/** Whether a record is a claim of this very process. */
export function isOwn({ pid, token }: Owner): boolean {
  return pid === process.pid && inFlight.has(token);
}

/** Ends a claim: from now on its record counts as left over. */
export function release(owner: Owner): void {
  inFlight.delete(owner.token);
}

/** The record in the text of a lock or a mark, or null when it is empty, torn or foreign. */
export function parseOwner(text: string): Owner | null {
  try {
    return Owner.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Whether the owner of a record still lives. */
export function standing(owner: Owner, host: string = hostname()): Standing {
  const { space, started } = ownTraits();
  const sameSpace = owner.space === null || space === null || owner.space === space;
  if (owner.host !== host || !sameSpace) return 'elsewhere';
  if (owner.pid === process.pid && owner.started === started)
    return inFlight.has(owner.token) ? 'alive' : 'gone';
  if (owner.pid <= 0 || !runs(owner.pid)) return 'gone';
  const now = startOf(owner.pid);
  if (owner.started !== null && now !== null) return owner.started === now ? 'alive' : 'gone';
  // Only without start times does the clock decide, because it may have been set since.
  return Date.parse(owner.since) < Date.now() - uptime() * 1000 ? 'gone' : 'alive';
}

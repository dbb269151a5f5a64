import { readdirSync, readFileSync } from 'node:fs';

/** What a process holds now; null where the system does not tell. */
export interface Held {
  readonly mib: number;
  readonly handles: number;
}

/** The memory and the open handles of a process. */
export function heldBy(pid: number): Held | null {
  try {
    const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined
      ? null
      : { mib: Number(kib) / 1024, handles: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return null;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Lease, Leases } from '../store/ports.ts';

/** No session has an id with a dot, so this lease is nobody else's. */
const TURN = 'all.imports';
const PAUSE_MS = 50;

async function turnOf(leases: Leases, onWait: (holder: string) => void): Promise<Lease> {
  for (let tries = 0; ; tries += 1) {
    const taken = leases.take(TURN);
    if ('release' in taken) return taken;
    if (tries === 0) onWait(taken.holder);
    await pause(PAUSE_MS);
  }
}

/** Runs one import at a time on a data root: what one stores, the next one finds. `onWait` hears of a wait once. */
export async function inImportTurn<T>(
  leases: Leases,
  onWait: (holder: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const lease = await turnOf(leases, onWait);
  try {
    return await work();
  } finally {
    lease.release();
  }
}

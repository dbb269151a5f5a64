import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ServerProcess } from '../test/support/server-process.ts';

const PROBE = join(import.meta.dirname, 'heap-probe.cjs');
const MIB = 1024 * 1024;
const LOOK_MS = 5;

/** What a process holds now. */
export interface Held {
  /** What is left in its memory after all garbage has been collected. */
  readonly mib: number;
  /** Zero where the system does not tell. */
  readonly handles: number;
}

/** The processes whose holdings are looked at: how they are to be started, and the looking. */
export interface Probe {
  readonly env: Readonly<Record<string, string>>;
  /** Waits as long as the process needs; fails when it ends. */
  readonly look: (process: Pick<ServerProcess, 'pid' | 'kill' | 'ended' | 'stderr'>) => Promise<Held>;
}

/** A probe whose processes answer through files in `folder`; on Windows, without signals, it finds nothing. */
export function openProbe(folder: string): Probe {
  if (process.platform === 'win32') return { env: {}, look: async () => ({ mib: 0, handles: 0 }) };
  const place = join(folder, 'heap-probe');
  return {
    env: { NODE_OPTIONS: `--require "${PROBE}"`, HEAP_PROBE: place },
    look: async ({ pid, kill, ended, stderr }) => {
      const path = `${place}-${pid}`;
      let isOver = false;
      ended.then(() => {
        isOver = true;
      });
      kill('SIGUSR2');
      while (!existsSync(path)) {
        if (isOver) throw new Error(`the server ended: ${stderr().slice(-300)}`);
        await setTimeout(LOOK_MS);
      }
      const mib = Number(readFileSync(path, 'utf8')) / MIB;
      rmSync(path);
      return { mib, handles: handlesOf(pid) };
    },
  };
}

function handlesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

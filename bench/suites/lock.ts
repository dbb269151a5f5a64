import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '../../src/store/atomic-file.ts';
import { realFs } from '../../src/store/fs-layer.ts';
import { createLocks } from '../../src/store/lock.ts';
import { interleave, type Suite, timed, timeOf } from '../figures.ts';
import { withTempHome } from '../temp-home.ts';

const ROUNDS = 400;
const WARM_UP = 40;
const BYTES = 20_000;
const TARGET = 1.5;

/** What the cross-process lock adds to a durable write. */
export const lock: Suite = () =>
  withTempHome(async (home) => {
    const folder = join(home, 'sessions');
    mkdirSync(folder, { recursive: true });
    const text = 'x'.repeat(BYTES);
    const locks = createLocks({ root: home, fs: realFs });
    const write = (name: string) => writeAtomic(realFs, join(folder, name), text);
    const pairs = await interleave(
      ROUNDS + WARM_UP,
      () => timeOf(() => locks.withLock('session-bench', () => write('locked.json'))),
      () => timeOf(() => write('bare.json')),
    );
    return {
      title: 'lock',
      method: `A durable write of ${BYTES / 1000} KB under the lock of its session ÷ the same write without, both by the store's own code in one process. ${ROUNDS} interleaved pairs after ${WARM_UP} warm-up pairs.`,
      figures: [timed('locked durable write', pairs.slice(WARM_UP), TARGET)],
      notes: [],
    };
  });

import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { createLocks } from '../../src/store/lock.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { increment, LATER } from './session-drafts.ts';

// What a test runs in processes of its own: `<root> increment <id> <times>` or `<root> hold <lock> <times>`.

const [root = '', task, name = '', times = '1'] = process.argv.slice(2);
/** Straight to the descriptor, so that a kill cannot lose a line that was acknowledged. */
const say = (word: string | number) => writeSync(1, `${word}\n`);

async function incrementOften(): Promise<void> {
  const store = createSessionStore({ root, newId: () => 'unused', sessionLimitBytes: () => 1e9 });
  for (let round = 0; round < Number(times); round += 1) {
    const padded = (stored: Parameters<typeof increment>[0]) => {
      const { reply, session } = increment(stored);
      return {
        reply,
        session: {
          ...session,
          status: reply % 3 ? ('active' as const) : ('finalized' as const),
          padding: 'é'.repeat((reply * 97) % 20_000),
        },
      };
    };
    say((await store.transact(name, LATER, padded)) ?? 'unknown session');
  }
}

/** Says `overlap` when another process is inside the same lock. */
async function holdOften(): Promise<void> {
  const witness = `${root}/witness`;
  const locks = createLocks({ root });
  for (let round = 0; round < Number(times); round += 1) {
    const word = await locks.withLock(name, () => {
      try {
        closeSync(openSync(witness, 'wx'));
      } catch {
        return 'overlap';
      }
      const end = performance.now() + 1;
      while (performance.now() < end);
      unlinkSync(witness);
      return 'alone';
    });
    say(word);
  }
}

say('ready');
await (task === 'increment' ? incrementOften() : holdOften());

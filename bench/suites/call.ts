import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceDurably } from '../durable-write.ts';
import { type Figure, interleave, type Suite, timed, timeOf } from '../figures.ts';
import {
  critiqueArguments,
  openThought,
  rewriteArguments,
  startSession,
  wholeThought,
} from '../scripted-session.ts';
import { builtServer, initialize, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';

const ROUNDS = 300;
const WARM_UP = 30;
/** Committed thoughts before the measured one, so that the file has about 20 KB. */
const THOUGHTS = 3;
const TARGET = 3;

function onlySessionFile(folder: string): string {
  const [name, ...more] = readdirSync(folder).filter((each) => /^[a-z0-9]+\.json$/.test(each));
  if (name === undefined || more.length > 0) throw new Error(`not exactly one session file in ${folder}`);
  return join(folder, name);
}

/** A call that changes a session, over stdio, against the bare write of the session's bytes. */
export const call: Suite = () =>
  withTempHome((home) =>
    withTempHome(async (floorFolder) => {
      const server = startServer(builtServer(), home);
      await initialize(server);
      const step = await startSession(server, 'Should we cache API responses at the edge or at the origin?');
      for (let seed = 0; seed < THOUGHTS; seed += 1) await wholeThought(step, seed);
      await openThought(step, THOUGHTS);
      const session = onlySessionFile(join(home, 'sessions'));

      const measure = async (
        tool: string,
        args: (round: number) => object,
        target?: number,
      ): Promise<Figure> => {
        const pairs = await interleave(
          ROUNDS + WARM_UP,
          (round) => timeOf(() => step(tool, { ...args(round) })),
          () => {
            const bytes = readFileSync(session);
            return timeOf(() => replaceDurably(floorFolder, bytes));
          },
        );
        const size = (readFileSync(session).length / 1000).toFixed(1);
        return timed(`${tool} (${size} KB)`, pairs.slice(WARM_UP), target);
      };
      const figures = [
        await measure('submit_critique', critiqueArguments, TARGET),
        await measure('refine_current_thought', rewriteArguments, TARGET),
        await measure('next_action', () => ({})),
      ];
      await server.close();
      return {
        title: 'call',
        method: `One call over stdio, sent to answered, ÷ write + fsync + rename + fsync of the folder for the same bytes, synchronously in the measuring process. ${ROUNDS} interleaved pairs after ${WARM_UP} warm-up pairs, in one warm server. \`next_action\` writes nothing: it shows what is not the disk.`,
        figures,
        notes: [],
      };
    }),
  );

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendDurably, replaceDurably } from '../durable-write.ts';
import { type Figure, interleave, type Suite, timed, timeOf } from '../figures.ts';
import {
  critiqueArguments,
  openThought,
  rewriteArguments,
  type Step,
  startSession,
  wholeThought,
} from '../scripted-session.ts';
import { builtServer, ECHO, initialize, type Server, startServer } from '../server.ts';
import { sessionWriter } from '../stored-session.ts';
import { committedThought, TIME } from '../stored-thought.ts';
import { withTempHome } from '../temp-home.ts';

const ROUNDS = 300;
const WARM_UP = 30;
/** Committed thoughts before the measured one, so that the file has about 20 KB. */
const THOUGHTS = 3;
/** Committed thoughts of the session whose file is too large to be written anew with each call. */
const MANY = 1000;
const TARGET = 2;

function onlySessionFile(folder: string): string {
  const [name, ...more] = readdirSync(folder).filter((each) => /^[a-z0-9]+\.json$/.test(each));
  if (name === undefined || more.length > 0) throw new Error(`not exactly one session file in ${folder}`);
  return join(folder, name);
}

/** One call of ours, and the least that could stand in its place. */
interface Measured {
  readonly name: string;
  readonly ours: (round: number) => Promise<unknown>;
  readonly floor: (round: number) => Promise<unknown>;
  readonly target?: number;
}

async function measure({ name, ours, floor, target }: Measured) {
  const pairs = await interleave(
    ROUNDS + WARM_UP,
    (round) => timeOf(() => ours(round)),
    (round) => timeOf(() => floor(round)),
  );
  return timed(name, pairs.slice(WARM_UP), target);
}

/** A session with a small file and one with a large file, both with a critique to come next. */
async function preparedSessions(server: Server, home: string) {
  const small = await startSession(server, 'Should we cache API responses at the edge or at the origin?');
  for (let seed = 0; seed < THOUGHTS; seed += 1) await wholeThought(small, seed);
  await openThought(small, THOUGHTS);
  const file = onlySessionFile(join(home, 'sessions'));
  const thoughts = Array.from({ length: MANY }, (_, n) => committedThought(n));
  sessionWriter(home)({ id: 'large', time: TIME, question: 'What does much cost?', thoughts });
  const large: Step = (tool, args = {}) => server.call(tool, { session_id: 'large', ...args });
  await openThought(large, MANY);
  return { small, large, file };
}

type Sessions = Awaited<ReturnType<typeof preparedSessions>>;
type Floor = (args: object) => Promise<unknown>;

/** An echoed call alone, with the write of a whole file, and with an addition to a file. */
function floorsOf(
  echo: Server,
  folder: string,
  file: string,
): Record<'echoed' | 'replaced' | 'added', Floor> {
  const echoed: Floor = (args) => echo.ask('tools/call', { name: 'echo', arguments: args });
  const replaced: Floor = async (args) => {
    await echoed(args);
    replaceDurably(folder, readFileSync(file));
  };
  const added: Floor = async (args) => {
    await echoed(args);
    appendDurably(folder, Buffer.from(`${JSON.stringify(args)}\n`));
  };
  return { echoed, replaced, added };
}

async function figuresOf({ small, large }: Sessions, floors: ReturnType<typeof floorsOf>): Promise<Figure[]> {
  const critique = (step: Step, floor: Floor) => ({
    ours: (round: number) => step('submit_critique', critiqueArguments(round)),
    floor: (round: number) => floor(critiqueArguments(round)),
    target: TARGET,
  });
  return [
    await measure({ name: 'submit_critique', ...critique(small, floors.replaced) }),
    await measure({
      name: 'refine_current_thought',
      ours: (round) => small('refine_current_thought', rewriteArguments(round)),
      floor: (round) => floors.replaced(rewriteArguments(round)),
      target: TARGET,
    }),
    await measure({ name: `submit_critique, ${MANY} thoughts`, ...critique(large, floors.added) }),
    await measure({
      name: 'next_action ÷ echo alone',
      ours: () => small('next_action'),
      floor: () => floors.echoed({}),
    }),
  ];
}

/** A call that changes a session, over stdio, against an echoed call and the bare write of what it changes. */
export const call: Suite = () =>
  withTempHome((home) =>
    withTempHome(async (folder) => {
      const server = startServer(builtServer(), home);
      const echo = startServer(ECHO, folder);
      await Promise.all([initialize(server), initialize(echo)]);
      const sessions = await preparedSessions(server, home);
      const figures = await figuresOf(sessions, floorsOf(echo, folder, sessions.file));
      const size = (readFileSync(sessions.file).length / 1000).toFixed(1);
      await Promise.all([server.close(), echo.close()]);
      return {
        title: 'call',
        method: `One call over stdio, sent to answered, ÷ the same arguments echoed by a hand-written server and then, in the measuring process, the bare durable write: write + fsync + rename + fsync of the folder for the bytes of the file (${size} KB), or append + fdatasync for a session of ${MANY} thoughts. ${ROUNDS} interleaved pairs after ${WARM_UP} warm-up pairs, in one warm server.`,
        figures,
        notes: [
          'Beside the write stand the two passes of the SDK over each message, and a look at the configuration, the own lenses and the file of the session in every call, so that what others change counts at once.',
        ],
      };
    }),
  );

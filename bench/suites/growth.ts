import { gated, interleave, type Suite, timed, timeOf } from '../figures.ts';
import { critiqueArguments, openThought, type Step, wholeThought } from '../scripted-session.ts';
import { builtServer, initialize, type Server, startServer } from '../server.ts';
import { sessionWriter } from '../stored-session.ts';
import { committedThought, TIME } from '../stored-thought.ts';
import { withTempHome } from '../temp-home.ts';

const ROUNDS = 300;
const WARM_UP = 60;
const SIZES = { small: 10, big: 10_000 } as const;
const TARGET = 1.1;
const GATE = 1.4;

/** Puts a session with so many committed thoughts into a home; returns its size in MB. */
function fill(home: string, id: string, count: number): number {
  const thoughts = Array.from({ length: count }, (_, n) => committedThought(n));
  const question = `What do ${count} thoughts cost?`;
  return sessionWriter(home)({ id, time: TIME, question, thoughts }) / 1e6;
}

function stepOn(server: Server, id: string): Step {
  return (tool, args = {}) => server.call(tool, { session_id: id, ...args });
}

/** What a call costs on a large session against the same call on a small one, in one warm server. */
export const growth: Suite = () =>
  withTempHome(async (home) => {
    const sizes = [fill(home, 'small', SIZES.small), fill(home, 'big', SIZES.big)];
    const server = startServer(builtServer(), home);
    await initialize(server);
    const [small, big] = [stepOn(server, 'small'), stepOn(server, 'big')];
    const measure = async (name: string, rounds: number, work: (step: Step, round: number) => unknown) => {
      const warmUp = Math.ceil((rounds * WARM_UP) / ROUNDS);
      const pairs = await interleave(
        rounds + warmUp,
        (round) => timeOf(() => work(big, round)),
        (round) => timeOf(() => work(small, round)),
      );
      return gated(timed(name, pairs.slice(warmUp), TARGET), GATE);
    };
    const whole = await measure('a whole thought (6 calls)', ROUNDS / 6, wholeThought);
    for (const step of [small, big]) await openThought(step, 1);
    const figures = [
      await measure('submit_critique', ROUNDS, (step, round) =>
        step('submit_critique', critiqueArguments(round)),
      ),
      whole,
      await measure('next_action', ROUNDS, (step) => step('next_action')),
    ];
    const peak = server.peakMib();
    await server.close();
    const [smallMb, bigMb] = sizes.map((size) => size.toFixed(3));
    return {
      title: 'growth',
      method: `A call over stdio on a session of ${SIZES.big} committed thoughts (${bigMb} MB) ÷ the same call on one of ${SIZES.small} (${smallMb} MB), in turn in one warm server. Up to ${ROUNDS} interleaved pairs after a fifth as many warm-up pairs.`,
      figures,
      notes: peak === null ? [] : [`Peak memory of the server: ${peak.toFixed(0)} MiB.`],
    };
  });

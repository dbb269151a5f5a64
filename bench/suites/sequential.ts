import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storedChain, thinkOn, thought } from '../chains.ts';
import { replaceDurably } from '../durable-write.ts';
import { type Figure, interleave, type Pair, type Suite, timed, timeOf } from '../figures.ts';
import { INSTALL_PEER, peerServer } from '../peer.ts';
import { builtServer, initialize, type Server, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';

const ROUNDS = 300;
const WARM_UP = 50;
const SAMPLE = 60;
const EARLY = 100;
const LATE = 10_000;
const BRANCHES = 500;
/** A stored chain is begun anew after so many thoughts, so that its file stays small. */
const SMALL = 20;
/** Calls in a row whose processor time is measured together, and how many such rows. */
const BATCH = 100;
const BATCHES = 21;
const PEER_TARGET = 1.5;
const WORK_TARGET = 1;
const WRITE_TARGET = 1.5;
const LATE_TARGET = 2;
const MEMORY_TARGET_KIB = 3;
/** Before the first of these thoughts the collector itself takes tens of MiB, in the peer, too. */
const MEMORY_SPAN = [5000, 30_000] as const;
const MEMORY_RUNS = 3;

const IN_MEMORY = ['--set', 'sequential.persist=false'];

async function started(script: string, home: string, args: readonly string[] = []): Promise<Server> {
  const server = startServer(script, home, { args });
  await initialize(server);
  return server;
}

/** Runs `work` beside a server and ends it afterwards. */
async function beside<T>(server: Server, work: (server: Server) => Promise<T>): Promise<T> {
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

const call = (server: Server, args: object) =>
  timeOf(() => server.ask('tools/call', { name: 'sequentialthinking', arguments: args }));

/** The processor time of a server per call of a batch, in ms; NaN where the system does not tell. */
async function workedBy(server: Server, batch: () => Promise<void>): Promise<number> {
  const before = server.workedMs() ?? Number.NaN;
  await batch();
  return ((server.workedMs() ?? Number.NaN) - before) / BATCH;
}

/** Our chain in memory against the peer, thought by thought. */
async function againstPeer(home: string, peer: string): Promise<Figure[]> {
  return beside(await started(builtServer(), home, IN_MEMORY), async (ours) =>
    beside(await started(peer, home), async (theirs) => {
      const pairs = await interleave(
        ROUNDS + WARM_UP,
        (round) => call(ours, thought(round + 1)),
        (round) => call(theirs, thought(round + 1)),
      );
      const worked = (server: Server, batch: number) =>
        workedBy(server, () => thinkOn(server, [2000 + batch * BATCH, 1999 + (batch + 1) * BATCH]));
      const batches = await interleave(
        BATCHES,
        (batch) => worked(ours, batch),
        (batch) => worked(theirs, batch),
      );
      const known = batches.filter((pair) => !Number.isNaN(pair.ours / pair.floor));
      const name = 'persist = false ÷ the peer: processor time per call';
      return [
        timed('persist = false ÷ the peer', pairs.slice(WARM_UP), PEER_TARGET),
        ...(known.length === 0 ? [] : [timed(name, known, WORK_TARGET)]),
      ];
    }),
  );
}

/** What keeping the chain adds to a call, against the bare durable write of its file. */
async function againstWrite(home: string, floorFolder: string): Promise<Figure> {
  return beside(await started(builtServer(), home), async (stored) =>
    beside(await started(builtServer(), home, IN_MEMORY), async (memory) => {
      const pairs: Pair[] = [];
      for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
        const sessionId = `chain-${Math.floor(round / SMALL)}`;
        const args = { ...thought((round % SMALL) + 1), sessionId };
        const inMemory = await call(memory, args);
        const onDisk = await call(stored, args);
        const bytes = readFileSync(join(home, 'sessions', `${sessionId}.json`));
        const floor = await timeOf(() => replaceDurably(floorFolder, bytes));
        // The first thought of a chain also enters it into the index.
        if (round % SMALL > 0) pairs.push({ ours: onDisk - inMemory, floor });
      }
      return timed('persisted − persist = false ÷ bare durable write', pairs.slice(WARM_UP), WRITE_TARGET);
    }),
  );
}

/** Call 10,000 against call 100 on two servers of one kind. */
async function lateAgainstEarly(
  name: string,
  start: () => Promise<Server>,
  branches: number,
): Promise<Figure> {
  return beside(await start(), async (early) =>
    beside(await start(), async (late) => {
      await thinkOn(early, [1, EARLY], { branches });
      await thinkOn(late, [1, LATE], { branches });
      const pairs = await interleave(
        SAMPLE,
        (round) => call(late, thought(LATE + 1 + round, { branches })),
        (round) => call(early, thought(EARLY + 1 + round, { branches })),
      );
      return timed(`${name}: call 10,000 ÷ call 100`, pairs, LATE_TARGET);
    }),
  );
}

/** The same on chains that are kept. */
async function storedLate(home: string, branches: number): Promise<Figure> {
  return beside(await started(builtServer(), home), async (server) => {
    const early = await storedChain(server, EARLY, branches);
    const late = await storedChain(server, LATE, branches);
    const think = (sessionId: string, number: number) =>
      call(server, { ...thought(number, { branches }), sessionId });
    const pairs = await interleave(
      SAMPLE,
      (round) => think(late, LATE + 1 + round),
      (round) => think(early, EARLY + 1 + round),
    );
    return timed(`persisted, ${shapeOf(branches)}: call 10,000 ÷ call 100`, pairs, LATE_TARGET);
  });
}

const shapeOf = (branches: number) => (branches === 0 ? 'linear' : `${branches} branches`);

/** How much memory a thought of 1 KB takes in one server, in KiB, once the collector has grown its young space. */
async function growthOf(server: Server): Promise<number> {
  const [from, to] = MEMORY_SPAN;
  return beside(server, async () => {
    await thinkOn(server, [1, from], { characters: 1000 });
    const before = server.residentKib() ?? Number.NaN;
    await thinkOn(server, [from + 1, to], { characters: 1000 });
    return ((server.residentKib() ?? Number.NaN) - before) / (to - from);
  });
}

/** The median of several servers: where in its cycle the collector is at the end is chance. */
async function memoryPerThought(start: () => Promise<Server>): Promise<string> {
  const growths: number[] = [];
  for (let run = 0; run < MEMORY_RUNS; run += 1) growths.push(await growthOf(await start()));
  return (growths.sort((a, b) => a - b)[Math.floor(MEMORY_RUNS / 2)] ?? Number.NaN).toFixed(2);
}

/** Late calls against early ones: ours in memory, the peer where it is installed, ours on disk. */
async function lateFigures(home: string, peer: string | null): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const branches of [0, BRANCHES]) {
    const shape = shapeOf(branches);
    const ours = () => started(builtServer(), home, IN_MEMORY);
    figures.push(await lateAgainstEarly(`persist = false, ${shape}`, ours, branches));
    if (peer !== null)
      figures.push(await lateAgainstEarly(`the peer, ${shape}`, () => started(peer, home), branches));
    figures.push(await storedLate(home, branches));
  }
  return figures;
}

/** The notebook of thoughts: beside its original, beside the disk, and late in a long chain. */
export const sequential: Suite = () =>
  withTempHome((home) =>
    withTempHome(async (other) => {
      const peer = peerServer();
      const kib = await memoryPerThought(() => started(builtServer(), home, IN_MEMORY));
      const theirs =
        peer === null ? '' : `; the peer ${await memoryPerThought(() => started(peer, home))} KiB`;
      return {
        title: 'sequential',
        method: `\`sequentialthinking\` over stdio, sent to answered. ${ROUNDS} pairs after ${WARM_UP} against the peer \`@modelcontextprotocol/server-sequential-thinking\` and against the disk (chains of up to ${SMALL} thoughts); ${SAMPLE} pairs late ÷ early. Stored long chains are imported first. Neither server logs its thoughts.`,
        figures: [
          ...(peer === null ? [] : await againstPeer(home, peer)),
          await againstWrite(home, other),
          ...(await lateFigures(home, peer)),
        ],
        notes: [
          `Resident memory for each thought of 1 KB with persist = false, between thoughts ${MEMORY_SPAN.join(' and ')}, median of ${MEMORY_RUNS} runs: ${kib} KiB (target ≤ ${MEMORY_TARGET_KIB})${theirs}.`,
          ...(peer === null ? [`The peer is not installed: ${INSTALL_PEER}.`] : []),
        ],
      };
    }),
  );

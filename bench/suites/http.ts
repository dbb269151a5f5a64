import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceDurably } from '../durable-write.ts';
import { type Figure, type Suite, spread, timeOf } from '../figures.ts';
import { type HttpClient, type HttpServer, openClient, startHttp } from '../http-client.ts';
import { builtServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';

const FLOOR = fileURLToPath(new URL('../http-floor.ts', import.meta.url));
const CLIENTS = [1, 10, 50];
const ROUNDS = 7;
const ROUND_MS = 700;
const WARM_UP_MS = 700;
/** Requests a second of ours ÷ those of the floor, so that more is better. */
const LEAST = 0.8;
const WRITTEN_BYTES = 4_000;
const WRITES = 60;

type Work = (client: HttpClient, turn: number, place: number) => Promise<unknown>;

/** What one side did in one round. */
interface Burst {
  readonly perSecond: number;
  readonly p99: number;
}

interface Side {
  readonly clients: readonly HttpClient[];
  readonly work: Work;
}

/** All clients at work, each with one request under way, for some time. */
async function burst({ clients, work }: Side, ms: number): Promise<Burst> {
  const times: number[] = [];
  const begun = performance.now();
  const run = async (client: HttpClient, place: number) => {
    for (let turn = 0; performance.now() - begun < ms; turn += 1)
      times.push(await timeOf(() => work(client, turn, place)));
  };
  await Promise.all(clients.map(run));
  const seconds = (performance.now() - begun) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  return { perSecond: times.length / seconds, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

/** Rounds of all sides in turn, the first of each round in front of the last one. */
async function bursts(sides: readonly Side[]): Promise<readonly (readonly Burst[])[]> {
  for (const side of sides) await burst(side, WARM_UP_MS);
  const found: Burst[][] = sides.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = sides.map((_, index) => (index + round) % sides.length);
    for (const index of order) {
      const side = sides[index];
      if (side !== undefined) found[index]?.push(await burst(side, ROUND_MS));
    }
  }
  return found;
}

const rate = (bursts: readonly Burst[]) =>
  `${Math.round(spread(bursts.map((each) => each.perSecond)).median)}/s`;
const p99 = (bursts: readonly Burst[]) =>
  `${spread(bursts.map((each) => each.p99)).median.toPrecision(3)} ms`;

function compared(name: string, ours: readonly Burst[], floor: readonly Burst[]): Figure {
  const ratio = spread(ours.map((each, round) => each.perSecond / (floor[round]?.perSecond ?? Number.NaN)));
  return { name, ours: rate(ours), floor: rate(floor), ratio };
}

const opened = (server: HttpServer, count: number) =>
  Promise.all(Array.from({ length: count }, () => openClient(server)));

const read: Work = ({ call }) => call('list_modes', {});
const note: Work = ({ call }, turn, place) =>
  call('sequentialthinking', {
    thought: `Thought ${turn} of client ${place}. `.padEnd(200, '.'),
    thoughtNumber: (turn % 20) + 1,
    totalThoughts: 20,
    nextThoughtNeeded: turn % 20 < 19,
  });

/** Writes in a second by the bare durable write of a file, one after the other. */
async function diskRate(folder: string): Promise<number> {
  const bytes = Buffer.alloc(WRITTEN_BYTES, 'x');
  const times: number[] = [];
  for (let turn = 0; turn < WRITES; turn += 1) times.push(await timeOf(() => replaceDurably(folder, bytes)));
  return 1000 / spread(times).median;
}

/** The daemon under load. */
export const http: Suite = () =>
  withTempHome(async (home) => {
    const folder = join(home, 'floor');
    mkdirSync(folder);
    const servers = await Promise.all([
      startHttp([builtServer(), 'serve', '--port', '0', '--no-auth'], home),
      startHttp(['--import', 'tsx', FLOOR, 'sdk'], home),
      startHttp(['--import', 'tsx', FLOOR, 'bare'], home),
    ]);
    const figures: Figure[] = [];
    const notes: string[] = [];
    for (const count of CLIENTS) {
      const [mine = [], sdk = [], bare = []] = await Promise.all(servers.map((each) => opened(each, count)));
      const [ours = [], theirs = [], floor = []] = await bursts([
        { clients: mine, work: read },
        { clients: sdk, work: read },
        { clients: bare, work: read },
      ]);
      figures.push(compared(`reading, ${count} clients ÷ SDK`, ours, theirs));
      figures.push(compared(`reading, ${count} clients ÷ bare node:http`, ours, floor));
      const before = await diskRate(folder);
      const [writing = []] = await bursts([{ clients: mine, work: note }]);
      const disk = (before + (await diskRate(folder))) / 2;
      figures.push({
        name: `writing durably, ${count} clients ÷ the disk`,
        ours: rate(writing),
        floor: `${Math.round(disk)}/s`,
        ratio: spread(writing.map(({ perSecond }) => perSecond / disk)),
      });
      notes.push(
        `${count} clients, 99th percentile: reading ${p99(ours)}, SDK ${p99(theirs)}, bare ${p99(floor)}; writing ${p99(writing)}.`,
      );
      for (const client of [...mine, ...sdk, ...bare]) client.close();
    }
    await Promise.all(servers.map((server) => server.close()));
    return {
      title: 'http',
      method: `Requests a second over loopback HTTP, so that more is better; each client has one request under way. \`list_modes\` ÷ the SDK's Streamable HTTP transport with a tool that does nothing (aim ≥ ${LEAST}) and ÷ a bare node:http server that parses and answers JSON; \`sequentialthinking\`, stored in a chain for each client, ÷ bare durable writes of ${WRITTEN_BYTES / 1000} KB one after the other. ${ROUNDS} interleaved rounds of ${ROUND_MS / 1000} s after ${WARM_UP_MS / 1000} s; clients and servers share the machine.`,
      figures,
      notes,
    };
  });

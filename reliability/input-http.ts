import { connect } from 'node:net';
import { join } from 'node:path';
import { type DaemonProcess, startDaemon } from '../test/support/daemon.ts';
import { ask, HELLO, post } from '../test/support/raw-http.ts';
import { type Chance, seededRandom } from '../test/support/seeded-random.ts';
import { leaksIn } from './answers.ts';
import { type Held, openProbe } from './process-figures.ts';
import { type Outcome, type Scratch, withScratch } from './proof.ts';
import { nextCase, type Pass, type RawCase } from './requests.ts';

/** What the server may keep more at the end than after a quarter of the inputs. */
const GROWTH_MIB = 4;
/** Connections that are just closing. */
const PASSING = 3;
const SHOWN = 200;
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_modes', arguments: {} } };

/**
 * All that the server says to some bytes. Where it may wait for more, our end of the connection is closed as soon as
 * another client was answered, by which time the bytes are read; so is a stream that would go on.
 */
function heardAfter(
  { bytes, isWhole }: RawCase,
  port: number,
  another: () => Promise<void>,
): Promise<string> {
  const isStream = bytes.subarray(0, 4).toString() === 'GET ';
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes);
      if (!isWhole) another().then(() => socket.end(), reject);
    });
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      heard += chunk;
      if (isStream) socket.end();
    });
    // A server may well cut off whoever talks nonsense.
    socket.on('error', () => undefined).on('close', () => resolve(heard));
  });
}

const statusesIn = (heard: string) =>
  [...heard.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)]
    .map(([, status]) => Number(status))
    .filter((each) => each >= 200);

/** What is wrong with what the server said. */
function faultsOf(
  { isWhole, isBarred }: RawCase,
  heard: string,
  secrets: readonly string[],
): readonly string[] {
  const statuses = statusesIn(heard);
  const wrong = [...leaksIn(heard)];
  if (isWhole && statuses.length === 0) wrong.push('no answer');
  if (isBarred && statuses.some((status) => status < 300)) wrong.push('let in');
  if (statuses.includes(500)) wrong.push('a defect');
  if (secrets.some((secret) => heard.includes(secret))) wrong.push('tells a secret');
  return wrong;
}

/** A daemon with a proper client beside those who send raw bytes. */
async function openTarget(
  home: string,
  words: readonly string[],
  { onEnd, env }: Pick<Scratch, 'onEnd'> & { env: object },
) {
  const daemon = await startDaemon({ home, args: ['serve', ...words], env: { ...env }, onEnd });
  const { url, token } = daemon;
  if (token === null) throw new Error('the daemon wants no token');
  const authorization = `Bearer ${token}`;
  const { headers } = await post(url, HELLO, { authorization });
  const session = headers['mcp-session-id'];
  const pass: Pass = {
    port: Number(new URL(url).port),
    token,
    session: session === undefined ? null : String(session),
  };
  const named = session === undefined ? {} : { 'mcp-session-id': String(session) };
  const serve = async () => {
    const { text } = await post(url, CALL, { authorization, ...named });
    if (!text.includes('"modes"')) throw new Error(`the next client hears: ${text.slice(0, SHOWN)}`);
  };
  /** Ends what the raw bytes opened, so that sessions do not fill up. */
  const tidy = async (heard: string) => {
    const ids = [...heard.matchAll(/^mcp-session-id: (\S+)/gim)].map(([, id]) => String(id));
    for (const id of ids.filter((each) => each !== session))
      await ask(url, { method: 'DELETE', headers: { authorization, 'mcp-session-id': id } });
  };
  return { daemon, pass, serve, tidy };
}

interface Talk {
  readonly violations: readonly string[];
  readonly statuses: readonly number[];
}

/** Sends raw bytes to one daemon until `inputs` are sent, and ends it. */
async function talkTo(words: readonly string[], inputs: number, chance: Chance): Promise<Talk> {
  return withScratch(async ({ folder, onEnd }) => {
    const home = join(folder, 'home');
    const probe = openProbe(folder);
    const { daemon, pass, serve, tidy } = await openTarget(home, words, { onEnd, env: probe.env });
    const violations: string[] = [];
    const statuses: number[] = [];
    let early: Held | null = null;
    for (let sent = 0; sent < inputs; sent += 1) {
      if (sent === Math.floor(inputs / 4)) early = await probe.look(daemon.server);
      const raw = nextCase(pass, chance);
      const heard = await heardAfter(raw, pass.port, serve);
      await serve();
      await tidy(heard);
      statuses.push(...statusesIn(heard));
      const wrong = faultsOf(raw, heard, [pass.token, home]);
      const shown = () => JSON.stringify([raw.bytes.toString('latin1', 0, SHOWN), heard.slice(0, SHOWN)]);
      violations.push(...wrong.map((what) => `${what}: ${shown()}`));
    }
    const late = await probe.look(daemon.server);
    return { violations: [...violations, ...grown(early, late), ...(await endOf(daemon))], statuses };
  });
}

function grown(early: Held | null, late: Held): readonly string[] {
  const { mib, handles } = early ?? late;
  return [
    ...(late.mib - mib > GROWTH_MIB ? [`memory grew from ${mib} to ${late.mib} MiB`] : []),
    ...(late.handles - handles > PASSING ? [`handles grew from ${handles} to ${late.handles}`] : []),
  ];
}

async function endOf({ server }: DaemonProcess): Promise<readonly string[]> {
  server.kill('SIGTERM');
  const { code } = await server.ended;
  const said = server.stderr();
  return [
    ...(code === 0 ? [] : [`the daemon ended with ${code}`]),
    ...(/defect|Warning/.test(said) ? [`the daemon complains: ${said.slice(-SHOWN)}`] : []),
  ];
}

/** Speaks bad HTTP to daemons over raw connections, and to each a good client after every input. */
export async function inputHttp({ seed, inputs }: { seed: number; inputs: number }): Promise<Outcome> {
  const chance = seededRandom(seed);
  const half = Math.ceil(inputs / 2);
  const talks = [await talkTo([], half, chance), await talkTo(['--stateless'], half, chance)];
  const counts = new Map<number, number>();
  for (const status of talks.flatMap(({ statuses }) => statuses))
    counts.set(status, (counts.get(status) ?? 0) + 1);
  const answers = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`);
  return {
    facts: { inputs, answers: answers.join(', ') },
    violations: talks.flatMap(({ violations }) => violations),
  };
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect, PATIENT, type Session } from '../test/support/client.ts';
import { connectHttp, type DaemonProcess, startDaemon } from '../test/support/daemon.ts';
import { playRound, sessionIn } from '../test/support/serial-phases.ts';
import { thought } from '../test/support/thought.ts';
import { openProbe } from './process-figures.ts';
import { type Outcome, withScratch } from './proof.ts';

/** What both servers together may keep more after they have warmed up, in MiB; a leak grows with every lap. */
const GROWTH_MIB = 4;
/** A connection that is just closing, or a file that is just being replaced. */
const PASSING = 3;
const THOUGHTS = 5;
/** So many clients leave without a word, each second one of the first; the daemon keeps their sessions for a while. */
const WORDLESS = 40;
/** After so many laps comes a look at what is held. */
const LOOK_AFTER = 3;

/** What both servers and their data root hold at one moment. */
interface Sample {
  readonly mib: number;
  readonly handles: number;
  readonly files: number;
}

/** The work of one lap: a session and a notebook from the start to the trash, with looks at both. */
async function lap(session: Session, number: number): Promise<readonly string[]> {
  const broken: string[] = [];
  const call = async (tool: string, args: object) => {
    const { reply, isError } = await session.result(tool, args);
    const { error } = reply;
    if (isError || error !== undefined) broken.push(`lap ${number}: ${tool} answers ${error ?? 'an error'}`);
    return reply;
  };
  const id = await sessionIn({ call }, 'zero_rounds', { stages: ['Only'] });
  await playRound({ call }, id, `Measure first, then cache: ${number}.`, 0.9);
  await call('commit_thought', { session_id: id });
  const chain = `chain-${number}`;
  for (let step = 1; step <= THOUGHTS; step += 1)
    await call('sequentialthinking', thought(step, { sessionId: chain }));
  await call('list_sessions', {});
  await call('search_sessions', { query: 'cache' });
  await call('export_session', { session_id: id, format: 'markdown' });
  await session.client.listTools({}, PATIENT);
  await session.client.listResources({}, PATIENT);
  await call('finalize_session', { session_id: id });
  await call('keep_here', { session_id: id });
  for (const session_id of [id, chain]) await call('clear_session', { session_id });
  return broken;
}

/** A visitor closes itself. */
const leave = () => undefined;

/** A client that comes to the daemon, looks at the sessions, and leaves without a word or with one. */
async function visit({ url, token }: DaemonProcess, number: number) {
  const visitor = await connectHttp(url, token, leave);
  const { error } = await visitor.call('list_sessions');
  const isWordless = number % 2 === 0 && number / 2 < WORDLESS;
  if (!isWordless) await visitor.transport.terminateSession();
  await visitor.client.close();
  return error === undefined ? [] : [`lap ${number}: the daemon answers ${error}`];
}

/** The files outside the trash, which grows by design. */
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.startsWith(join(root, 'trash')),
  ).length;

const middleOf = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What has grown between the second quarter of the looks and the last. */
function growth(samples: readonly Sample[]): readonly string[] {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const parts = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const of = (name: keyof Sample) => parts.map((part) => middleOf(part.map((sample) => sample[name])));
  const grown = (name: keyof Sample, most: number) => {
    const [early = 0, late = 0] = of(name);
    return late - early > most ? [`${name} grew from ${early.toFixed(0)} to ${late.toFixed(0)}`] : [];
  };
  return [...grown('mib', GROWTH_MIB), ...grown('handles', PASSING), ...grown('files', PASSING)];
}

/** Works a server and a daemon lap after lap as long as `goesOn` says so; nothing may grow. */
export async function soak({ goesOn }: { goesOn: (laps: number) => boolean }): Promise<Outcome> {
  return withScratch(async ({ folder, onEnd }) => {
    const root = join(folder, 'home');
    const probe = openProbe(folder);
    const session = await connect({ home: root, env: probe.env, onEnd, keepsOutput: false });
    const daemon = await startDaemon({ home: root, env: probe.env, onEnd });
    const samples: Sample[] = [];
    const violations: string[] = [];
    let laps = 0;
    for (; goesOn(laps); laps += 1) {
      violations.push(...(await lap(session, laps)), ...(await visit(daemon, laps)));
      if (laps % LOOK_AFTER !== 0) continue;
      const [piped, served] = [await probe.look(session.server), await probe.look(daemon.server)];
      samples.push({
        mib: piped.mib + served.mib,
        handles: piped.handles + served.handles,
        files: filesIn(root),
      });
    }
    violations.push(...growth(samples));
    const [first, last] = [samples[0], samples.at(-1)];
    const of = (name: keyof Sample) => `${first?.[name].toFixed(0)} to ${last?.[name].toFixed(0)}`;
    return { facts: { laps, MiB: of('mib'), handles: of('handles'), files: of('files') }, violations };
  });
}

import { createHash } from 'node:crypto';
import type { Config } from '../core/config.ts';
import type { PortableRead } from '../core/portable-record.ts';
import { type Link, relinked } from '../core/relinking.ts';
import { isSessionId, type SessionDocument } from '../core/session.ts';
import { flat } from '../core/text.ts';
import type { World } from '../kit/tool.ts';
import { readImport, vetImport } from '../session-tools/import.ts';
import { loadFile } from './import-file.ts';
import { type Landed, landed, settleLinks } from './import-links.ts';
import { inImportTurn } from './import-turn.ts';
import { type Candidate, candidatesAt } from './import-walk.ts';

/** What became of one file. */
export interface FileReport {
  readonly path: string;
  readonly outcome: 'imported' | 'already_there' | 'skipped';
  /** The id here; null in a trial run where a new one would be made, and for a file that was skipped. */
  readonly session_id: string | null;
  /** The id in the file, where another one had to be taken. */
  readonly taken_id?: string;
  /** Links that would have led to another record than the one that they meant. */
  readonly dropped_links?: readonly Link[];
  /** Links to sessions that were here before, which perhaps only bear the id that was meant. */
  readonly unsure_links?: readonly Link[];
  readonly reason?: string;
}

const MIB = 1024 * 1024;

/** What tells two sessions apart, whatever their ids and links and however often they were stored. */
function fingerprint(session: SessionDocument): string {
  const {
    id: _,
    revision: __,
    updated_at: ___,
    move_history: ____,
    ...content
  } = relinked(session, () => null);
  const sorted = Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha1').update(JSON.stringify(sorted)).digest('hex');
}

/** Whether a session could be stored under the id of its file. */
const isFree = (id: string, taken: ReadonlySet<string>) => isSessionId(id) && !taken.has(id.toLowerCase());

/** The stored sessions as an import of them would read; one that cannot be read is like no other. */
function createTwins(world: World, config: Config, taken: ReadonlySet<string>) {
  let known: Map<string, string> | null = null;
  const printOf = async (id: string): Promise<string | null> => {
    const stored = await world.ports.store.read(id).catch(() => null);
    if (stored === null) return null;
    const read = vetImport(readImport(stored.session, world), config);
    return read.ok ? fingerprint(read.session) : null;
  };
  const all = async () => {
    const prints = new Map<string, string>();
    for (const id of await world.ports.store.ids()) {
      const print = await printOf(id);
      if (print !== null) prints.set(print, id);
    }
    return prints;
  };
  return {
    /** The id of a stored session with the same content, or null; one whose own id is free has none. */
    of: async (read: Extract<PortableRead, { readonly ok: true }>): Promise<string | null> => {
      const print = fingerprint(read.session);
      if (read.id !== null && isFree(read.id, taken)) return null;
      if (read.id !== null && isSessionId(read.id) && (await printOf(read.id)) === print) return read.id;
      known ??= await all();
      return known.get(print) ?? null;
    },
    add: (session: SessionDocument, id: string) => void known?.set(fingerprint(session), id),
  };
}

const reasonOf = ({ problem }: Extract<PortableRead, { readonly ok: false }>) =>
  problem.code === 'bad_id'
    ? 'its id is no session id'
    : `no session, review or investigation: ${problem.at === '' ? 'content' : problem.at}: ${problem.expected}`;

/** Takes files over one by one; in a trial run nothing is stored. */
async function importFile(
  path: string,
  around: {
    readonly world: World;
    readonly config: Config;
    readonly dryRun: boolean;
    readonly taken: Set<string>;
    readonly all: Landed[];
  },
  twins: ReturnType<typeof createTwins>,
): Promise<FileReport> {
  const { world, config, dryRun, taken, all } = around;
  const skipped = (reason: string): FileReport => ({ path, outcome: 'skipped', session_id: null, reason });
  const loaded = loadFile(path, config.limits.session_mib * MIB);
  if ('left' in loaded) return skipped(loaded.left);
  const read = vetImport(readImport(loaded.data, { ...world, now: loaded.changedAt }), config);
  if (!read.ok) return skipped(reasonOf(read));
  const twin = await twins.of(read);
  if (twin !== null) {
    all.push(landed(read.session, { path, id: twin, fileId: read.id, isNew: false }));
    return { path, outcome: 'already_there', session_id: twin };
  }
  const { id: _, ...draft } = read.session;
  if (dryRun) {
    const keepsId = read.id !== null && isFree(read.id, taken);
    if (read.id !== null) taken.add(read.id.toLowerCase());
    const others = keepsId || read.id === null ? {} : { taken_id: read.id };
    return { path, outcome: 'imported', session_id: keepsId ? read.id : null, ...others };
  }
  await world.ports.bootstrap();
  const { session } = await world.ports.store.insert(draft, read.id);
  taken.add(session.id.toLowerCase());
  twins.add(read.session, session.id);
  all.push(landed(read.session, { path, id: session.id, fileId: read.id, isNew: true }));
  const others = read.id === null || read.id === session.id ? {} : { taken_id: read.id };
  return { path, outcome: 'imported', session_id: session.id, ...others };
}

/** What an import works with. */
interface ImportParts {
  readonly world: World;
  readonly dryRun: boolean;
  /** Told of each file as it is done. */
  readonly tell: (report: FileReport) => void;
  /** Told who else imports, where that has to be waited for. */
  readonly onWait: (holder: string) => void;
}

/** Imports every file that the paths name; a second import at the same time waits. A fault of the data root is thrown. */
export async function importPaths(paths: readonly string[], parts: ImportParts): Promise<FileReport[]> {
  const { ports } = parts.world;
  const candidates = paths.flatMap(candidatesAt);
  const work = () => importAll(candidates, parts);
  // Where there is no data root, asking for its sessions says so.
  await ports.store.ids();
  const stores = !parts.dryRun && candidates.some(({ left }) => left === undefined);
  return stores ? inImportTurn(ports.leases, parts.onWait, work) : work();
}

async function importAll(
  candidates: readonly Candidate[],
  { world, dryRun, tell }: ImportParts,
): Promise<FileReport[]> {
  const config = await world.ports.config();
  const taken = new Set((await world.ports.store.ids()).map((id) => id.toLowerCase()));
  const twins = createTwins(world, config, taken);
  const reports: FileReport[] = [];
  const all: Landed[] = [];
  for (const { path, left } of candidates) {
    const report: FileReport =
      left === undefined
        ? await importFile(path, { world, config, dryRun, taken, all }, twins)
        : { path, outcome: 'skipped', session_id: null, reason: left };
    reports.push(report);
    tell(report);
  }
  const loose = await settleLinks(all, world);
  return reports.map((report) => {
    const { dropped = [], unsure = [] } = loose.get(report.path) ?? {};
    return {
      ...report,
      ...(dropped.length === 0 ? {} : { dropped_links: dropped }),
      ...(unsure.length === 0 ? {} : { unsure_links: unsure }),
    };
  });
}

/** One line about a file; nothing in it steers a terminal. */
export const reportLine = (report: FileReport, dryRun: boolean) =>
  flat(`${report.path}: ${outcomeOf(report, dryRun)}`);

/** A line about each link of a file that was left out, or that may lead astray. */
export const linkLines = ({ path, session_id, dropped_links = [], unsure_links = [] }: FileReport) => [
  ...dropped_links.map(({ field, id }) =>
    flat(`${path}: ${session_id} has no ${field} ${id} any more: that id is another session's here`),
  ),
  ...unsure_links.map(({ field, id }) =>
    flat(
      `${path}: ${session_id} has ${field} ${id}; see that the session here under that id is the one meant`,
    ),
  ),
];

function outcomeOf({ outcome, session_id, taken_id, reason }: FileReport, dryRun: boolean): string {
  if (outcome === 'skipped') return `skipped, ${reason}`;
  if (outcome === 'already_there') return `already there as ${session_id}`;
  const done = `${dryRun ? 'would be ' : ''}imported as ${session_id ?? 'a new id'}`;
  if (taken_id === undefined) return done;
  return `${done}, since its id ${taken_id} is ${isSessionId(taken_id) ? 'taken' : 'reserved by the system'}`;
}

/** The data folders that the other servers are told by their environment, where those are set. */
export function foreignFolders(env: NodeJS.ProcessEnv, home: string): string[] {
  return ['DEVILS_ADVOCATE_DIR', 'TOT_PERSIST_DIR'].flatMap((name) => {
    const value = env[name]?.trim() ?? '';
    return value === '' ? [] : [value.replace(/^~(?=[\\/]|$)/, () => home)];
  });
}

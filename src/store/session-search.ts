import { setImmediate } from 'node:timers/promises';
import { DamagedIndex } from '../core/search/postings.ts';
import { rank } from '../core/search/ranking.ts';
import type { SearchDoc } from '../core/search/segment.ts';
import { segmentBuilder } from '../core/search/segment-builder.ts';
import { mergeSegments } from '../core/search/segment-merge.ts';
import { EMPTY_SEGMENT } from '../core/search/segment-writer.ts';
import { bestFinding } from '../core/search/snippet.ts';
import { tally } from '../core/search/tally.ts';
import type { SessionDocument } from '../core/session.ts';
import type { FsLayer } from './fs-layer.ts';
import {
  type PassagesOf,
  type SearchPage,
  type SearchQuery,
  type SearchWatch,
  type Stored,
  StoreFault,
} from './ports.ts';
import { createSearchFiles, NO_CORPUS, type SearchFiles, type StoredCorpus } from './search-files.ts';
import { type Changes, type Sighting, surveyFiles } from './search-survey.ts';
import type { SessionAccess } from './session-access.ts';
import type { SessionFolder } from './session-folder.ts';
import type { SessionIndex } from './session-index.ts';

export interface SessionSearchOptions {
  readonly root: string;
  readonly fs: FsLayer;
  readonly folder: SessionFolder;
  readonly access: SessionAccess;
  readonly index: SessionIndex;
  /** How many sessions that have changed the index keeps apart; 100 or a tenth of all when it is not given. */
  readonly recentUpTo?: number;
}

/** So many sessions are read before other calls get a turn. */
const BATCH = 25;
/** When more sessions have changed, and more than this share of all, they are joined with the rest. */
const MOST_RECENT = 100;
const RECENT_SHARE = 0.1;

function openOrNull(access: SessionAccess, id: string): Stored | null {
  try {
    return access.open(id);
  } catch (error) {
    if (error instanceof StoreFault) return null;
    throw error;
  }
}

const documentOf = (
  { id, stamp, path }: Sighting,
  session: SessionDocument | null,
  length: number,
): SearchDoc => ({
  id,
  stamp,
  path,
  length,
  protocol: session?.protocol ?? null,
  status: session?.status ?? '',
  project: session?.project ?? null,
});

/** How sessions are read for the index. */
interface Reading {
  readonly passagesOf: PassagesOf;
  readonly watch: SearchWatch | undefined;
}

/** Lets other calls have their turn, and ends a search that was taken back. */
async function pause(watch: SearchWatch | undefined, done: number, total: number): Promise<void> {
  watch?.onRead(done, total);
  await setImmediate();
  if (watch?.signal.aborted) throw new StoreFault('storage_unavailable', 'the search was taken back', true);
}

/** Reads the sessions that have changed into a segment; one that cannot be read is in it without words. */
async function readChanged(
  access: SessionAccess,
  changed: readonly Sighting[],
  { passagesOf, watch }: Reading,
) {
  const builder = segmentBuilder();
  for (const [at, sighting] of changed.entries()) {
    if (at > 0 && at % BATCH === 0) await pause(watch, at, changed.length);
    const session = openOrNull(access, sighting.id)?.session ?? null;
    const { counts, length } = tally(session?.question ?? '', session === null ? [] : passagesOf(session));
    builder.add(documentOf(sighting, session, length), counts);
  }
  return builder.build();
}

/** The index with what has changed; the part that changes often stays small. */
async function updated(
  { base, recent, gone }: StoredCorpus,
  { changed, vanished, folderStamp }: Changes,
  read: (changed: readonly Sighting[]) => ReturnType<typeof readChanged>,
  most = Math.max(MOST_RECENT, base.docs.count * RECENT_SHARE),
): Promise<StoredCorpus> {
  const outdated = new Set([...changed.map(({ id }) => id), ...vanished]);
  const now = mergeSegments(recent, outdated, await read(changed));
  const dropped = new Set([...gone, ...base.docs.ids.filter((id) => outdated.has(id))]);
  const churn = Math.max(now.docs.count, dropped.size);
  if (churn <= most) return { base, recent: now, gone: dropped, folderStamp };
  return { base: mergeSegments(base, dropped, now), recent: EMPTY_SEGMENT, gone: new Set(), folderStamp };
}

/** Keeps the index in memory and on disk in step with the session files. */
function createKeeper({ root, fs, folder, access, index, recentUpTo }: SessionSearchOptions) {
  const files: SearchFiles = createSearchFiles(fs, root);
  // What could not be written; the next search of this process goes on from there.
  let unwritten: StoredCorpus | null = null;
  const keep = (corpus: StoredCorpus) => {
    try {
      files.store(corpus);
      unwritten = null;
    } catch {
      unwritten = corpus;
    }
    return corpus;
  };
  const refresh = async (known: StoredCorpus, reading: Reading): Promise<StoredCorpus> => {
    // The first look at a home also finds the sessions that only the original's index names.
    if (known === NO_CORPUS) await index.entries();
    const changes = surveyFiles(fs, folder, known);
    const { changed, vanished, folderStamp } = changes;
    if (changed.length === 0 && vanished.length === 0) {
      if (folderStamp === known.folderStamp || folderStamp === null) return known;
      return keep({ ...known, folderStamp });
    }
    const read = (list: readonly Sighting[]) => readChanged(access, list, reading);
    return keep(await updated(known, changes, read, recentUpTo));
  };
  return {
    close: files.close,
    corpus: (reading: Reading) => refresh(unwritten ?? files.load(), reading),
    afresh: (reading: Reading) => refresh(NO_CORPUS, reading),
  };
}

function matches(doc: SearchDoc, { status, protocol, project }: SearchQuery): boolean {
  return (
    (status === null || doc.status === status) &&
    (protocol === null || doc.protocol === protocol) &&
    (project === null || doc.project === project)
  );
}

/** Search over all sessions of one data root; one search at a time. */
export function createSessionSearch(options: SessionSearchOptions) {
  const keeper = createKeeper(options);
  let turn: Promise<unknown> = Promise.resolve();
  const ranked = async (query: SearchQuery, reading: Reading) => {
    const accepts = (doc: SearchDoc) => matches(doc, query);
    // A second look finds the index that another process has just written; a third one trusts none.
    for (const corpusOf of [keeper.corpus, keeper.corpus]) {
      try {
        return rank(await corpusOf(reading), query.words, accepts);
      } catch (error) {
        if (!(error instanceof DamagedIndex)) throw error;
      } finally {
        keeper.close();
      }
    }
    return rank(await keeper.afresh(reading), query.words, accepts);
  };
  const find = async (query: SearchQuery, reading: Reading): Promise<SearchPage> => {
    const { passagesOf } = reading;
    const { docs, sought } = await ranked(query, reading);
    const hits = docs.slice(query.offset, query.offset + query.limit).flatMap(({ id }) => {
      const session = openOrNull(options.access, id)?.session;
      if (session === undefined) return [];
      // A thought that has the words tells more than the question with the same.
      const passages = [...passagesOf(session), { place: {}, text: session.question }];
      const found = bestFinding(passages, sought) ?? { place: {}, snippet: '', others: 0 };
      return [{ session, ...found }];
    });
    return { hits, count: docs.length };
  };
  return (query: SearchQuery, passagesOf: PassagesOf, watch?: SearchWatch): Promise<SearchPage> => {
    const found = turn.then(() => find(query, { passagesOf, watch }));
    turn = found.catch(() => undefined);
    return found;
  };
}

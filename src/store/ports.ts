import type { Config } from '../core/config.ts';
import type { Passage } from '../core/search/passage.ts';
import type { SessionDocument, SessionStatus } from '../core/session.ts';
import type { OldReviews } from './old-reviews.ts';

/**
 * What the disk can do to a call. `code` is the wire code; `retryable` is true only for what may pass by
 * itself; `detail` is one plain clause for a person: what, where, and what to check. No stack, no secret.
 */
export type StoreFaultCode =
  | 'storage_unavailable'
  | 'lock_held'
  | 'disk_full'
  | 'storage_read_only'
  | 'permission_denied'
  | 'home_missing'
  | 'session_file_missing'
  | 'session_corrupt'
  | 'session_newer'
  | 'session_too_large'
  | 'too_many_sessions'
  | 'config_invalid';

export class StoreFault extends Error {
  readonly code: StoreFaultCode;
  readonly retryable: boolean;
  constructor(code: StoreFaultCode, detail: string, retryable = false) {
    super(detail);
    this.name = 'StoreFault';
    this.code = code;
    this.retryable = retryable;
  }
}

/** A stored session and the absolute path of its file. */
export interface Stored {
  readonly session: SessionDocument;
  readonly path: string;
}

/** What a pure decision hands back to `transact`: the reply, and the new session if something changed. */
export interface Decision<T> {
  readonly reply: T;
  readonly session?: SessionDocument;
}

/** Who waits for a search, which reads many sessions where its index is not there yet. */
export interface SearchWatch {
  /** Aborted when the search is taken back; what it has read is then left. */
  readonly signal: AbortSignal;
  /** Told from time to time how many sessions of all have been read. */
  readonly onRead: (done: number, total: number) => void;
}

export interface ListQuery {
  readonly limit: number;
  /** The `next_cursor` of the page before; null for the first page. */
  readonly cursor: string | null;
  /** Null for all but archived ones, which are shown where they are asked for; `open` is active and not over. */
  readonly status: SessionStatus | 'open' | null;
  readonly protocol: string | null;
  readonly project: string | null;
}

/** One row of a listing. `question` is shortened; `session` is null when the file could not be read. */
export interface SessionSummary {
  readonly id: string;
  readonly question: string;
  readonly protocol: string | null;
  readonly status: SessionStatus;
  readonly project: string | null;
  readonly path: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly session: SessionDocument | null;
  /** Whether it waits for a next step: active, and not at its end. */
  readonly open: boolean;
  /** Set when the file is missing or unreadable: the fault code. */
  readonly fault: StoreFaultCode | null;
}

export interface SessionPage {
  readonly sessions: readonly SessionSummary[];
  /** How many sessions match in all. */
  readonly count: number;
  readonly next_cursor: string | null;
}

/** What is looked for: words as the index has them, and which sessions count. */
export interface SearchQuery {
  readonly words: readonly string[];
  readonly limit: number;
  /** How many of the best are left out. */
  readonly offset: number;
  readonly status: SessionStatus | null;
  readonly protocol: string | null;
  readonly project: string | null;
}

/** A session that was found, and the place in it that answers best; no place stands for its question. */
export interface SearchHit {
  readonly session: SessionDocument;
  readonly place: Passage['place'];
  readonly snippet: string;
  /** How many other places in it hold one of the words. */
  readonly others: number;
}

export interface SearchPage {
  /** The best first; one whose file cannot be read now is missing. */
  readonly hits: readonly SearchHit[];
  /** How many sessions match in all. */
  readonly count: number;
}

/** The texts of a session besides its question. */
export type PassagesOf = (session: SessionDocument) => readonly Passage[];

/** Why a move was refused; nothing was changed. */
export type MoveRefusalCode =
  | 'destination_not_absolute'
  | 'destination_same_as_current'
  | 'destination_parent_missing'
  | 'destination_parent_not_a_directory'
  | 'destination_not_writable'
  | 'destination_exists'
  | 'destination_not_a_session'
  | 'destination_write_failed'
  | 'verification_failed';

export type MoveOutcome =
  | {
      readonly kind: 'moved';
      readonly session: SessionDocument;
      readonly fromPath: string;
      readonly newPath: string;
      /** Whether the file at `fromPath` could not be deleted. */
      readonly leftBehind: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly code: MoveRefusalCode;
      /** The destination as far as it was resolved. */
      readonly path: string;
      /** The system's reason, or "" where the code says all. */
      readonly detail: string;
    };

/** Where a session is to go. */
export interface MoveTarget {
  readonly to: string;
  readonly force: boolean;
  /** What the session is to say at its new place; nothing of it is stored when the move is refused. */
  readonly packed?: (session: SessionDocument) => SessionDocument;
}

/** The sessions of one data root. Every method may throw a StoreFault and nothing else on purpose. */
export interface SessionStore {
  /** Stores `draft` under a fresh id, made by exclusive creation; `nameAt` makes ids of a kind of their own. */
  create(draft: Omit<SessionDocument, 'id'>, nameAt?: (tries: number) => string): Promise<Stored>;
  /** Stores an imported session under its own id, or under a fresh one when that is null or taken. */
  insert(draft: Omit<SessionDocument, 'id'>, wantedId: string | null): Promise<Stored>;
  /** The stored session, or null when no session has that id. Never writes. */
  read(id: string): Promise<Stored | null>;
  /**
   * Runs `decide` on the current content under the session's cross-process lock and stores its session, if
   * any, before returning; stamps `revision` + 1 and `updated_at`. Null when no session has that id.
   */
  transact<T>(id: string, now: string, decide: (stored: Stored) => Decision<T>): Promise<T | null>;
  /**
   * Moves the session's file to `to`: an absolute path or one below `~`; an existing folder means "into it".
   * `force` replaces a file there only if it holds this very session. The move is read back before the old
   * file goes, and a pointer in the data root keeps the session reachable. Null when no session has that id.
   */
  move(id: string, now: string, target: MoveTarget): Promise<MoveOutcome | null>;
  /** Makes the session's own file whole, for somebody who will read that; null when no session has that id. */
  fold(id: string): Promise<{ readonly path: string } | null>;
  list(query: ListQuery): Promise<SessionPage>;
  /** Searches all sessions; a search that is taken back throws `storage_unavailable`. Writes nothing but its own cache, and answers without that, too. */
  search(query: SearchQuery, passagesOf: PassagesOf, watch?: SearchWatch): Promise<SearchPage>;
  /** Ids of all known sessions, newest first; for suggestions. `listed` leaves archived ones out, as lists do. */
  ids(which?: 'listed'): Promise<readonly string[]>;
  /**
   * Calls back after each change of a stored session, by whichever process; returns what ends that. Nothing is
   * watched before the first call. Throws `storage_unavailable` where the system watches no more.
   */
  watch(id: string, onChange: () => void): () => void;
  /** Moves the session's file into the trash; returns its new path, or null when no session has that id. */
  trash(id: string, now: string): Promise<{ trashedPath: string | null } | null>;
  /** Makes the files whole of all sessions that this process has at work; what fails is left. */
  close(): Promise<void>;
}

/** The right of one process to work on a session for longer than one call. */
export interface Lease {
  release(): void;
}

/** Leases on sessions, one file each under `locks/`; one that a dead process left behind counts for nothing. */
export interface Leases {
  /** Takes the lease, or tells who has it. */
  take(id: string): Lease | { readonly holder: string };
  /** Who else works on the session, or null; this process itself does not count. */
  elsewhere(id: string): string | null;
}

/** A lens text with its name; `own` marks one from the user's folder. */
export interface Lens {
  readonly name: string;
  readonly text: string;
  readonly own: boolean;
}

/** All usable lenses by name, and one note for each file that had to be skipped. */
export interface LensLibrary {
  readonly lenses: ReadonlyMap<string, Lens>;
  readonly notes: readonly string[];
}

/** The world outside the pure core, built once in main.ts. */
export interface Ports {
  readonly store: SessionStore;
  readonly leases: Leases;
  /** Defaults below the user's file, validated. Throws StoreFault `config_invalid`. */
  readonly config: () => Promise<Config>;
  readonly lenses: () => Promise<LensLibrary>;
  /** Creates the root with its folders and the commented config.toml; cheap when all is there. */
  readonly bootstrap: () => Promise<void>;
  readonly now: () => string;
  /** Keeps an export that is too long for a reply in a file below the data root; returns its absolute path. */
  readonly keepExport: (name: string, text: string) => Promise<string>;
  /** A random UUID, version 4. */
  readonly newUuid: () => string;
  /** So many random letters and digits that cannot be taken for one another. */
  readonly newCode: (length: number) => string;
  /** The data root. Throws `storage_unavailable` when the environment names none. */
  readonly root: () => string;
  /** The label given to new sessions when the client names none. */
  readonly defaultProject: string | null;
  /** The reviews that lie where the replaced server kept them, whether or not they were imported. */
  readonly oldReviews: () => OldReviews | null;
}

import type { Stored } from './ports.ts';
import type { TailSize } from './session-tail.ts';

/** What is known of a file without reading it: `size` in bytes, `mtimeMs` in ms since 1970. */
export interface FileMark {
  readonly stamp: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** A session file and its tail at one moment; null for one that is not there. */
export interface Seen {
  readonly file: FileMark | null;
  readonly tail: FileMark | null;
}

/** Whether the files are as they were. */
export const sameSeen = (one: Seen, other: Seen) =>
  one.file?.stamp === other.file?.stamp && one.tail?.stamp === other.tail?.stamp;

/** A session with what is known of the file it belongs to. */
export interface OpenSession extends Stored {
  /** Null when the file is missing and only its backup is there, or when it need not be read again. */
  readonly bytes: Uint8Array | null;
  /** Whether the file has an earlier layout. */
  readonly outdated: boolean;
  /** Whether the content comes from the backup, because the file is missing or torn. */
  readonly recovered: boolean;
  /** Null when the files changed while they were read. */
  readonly seen: Seen | null;
  /** Null without a tail. */
  readonly tail: TailSize | null;
}

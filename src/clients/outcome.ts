import type { Scope } from './client.ts';
import type { FileProblem } from './config-file.ts';
import type { Difference } from './entry.ts';
import type { Damage } from './json-tree.ts';

/** Why nothing was done; every file is as it was. */
export type Refusal =
  /** The client's file is not edited by program. */
  | { readonly kind: 'print_only' }
  | { readonly kind: 'no_such_scope'; readonly scopes: readonly Scope[] }
  /** The client calls no running servers. */
  | { readonly kind: 'no_address' }
  | { readonly kind: 'unreadable'; readonly file: string; readonly damage: Damage }
  | { readonly kind: 'not_utf8'; readonly file: string }
  /** Under the name of our own file lies one that holds something else. */
  | { readonly kind: 'not_ours'; readonly file: string }
  | { readonly kind: FileProblem; readonly file: string }
  /** The system refused a call; `detail` says which and why. */
  | { readonly kind: 'failed'; readonly file: string; readonly detail: string };

/** What happens, or would happen, to a file. */
export type FileAction = 'created' | 'changed' | 'deleted';

/** What a setup or a removal did. */
export type Outcome =
  /** The entry is as wanted already, or there is none to remove. */
  | { readonly kind: 'unchanged'; readonly file: string; readonly marked: boolean }
  /** A dry run: nothing was written; `diff` is a unified diff. */
  | { readonly kind: 'planned'; readonly file: string; readonly action: FileAction; readonly diff: string }
  | {
      readonly kind: 'written';
      readonly file: string;
      readonly action: FileAction;
      /** The copy of what was there before; null when nothing was, or nothing of it is lost. */
      readonly backup: string | null;
      /** Whether the file begins with a byte-order mark, which some clients cannot read. */
      readonly marked: boolean;
    };

/** How a client's entry compares with the wanted one. */
export type EntryState =
  | { readonly kind: 'absent'; readonly file: string }
  | { readonly kind: 'equal'; readonly file: string; readonly marked: boolean }
  | {
      readonly kind: 'different';
      readonly file: string;
      readonly marked: boolean;
      /** Empty for a file of our own, which is compared as a whole. */
      readonly differences: readonly Difference[];
    };

import type { Desk } from '../../app.ts';
import type { Machine } from '../../clients/client.ts';

/** How a matter stands. */
export type Level = 'ok' | 'warning' | 'problem';

/** What a check has found out. */
export interface Finding {
  readonly level: Level;
  /** What is so, in one line. */
  readonly what: string;
  /** What to do about it, in one line; null when there is nothing to do. */
  readonly todo: string | null;
  /** Puts it right without losing anything. */
  readonly fix?: () => void | Promise<void>;
}

/** What the checks look at. */
export interface Patient {
  readonly desk: Desk;
  readonly machine: Machine;
  /** The folder of this installation, above `dist/`. */
  readonly packageRoot: string;
  readonly version: string;
  /** The values of `--set`, for the server that is started, too. */
  readonly settings: readonly string[];
}

/** Looks at one matter. May throw a fault; its words are then the finding. */
export interface Check {
  readonly name: string;
  readonly look: (patient: Patient) => readonly Finding[] | Promise<readonly Finding[]>;
}

/** All is well. */
export const ok = (what: string): Finding => ({ level: 'ok', what, todo: null });
/** Works, but somebody should look at it. */
export const warning = (what: string, todo: string, fix?: Finding['fix']): Finding => ({
  level: 'warning',
  what,
  todo,
  ...(fix === undefined ? {} : { fix }),
});
/** Does not work. */
export const problem = (what: string, todo: string): Finding => ({ level: 'problem', what, todo });

import * as z from 'zod';
import { StoreFault, type StoreFaultCode } from '../store/ports.ts';
import { logError } from './log.ts';

/** What went wrong outside the rules: the disk, a damaged file, or a defect of this program. */
export interface Fault {
  readonly error: string;
  readonly code: string;
  readonly retryable: boolean;
  readonly message: string;
  /** The tool that leads out; null = the same tool again. */
  readonly next: string | null;
  readonly isError: boolean;
}

/** What each fault means and what to do, before the technical detail; `next` null = the same tool again. */
const WORDS: Readonly<Record<StoreFaultCode, { say: string; next: string | null }>> = {
  storage_unavailable: { say: 'The store cannot be used now; nothing was changed. Try again.', next: null },
  lock_held: {
    say: 'Another process is working on this session; nothing was changed. Try again.',
    next: null,
  },
  disk_full: { say: 'The disk is full; nothing was changed. Free some space, then try again.', next: null },
  storage_read_only: { say: 'The data folder is read-only; nothing was changed.', next: null },
  permission_denied: { say: 'The data folder may not be written; nothing was changed.', next: null },
  home_missing: {
    say: 'The data folder is not there. Bring it back, or start a new session.',
    next: 'start_session',
  },
  session_file_missing: {
    say: 'The file of this session is gone. Restore it, or clear the session.',
    next: 'list_sessions',
  },
  session_corrupt: {
    say: 'The file of this session is damaged; nothing was changed.',
    next: 'list_sessions',
  },
  session_newer: {
    say: 'This session needs a newer version of the server; it can only be kept.',
    next: 'list_sessions',
  },
  session_too_large: {
    say: 'The session would pass its size limit; nothing was changed.',
    next: 'export_session',
  },
  too_many_sessions: {
    say: 'No more sessions may be stored; nothing was changed. Clear one with clear_session, or ask the user to archive some with the command "deep-think-mcp sessions archive".',
    next: 'list_sessions',
  },
  config_invalid: {
    say: 'The configuration has a mistake; nothing was changed. Ask the user to correct it, then call again.',
    next: null,
  },
};

/** For a store that no repeated call can bring back. */
const STUCK = 'The store cannot be used; nothing was changed. Ask the user to correct it, then call again.';

/** The fault behind anything that was thrown. Details of a defect go to stderr only. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof StoreFault) return storeFault(thrown.code, thrown.message, thrown.retryable);
  if (thrown instanceof z.ZodError) {
    const [issue] = thrown.issues;
    return storeFault('session_corrupt', `${issue?.path.join('.')}: ${issue?.message}`, false);
  }
  logError(thrown);
  return {
    error: 'internal_error',
    code: 'internal_error',
    retryable: false,
    message: 'The server has a defect and could not answer this call; nothing was changed. Call next_action.',
    next: 'next_action',
    isError: true,
  };
}

function storeFault(code: StoreFaultCode, detail: string, retryable: boolean): Fault {
  const { say: words, next } = WORDS[code];
  const say = code === 'storage_unavailable' && !retryable ? STUCK : words;
  // Only what may pass by itself is called unavailable; the finer code says why.
  const error = retryable ? 'storage_unavailable' : code;
  return { error, code, retryable, message: `${say} (${detail})`, next, isError: false };
}

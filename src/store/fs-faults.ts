import { StoreFault, type StoreFaultCode } from './ports.ts';

/** System errors that may pass by themselves, a full disk among them because somebody may make room. */
const PASSING = new Set(['EMFILE', 'ENFILE', 'EBUSY', 'EAGAIN', 'ENOSPC', 'EDQUOT']);

/** System errors with a code of their own; every other is `storage_unavailable`. */
const CODES: ReadonlyMap<string, StoreFaultCode> = new Map([
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EROFS', 'storage_read_only'],
  ['EACCES', 'permission_denied'],
  ['EPERM', 'permission_denied'],
]);

const HINTS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'free some disk space'],
  ['EDQUOT', 'free some of the disk quota'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'check the permissions of the folder'],
  ['EPERM', 'check the permissions of the folder'],
  ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ['EEXIST', 'something else has this name'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
]);

/** The system's word for an error, such as `ENOENT`; null for anything that is no system error. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}

/** The system's sentence without the call and the path that Node appends. */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split(',')[0] ?? message;
}

/** What was being done, what the system said, and what to check. */
export function faultDetail(error: unknown, doing: string): string {
  const hint = HINTS.get(errorCode(error) ?? '');
  return `${doing} failed with ${systemReason(error)}${hint === undefined ? '' : `; ${hint}`}`;
}

/** A system error as a fault that says what was being done; every other error comes back as it is. */
export function asFault(error: unknown, doing: string): unknown {
  const code = errorCode(error);
  if (code === null || error instanceof StoreFault) return error;
  return new StoreFault(
    CODES.get(code) ?? 'storage_unavailable',
    faultDetail(error, doing),
    PASSING.has(code),
  );
}

/** Runs `work` and turns a system error of it into a fault. */
export function guarded<T>(doing: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asFault(error, doing);
  }
}

/** What `work` returns, or `other` when the file or folder is not there. */
export function unlessAbsent<T>(work: () => T, other: T): T {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return other;
    throw error;
  }
}

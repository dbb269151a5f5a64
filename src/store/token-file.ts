import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { decodeText, writeExclusive } from './atomic-file.ts';
import { errorCode, faultDetail, systemReason } from './fs-faults.ts';
import { realFs } from './fs-layer.ts';

/** A token and the file that it stands in. */
export interface FiledToken {
  readonly token: string;
  readonly path: string;
}

/** The token, or one clause that says why the file gives none. */
export type TokenReading = FiledToken | { readonly problem: string };

const TOKEN_BYTES = 32;
/** A file that is longer holds more than a token. */
const MOST_BYTES = 4096;
/** What a header can carry, and long enough not to be guessed. */
const TOKEN = /^[A-Za-z0-9._~+/=-]{16,1024}$/;
/** Any right of the group or of others. */
const OTHERS = 0o077;
const hasModes = process.platform !== 'win32';

const tokenPath = (root: string) => join(root, 'http-token');

/** The token of the daemons of a data root as it is, or null where none was made. */
export function madeToken(root: string): TokenReading | null {
  const path = tokenPath(root);
  if (isLink(path)) return { problem: `${path} is a link; remove it` };
  const there = readToken(path, { isPrivate: true });
  return there === 'absent' ? null : there;
}

/** The token of the daemons of a data root, made at the first time. */
export function ownToken(root: string): TokenReading {
  const path = tokenPath(root);
  const there = madeToken(root);
  if (there !== null) return there;
  try {
    realFs.mkdir(root);
    writeExclusive(realFs, path, `${randomBytes(TOKEN_BYTES).toString('base64url')}\n`);
  } catch (error) {
    return { problem: faultDetail(error, `writing ${path}`) };
  }
  return madeToken(root) ?? { problem: `${path} went away while it was made` };
}

/** The token of a file that the operator names; links and the rights of others are the operator's affair. */
export function givenToken(path: string): TokenReading {
  const there = readToken(path, { isPrivate: false });
  return there === 'absent' ? { problem: `${path} is not there` } : there;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    // What cannot be looked at cannot be read either, which is told there.
    return false;
  }
}

function readToken(path: string, { isPrivate }: { readonly isPrivate: boolean }): TokenReading | 'absent' {
  try {
    // Without waiting for a writer, should it be a pipe.
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return { problem: `${path} is no plain file` };
      if (stat.size > MOST_BYTES) return { problem: `${path} is too long for a token` };
      const intruder = isPrivate && hasModes ? intrusionInto(stat) : null;
      if (intruder !== null) return { problem: `${path} ${intruder}; remove it, and a new one is made` };
      const bytes = Buffer.alloc(MOST_BYTES);
      return tokenIn(path, bytes.subarray(0, readSync(fd, bytes, 0, MOST_BYTES, 0)));
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'absent';
    return { problem: `${path} cannot be read (${systemReason(error)})` };
  }
}

/** Who else may know or choose what a file holds, in words; null for nobody. */
function intrusionInto({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): string | null {
  if (uid !== process.geteuid?.()) return 'belongs to another user';
  return (mode & OTHERS) === 0 ? null : 'may be read by others';
}

function tokenIn(path: string, bytes: Uint8Array): TokenReading {
  const token = decodeText(bytes)?.trim();
  if (token === '') return { problem: `${path} is empty; remove it, or put a token in it` };
  return token !== undefined && TOKEN.test(token)
    ? { token, path }
    : { problem: `${path} holds no token: 16 to 1024 letters, digits and . _ ~ + / = -` };
}
